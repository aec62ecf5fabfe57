"""The mails that ask for confirmations: one to each recipient for all that a letter asks for."""

import textwrap
from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Final

from pydantic import BaseModel, ConfigDict

from commands.context.context import Context
from commands.messages.content import TextMessage
from commands.messages.response import ConfirmationRequest, Notification
from commands.security.lockout import format_moment
from commands.security.mail_account import MailKind
from commands.security.rate_limits import Evidence
from pbm.errors import NotAllowedError
from pbm.stored import Pending, Purpose
from pbm.wording import WIDTH, counted

CONFIRMATION_PERIOD = timedelta(days=3)
"""The time in which a confirmation must arrive."""
BATCH: Final = "batch"
MAX_TITLE_LENGTH = 60
EMPTY_COUNTS = "an empty reply counts as yes."
ONLY_YES = "an empty reply isn't enough for this."
IF_NOT_YOU = "If it wasn't you, reply no, or do nothing."


class PendingBatch(BaseModel):
    """Several pending actions, which one reply confirms."""

    model_config = ConfigDict(frozen=True, hide_input_in_errors=True)
    digests: tuple[str, ...]
    """The hashes under which they are stored."""


def store_pending(context: Context, player: int, purpose: Purpose, content: BaseModel) -> str:
    """Stores a pending action; returns the word whose one-time code confirms it."""
    word, until = context.codes.new(), context.now() + CONFIRMATION_PERIOD
    pending = Pending(purpose, player, content.model_dump_json(), until)
    context.work.pending_confirmations.add(context.codes.digest_of(word), pending)
    return word


def limit_requests(context: Context, addresses: Sequence[str], evidence: Evidence) -> None:
    """Counts the mail to each address, unless another line of the same letter has it sent.

    Raises NotAllowedError above the limits.
    """
    if not may_request(context, addresses):
        most = counted(context.policy.requests_per_letter, "address", "addresses")
        raise NotAllowedError(
            f"One mail has confirmations and codes sent to at most {most}.\n"
            "Send what is left in another mail."
        )
    for address in addresses:
        if address.lower() not in context.caller.asked:
            context.rate_limits.limit_confirmations(address, evidence)
            limit_mails_to_stranger(context, address)


def may_request(context: Context, addresses: Sequence[str]) -> bool:
    """Returns True if the letter may have confirmations or codes sent to these addresses, too."""
    asked = context.caller.asked.union(map(str.lower, addresses))
    return not context.caller.address or len(asked) <= context.policy.requests_per_letter


def limit_mails_to_stranger(context: Context, address: str) -> None:
    """Counts a mail to this address; raises NotAllowedError if it gets no more today.

    Addresses that are registered, or vouched for by the mail server, aren't strangers'.
    """
    vouched = address.lower() == context.caller.authenticated_address.lower()
    if not context.caller.address or vouched or context.work.players.is_registered(address):
        return
    if not context.mail_account.enter(MailKind.STRANGER, address):
        again = format_moment(context.mail_account.free_at(MailKind.STRANGER, address))
        most = counted(context.policy.stranger_mails_per_day, "mail")
        raise NotAllowedError(
            f"An address that isn't registered here is sent at most {most} within a day.\n"
            f"It is possible again from {again} on."
        )


def confirmation_mails(
    context: Context, requests: Iterable[ConfirmationRequest]
) -> tuple[Notification, ...]:
    """Returns a mail for all requests to the same recipients; a reply confirms all of them."""
    by_recipients: dict[tuple[str, ...], list[ConfirmationRequest]] = {}
    for request in requests:
        by_recipients.setdefault(tuple(map(str.lower, request.addresses)), []).append(request)
    return tuple(
        Notification(
            asked[0].addresses, _message(asked, _common_word(context, asked)), requested=True
        )
        for asked in by_recipients.values()
    )


def _common_word(context: Context, requests: Sequence[ConfirmationRequest]) -> str:
    """Returns the word whose code confirms all these actions."""
    if len(requests) == 1:
        return requests[0].word
    digests = tuple(context.codes.digest_of(request.word) for request in requests)
    return store_pending(context, requests[0].player, BATCH, PendingBatch(digests=digests))


def _message(requests: Sequence[ConfirmationRequest], word: str) -> TextMessage:
    text = f"{_asked_for(requests)}\n\n{_instructions(requests)}"
    title = shortened([request.title for request in requests])
    return TextMessage(subject=f"Please confirm: {title}", text=text, confirm=word)


def shortened(titles: Sequence[str]) -> str:
    """Returns the first of these titles for a subject, and the number of the others."""
    title = textwrap.shorten(titles[0], MAX_TITLE_LENGTH, placeholder=" ...")
    return f"{title}, and {len(titles) - 1} more" if len(titles) > 1 else title


def _asked_for(requests: Sequence[ConfirmationRequest]) -> str:
    """Returns each introduction once, with its lines below it; then the notes on lines."""
    lines: dict[str, list[str]] = {}
    for request in requests:
        lines.setdefault(request.introduction, []).append(request.line)
    blocks = [
        block
        for introduction, below in lines.items()
        for block in (
            textwrap.fill(introduction, WIDTH),
            textwrap.indent("\n".join(below), "  "),
        )
    ]
    notes = [
        f"{request.line}: {request.note}" if len(requests) > 1 else request.note
        for request in requests
        if request.note
    ]
    return "\n\n".join(filter(None, [*blocks, *(textwrap.fill(note, WIDTH) for note in notes)]))


def _instructions(requests: Sequence[ConfirmationRequest]) -> str:
    until = " ".join(dict.fromkeys(request.until for request in requests))
    what = "it" if len(requests) == 1 else f"all {len(requests)}"
    enough = ONLY_YES if any(request.irreversible for request in requests) else EMPTY_COUNTS
    how = (
        f"To confirm {what}, reply yes to this mail within {CONFIRMATION_PERIOD.days} days; "
        f"{enough} {until}"
    )
    return f"{textwrap.fill(how, WIDTH)}\n{IF_NOT_YOU}"
