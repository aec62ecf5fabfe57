"""Implements `pbm admin queue`, which lists and changes outgoing emails."""

from collections.abc import Callable
from dataclasses import asdict
from datetime import datetime
from enum import StrEnum
from typing import Annotated

import typer

from commands.cli.admin.admin_actions import AdminAct, admin_act, read_only
from commands.cli.admin.formatting import mail_status
from commands.cli.admin.mail.previews import preview_mail
from commands.cli.arguments import AsJson, Reason
from commands.cli.database.backups.new_generation import PAUSED
from commands.cli.server.status import overflow_words
from commands.cli.terminal import format_minute, print_blank, print_json, print_line, print_table
from pbm.errors import NotAllowedError, NotFoundError, UsageError
from pbm.wording import counted
from storage.mail.outbox_admin import OutboxEntry

MAX_LISTED = 200
"""Maximum number of emails in a list. If there are more, the latest are listed."""
Id = Annotated[int, typer.Argument(metavar="ID", help="number of the email", min=1, max=2**62)]
SomeId = Annotated[
    int | None, typer.Argument(metavar="ID", help="number of the email", min=1, max=2**62)
]
Restored = Annotated[
    bool, typer.Option("--restored", help="send all emails that were paused by a restore")
]
All = Annotated[
    bool, typer.Option("--all", help="send all emails that have failed or are waiting for a retry")
]


class MailState(StrEnum):
    """The state of an outgoing email."""

    WAITING = "waiting"
    PAUSED = "paused"
    FAILED = "failed"
    SENT = "sent"
    WITHHELD = "withheld"
    DROPPED = "dropped"


UNSENT = (MailState.WAITING, MailState.PAUSED, MailState.FAILED)

InState = Annotated[MailState | None, typer.Option("--state", help="only emails in this state")]


def list_queue(state: InState = None, as_json: AsJson = False) -> None:
    """List emails that are waiting, paused or failed.

    A long list shows only the latest emails. Times are in UTC. Emails that exceed their
    recipients' limits are counted but not listed, because pbm combines them later.

    pbm tries to send each email up to 8 times. It waits 7.5 minutes before the second attempt, and
    doubles the wait before each further one. Failures of the relay itself don't count as attempts.

    Example: pbm admin queue list --state failed
    """
    states = [state] if state else UNSENT
    with read_only() as (work, context):
        entries = work.outbox_admin.list(states, MAX_LISTED, context.now())
        count, overflow = work.outbox_admin.count(states), work.overflow.state()
    if as_json:
        mails = [_data(mail) for mail in entries]
        print_json({"mails": mails, "count": count, "held": asdict(overflow)})
        return
    latest = f" (only the latest {MAX_LISTED} are listed)" if count > MAX_LISTED else ""
    title = counted(count, "email") + latest
    print_table(title, ("id", "when", "to", "about", "state"), [_row(mail) for mail in entries])
    if overflow.mails:
        print_line(f"{overflow_words(overflow)}.")


def show_mail(id: Id) -> None:
    """Show an email with its envelope, its state and its text.

    Codes and reply addresses appear as ***. pbm deletes the text of an email once it is sent.

    Example: pbm admin queue show 12
    """
    with read_only() as (work, context):
        mail = _existing(work.outbox_admin.find(id, context.now()), id)
    is_answer = mail.mail.automatic == "auto-replied"
    lines = [
        ("from", "none (this is a reply)" if is_answer else "an address for bounces"),
        ("to", mail.mail.recipient or "no longer stored"),
        ("state", delivery_status(mail)),
        ("date", format_minute(mail.mail.date)),
        ("about", mail.mail.board or "-"),
        ("id", mail.mail.message_id),
    ]
    for name, value in lines:
        print_line(f"{name:5} {value}")
    print_blank()
    for line in preview_mail(mail.mail, context.site).splitlines():
        print_line(line)


def retry(
    reason: Reason, id: SomeId = None, every: All = False, restored: Restored = False
) -> None:
    """Send an email now, and restart its count of attempts.

    The email can be failed, paused or waiting. --all sends all emails that have failed or are
    waiting for a retry. --restored sends all emails that pbm paused after an older copy of the
    database was restored. Use it only if you know that nothing was sent after the backup.

    Example: pbm admin queue retry 12 --reason "the address is fixed"
    """
    if (id is not None) + every + restored != 1:
        raise UsageError("Give an email's number, or use --all or --restored.")
    with admin_act(reason, deliver=True) as act:
        if id is None:
            mails, now = act.work.outbox_admin, act.context.now()
            count = mails.retry_all(now) if every else mails.retry_paused(PAUSED, now)
            act.record(
                "queue retry",
                "all emails" if every else "restored emails",
                f"{counted(count, 'email')} due now",
            )
            act.report = f"pbm will send {counted(count, 'email')} now."
        else:
            _change_mail(act, id, "retry", act.work.outbox_admin.retry, "due now")


def pause(id: Id, reason: Reason) -> None:
    """Pause a waiting email until you retry or drop it.

    Example: pbm admin queue hold 12 --reason "waiting for alice's answer"
    """
    with admin_act(reason) as act:
        _change_mail(act, id, "hold", act.work.outbox_admin.pause, "paused")


def drop(id: Id, reason: Reason) -> None:
    """Drop an unsent email and delete its text. You can't undo this.

    Example: pbm admin queue drop 12 --reason "sent to the wrong player"
    """
    with admin_act(reason) as act:
        _change_mail(act, id, "drop", act.work.outbox_admin.drop, "dropped")


def delivery_status(mail: OutboxEntry) -> str:
    """Returns the state of an email.

    It isn't shown while a worker is sending the email, because it may change at any moment.
    """
    return "being sent" if mail.is_leased else mail_status(mail)


def _change_mail(
    act: AdminAct, id: int, command: str, change: Callable[[int, datetime], bool], detail: str
) -> None:
    """Changes the state of an email and records that. The audit log contains no addresses.

    Raises NotAllowedError if the email is being sent or can't change to this state.
    """
    now = act.context.now()
    mail = _existing(act.work.outbox_admin.find(id, now), id)
    if mail.is_leased:
        raise NotAllowedError(f"Email {id} is being sent. Try again in a minute.")
    if not change(id, now):
        raise NotAllowedError(f"Email {id} is {mail.state}, so {command} has no effect.")
    act.record(f"queue {command}", f"email {id}", detail)
    act.report = f"Email {id} is {detail}."


def _existing(mail: OutboxEntry | None, id: int) -> OutboxEntry:
    if mail is None:
        raise NotFoundError(f"Email {id} doesn't exist. To list emails, run: pbm admin queue list")
    return mail


def _row(mail: OutboxEntry) -> tuple[str, ...]:
    date, about = format_minute(mail.mail.date), mail.mail.board or "-"
    return str(mail.id), date, mail.mail.recipient or "-", about, delivery_status(mail)


def _data(mail: OutboxEntry) -> dict[str, object]:
    return {
        "id": mail.id,
        "to": mail.mail.recipient,
        "board": mail.mail.board,
        "message_id": mail.mail.message_id,
        "date": mail.mail.date,
        "state": mail.state,
        "tries": mail.tries,
        "due": mail.due,
        "trouble": mail.error,
        "in_hand": mail.is_leased,
    }
