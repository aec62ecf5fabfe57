"""Implements `pbm admin mail failed`: incoming emails that pbm couldn't handle."""

from typing import Annotated

import typer

from commands.cli.admin.admin_actions import admin_act, read_only
from commands.cli.admin.mail.masked_mail import masked_mail
from commands.cli.arguments import AsJson, Reason
from commands.cli.terminal import format_minute, print_blank, print_json, print_line, print_table
from commands.security.tokens import without_subaddress
from pbm.errors import NotFoundError, UsageError
from pbm.stored_values import MAX_FAILED_MAILS, FailedMail
from pbm.wording import counted
from storage.unit_of_work import UnitOfWork

DUE = "due now: the server will try it again within a minute"
Id = Annotated[int, typer.Argument(metavar="ID", help="number of the email", min=1, max=2**62)]
SomeId = Annotated[
    int | None, typer.Argument(metavar="ID", help="number of the email", min=1, max=2**62)
]
All = Annotated[bool, typer.Option("--all", help="all failed emails")]


def list_failed(as_json: AsJson = False) -> None:
    """List incoming emails that pbm couldn't handle because of an error in pbm.

    pbm keeps them, and tries each again when it next starts. Times are in UTC.

    Example: pbm admin mail failed list
    """
    with read_only() as (work, _):
        mails = work.failed_mails.list(MAX_FAILED_MAILS)
    if as_json:
        print_json({"emails": [_data(mail) for mail in mails]})
        return
    title = counted(len(mails), "email")
    print_table(title, ("id", "when", "from", "tries", "error"), [_row(mail) for mail in mails])


def show(id: Id) -> None:
    """Show a failed email without its passwords.

    An email can contain passwords anywhere, so pbm shows only commands, games, numbers, moves and
    words of up to 4 letters. It replaces all other words with ***.

    Example: pbm admin mail failed show 3
    """
    with read_only() as (work, _):
        mail = _existing(work, id)
    recipients = ", ".join(dict.fromkeys(map(without_subaddress, mail.recipients)))
    lines = [
        ("from", mail.author or "-"),
        ("to", recipients or "-"),
        ("date", format_minute(mail.at)),
        ("bytes", f"{len(mail.content):,}"),
        ("tries", _tries(mail)),
        ("error", mail.error),
        ("log", f"reference {mail.reference}"),
    ]
    for name, value in lines:
        print_line(f"{name:5} {value}")
    print_blank()
    for line in masked_mail(mail):
        print_line(line)


def retry(reason: Reason, id: SomeId = None, every: All = False) -> None:
    """Try a failed email again, and restart its count of tries.

    The server tries it within a minute. If no server is running, the next `pbm tick` does so.

    Example: pbm admin mail failed retry 3 --reason "the engine is installed again"
    """
    if (id is not None) + every != 1:
        raise UsageError("Give the number of an email, or --all.")
    with admin_act(reason) as act:
        if id is None:
            count = counted(act.work.failed_mails.request_all(), "email")
            act.record("failed mail retry", "all emails", f"{count} due now")
            act.report = f"{count} due now."
        else:
            _existing(act.work, id)
            act.work.failed_mails.request_try(id)
            act.record("failed mail retry", f"email {id}", "due now")
            act.report = f"Email {id} is {DUE}."


def drop(id: Id, reason: Reason) -> None:
    """Delete a failed email. You can't undo this, and pbm doesn't notify the sender.

    Example: pbm admin mail failed drop 3 --reason "it was spam"
    """
    with admin_act(reason) as act:
        _existing(act.work, id)
        act.work.failed_mails.delete(id)
        act.record("failed mail drop", f"email {id}", "dropped")
        act.report = f"Email {id} is deleted."


def _existing(work: UnitOfWork, id: int) -> FailedMail:
    if mail := work.failed_mails.find(id):
        return mail
    raise NotFoundError(
        f"Failed email {id} doesn't exist. To see all failed emails, run: pbm admin mail failed "
        "list"
    )


def _tries(mail: FailedMail) -> str:
    return f"{mail.tries}, due now" if mail.tried is None else str(mail.tries)


def _row(mail: FailedMail) -> tuple[str, ...]:
    return str(mail.id), format_minute(mail.at), mail.author or "-", _tries(mail), mail.error


def _data(mail: FailedMail) -> dict[str, object]:
    return {
        "id": mail.id,
        "from": mail.author,
        "date": mail.at,
        "bytes": len(mail.content),
        "tries": mail.tries,
        "tried": mail.tried,
        "error": mail.error,
        "reference": mail.reference,
    }
