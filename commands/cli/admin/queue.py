"""The mails on their way: `pbm admin queue list`, `show`, `retry`, `hold` and `drop`."""

from collections.abc import Callable
from datetime import datetime
from enum import StrEnum
from typing import Annotated

import typer

from commands.cli.admin.act import Hand, acting, looking
from commands.cli.admin.formatting import mail_standing
from commands.cli.admin.mail_preview import read
from commands.cli.arguments import AsJson, Reason
from commands.cli.terminal import blank, minute, say, say_json, show
from commands.settings import read_settings
from pbm.errors import NotAllowed, Unknown, Usage
from pbm.wording import counted
from storage.mail.outbox_admin import Queued

MOST = 200
"""So many are listed, the latest."""


class MailState(StrEnum):
    """How it stands with a mail."""

    WAITING = "waiting"
    PAUSED = "paused"
    FAILED = "failed"
    SENT = "sent"
    WITHHELD = "withheld"
    DROPPED = "dropped"


UNSENT = (MailState.WAITING, MailState.PAUSED, MailState.FAILED)

InState = Annotated[MailState | None, typer.Option("--state", help="only those in this state")]
Id = Annotated[int, typer.Argument(metavar="ID", help="the mail's number", min=1, max=2**62)]
SomeId = Annotated[
    int | None, typer.Argument(metavar="ID", help="the mail's number", min=1, max=2**62)
]
All = Annotated[bool, typer.Option("--all", help="all that failed or wait for their retry")]


def list_queue(state: InState = None, as_json: AsJson = False) -> None:
    """List the mails that wait, are paused or have failed.

    Of many, the latest; times are in UTC. A mail is tried 8 times, at first after 7.5 minutes,
    then after twice that each time; while the relay itself is in trouble, nothing is counted.

    Example: pbm admin queue list --state failed
    """
    states = [state] if state else UNSENT
    with looking() as (work, session):
        found = work.queued.found(states, MOST, session.now())
        count = work.queued.count(states)
    if as_json:
        say_json({"mails": [_data(mail) for mail in found], "count": count})
        return
    title = counted(count, "mail") + (f", the last {MOST}" if count > MOST else "")
    show(title, ("id", "when", "to", "about", "state"), [_row(mail) for mail in found])


def show_mail(id: Id) -> None:
    """Show a mail: its envelope, what became of it, and its text.

    Codes and reply addresses in it stand as ***. What a mail said that was sent is forgotten.

    Example: pbm admin queue show 12
    """
    with looking() as (work, session):
        mail = _known(work.queued.find(id, session.now()), id)
    asked = mail.mail.automatic == "auto-replied"
    facts = [
        ("from", "nobody: it is an answer" if asked else "an address for its bounces"),
        ("to", mail.mail.recipient or "forgotten"),
        ("state", standing(mail)),
        ("date", minute(mail.mail.date)),
        ("about", mail.mail.board or "no board"),
        ("id", mail.mail.message_id),
    ]
    for name, value in facts:
        say(f"{name:5} {value}")
    blank()
    for line in read(mail.mail, read_settings().address).splitlines():
        say(line)


def retry(reason: Reason, id: SomeId = None, every: All = False) -> None:
    """Send a mail again that failed, is paused or waits: at once, with all its tries.

    Or, with --all, every one that failed or waits for its retry.

    Example: pbm admin queue retry 12 --reason "the address is mended"
    """
    if (id is not None) == every:
        raise Usage("Either the number of a mail or --all is needed.")
    with acting(reason, mails=True) as hand:
        if id is None:
            count = hand.work.queued.retry_all(hand.session.now())
            hand.keep("queue retry", "all mails", f"{counted(count, 'mail')} due again")
            hand.said = f"{counted(count, 'mail')} due again."
        else:
            _act(hand, id, "retry", hand.work.queued.retry, "due again")


def hold(id: Id, reason: Reason) -> None:
    """Keep a mail back that waits, until "retry" or "drop" decides.

    Example: pbm admin queue hold 12 --reason "waiting for what alice says"
    """
    with acting(reason) as hand:
        _act(hand, id, "hold", hand.work.queued.pause, "paused")


def drop(id: Id, reason: Reason) -> None:
    """Throw a mail away that wasn't sent; its text is forgotten. There is no way back.

    Example: pbm admin queue drop 12 --reason "sent to the wrong player"
    """
    with acting(reason) as hand:
        _act(hand, id, "drop", hand.work.queued.drop, "dropped")


def standing(mail: Queued) -> str:
    """Its state, unless a worker has it in hand: then that may change at any moment."""
    return "being sent just now" if mail.in_hand else mail_standing(mail)


def _act(
    hand: Hand, id: int, act: str, change: Callable[[int, datetime], bool], detail: str
) -> None:
    """Changes a mail, or says why that can't be; addresses stay out of the audit log."""
    now = hand.session.now()
    mail = _known(hand.work.queued.find(id, now), id)
    if mail.in_hand:
        raise NotAllowed(f"Mail {id} is being sent just now; try again in a minute.")
    if not change(id, now):
        raise NotAllowed(f"Mail {id} is {mail.state}: {act} does nothing to it.")
    hand.keep(f"queue {act}", f"mail {id}", detail)
    hand.said = f"Mail {id}: {detail}."


def _known(mail: Queued | None, id: int) -> Queued:
    if mail is None:
        raise Unknown(f'There is no mail {id}. "pbm admin queue list" has the numbers.')
    return mail


def _row(mail: Queued) -> tuple[str, ...]:
    made, about = minute(mail.mail.date), mail.mail.board or "-"
    return str(mail.id), made, mail.mail.recipient or "-", about, standing(mail)


def _data(mail: Queued) -> dict[str, object]:
    return {
        "id": mail.id,
        "to": mail.mail.recipient,
        "board": mail.mail.board,
        "message_id": mail.mail.message_id,
        "date": mail.mail.date,
        "state": mail.state,
        "tries": mail.tries,
        "due": mail.due,
        "trouble": mail.trouble,
        "in_hand": mail.in_hand,
    }
