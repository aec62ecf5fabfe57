"""The mails that ask for confirmations: one to each recipient for all that a letter asks for."""

import textwrap
from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Final

from pydantic import BaseModel, ConfigDict

from commands.context.context import Context
from commands.messages.content import TextMessage
from commands.messages.response import ConfirmationRequest, Notification
from commands.security.rate_limits import Evidence
from pbm.ports import Pending, Purpose
from pbm.wording import WIDTH

CONFIRMATION_PERIOD = timedelta(days=3)
"""The time in which a confirmation must arrive."""
BATCH: Final = "batch"
MAX_TITLE_LENGTH = 60


class PendingBatch(BaseModel):
    """Several pending actions, which one reply confirms."""

    model_config = ConfigDict(frozen=True)
    digests: tuple[str, ...]
    """The hashes under which they are stored."""


def store_pending(context: Context, player: int, purpose: Purpose, content: BaseModel) -> str:
    """Stores a pending action; returns the word whose one-time code confirms it."""
    word, until = context.codes.new(), context.now() + CONFIRMATION_PERIOD
    pending = Pending(purpose, player, content.model_dump_json(), until)
    context.work.pending_confirmations.add(context.codes.digest_of(word), pending)
    return word


def limit_requests(context: Context, addresses: Sequence[str], evidence: Evidence) -> None:
    """Counts the mail to each address, unless another line of the same letter has it sent."""
    for address in addresses:
        if address.lower() not in context.caller.asked:
            context.rate_limits.limit_confirmations(address, evidence)


def confirmation_mails(
    context: Context, requests: Iterable[ConfirmationRequest]
) -> tuple[Notification, ...]:
    """Returns a mail for all requests to the same recipients; a reply confirms all of them."""
    by_recipients: dict[tuple[str, ...], list[ConfirmationRequest]] = {}
    for request in requests:
        by_recipients.setdefault(tuple(map(str.lower, request.addresses)), []).append(request)
    return tuple(
        Notification(asked[0].addresses, _message(asked, _common_word(context, asked)))
        for asked in by_recipients.values()
    )


def _common_word(context: Context, requests: Sequence[ConfirmationRequest]) -> str:
    """Returns the word whose code confirms all these actions."""
    if len(requests) == 1:
        return requests[0].word
    digests = tuple(context.codes.digest_of(request.word) for request in requests)
    return store_pending(context, requests[0].player, BATCH, PendingBatch(digests=digests))


def _message(requests: Sequence[ConfirmationRequest], word: str) -> TextMessage:
    title = textwrap.shorten(requests[0].title, MAX_TITLE_LENGTH, placeholder=" ...")
    more = f", and {len(requests) - 1} more" if len(requests) > 1 else ""
    text = f"{_asked_for(requests)}\n\n{_instructions(requests)}"
    return TextMessage(subject=f"Please confirm: {title}{more}", text=text, confirm=word)


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
    what = "it" if len(requests) == 1 else f"all {len(requests)}"
    until = " ".join(dict.fromkeys(request.until for request in requests))
    how = (
        f"To confirm {what}, reply to this mail within {CONFIRMATION_PERIOD.days} days; you "
        f"needn't write anything in your reply. {until}"
    )
    return f"{textwrap.fill(how, WIDTH)}\nIf it wasn't you, do nothing."
