"""Emails that ask for confirmation. Each recipient gets one for everything that was requested."""

import textwrap
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final

from pydantic import BaseModel, ConfigDict

from commands.content.messages import TextMessage
from commands.content.response import ConfirmationRequest, Notification
from commands.context.context import Context
from pbm.stored import Pending, Purpose
from pbm.wording import filled

CONFIRMATION_PERIOD = timedelta(days=3)
"""Time limit for a confirmation."""
BATCH: Final = "batch"
MAX_TITLE_LENGTH = 60
EMPTY_COUNTS = "an empty reply is fine"
ONLY_YES = "an empty reply isn't enough"
IF_NOT_YOU = 'Wasn\'t you, or not what you want? Reply "no" or ignore this email.'


class PendingBatch(BaseModel):
    """Several pending actions that one reply confirms."""

    model_config = ConfigDict(frozen=True, hide_input_in_errors=True)
    digests: tuple[str, ...]
    """Hashes of the codes under which the actions are stored."""


def confirmation_mails(
    context: Context, requests: Iterable[ConfirmationRequest]
) -> tuple[Notification, ...]:
    """Returns one email for all requests to the same recipients. A reply confirms all of them."""
    by_recipients: dict[tuple[str, ...], list[ConfirmationRequest]] = {}
    for request in requests:
        by_recipients.setdefault(tuple(map(str.lower, request.addresses)), []).append(request)
    return tuple(
        Notification(
            asked[0].addresses, _message(asked, _common_word(context, asked)), requested=True
        )
        for asked in by_recipients.values()
    )


def store_pending(
    context: Context,
    player: int,
    purpose: Purpose,
    content: BaseModel,
    until: datetime | None = None,
) -> str:
    """Stores a pending action. Returns the text from which its one-time code is made.

    `until`: when the confirmation expires. None means after CONFIRMATION_PERIOD.
    """
    word, until = context.codes.new(), until or context.now() + CONFIRMATION_PERIOD
    pending = Pending(purpose, player, content.model_dump_json(), until)
    context.work.pending_confirmations.add(context.codes.digest_of(word), pending)
    return word


def _common_word(context: Context, requests: Sequence[ConfirmationRequest]) -> str:
    """Returns the word from whose code one reply confirms all these actions."""
    if len(requests) == 1:
        return requests[0].word
    digests = tuple(context.codes.digest_of(request.word) for request in requests)
    return store_pending(context, requests[0].player, BATCH, PendingBatch(digests=digests))


def _message(requests: Sequence[ConfirmationRequest], word: str) -> TextMessage:
    positions = dict.fromkeys(request.position for request in requests if request.position)
    text = "\n\n".join((_asked_for(requests), _instructions(requests), *positions))
    title = shortened([request.title for request in requests])
    return TextMessage(subject=f"Please confirm: {title}", text=text, confirm=word)


def shortened(titles: Sequence[str]) -> str:
    """Returns the first of these titles for a subject, with the number of further ones."""
    title = textwrap.shorten(titles[0], MAX_TITLE_LENGTH, placeholder=" ...")
    return f"{title}, and {len(titles) - 1} more" if len(titles) > 1 else title


def _asked_for(requests: Sequence[ConfirmationRequest]) -> str:
    """Returns each introduction once, followed by its command lines.

    Notes on the command lines are at the end.
    """
    lines: dict[str, list[str]] = {}
    for request in requests:
        lines.setdefault(request.introduction, []).append(request.line)
    blocks = [
        block
        for introduction, below in lines.items()
        for block in (
            filled(introduction),
            textwrap.indent("\n".join(below), "  "),
        )
    ]
    notes = [
        f"{request.line}: {request.note}" if len(requests) > 1 else request.note
        for request in requests
        if request.note
    ]
    return "\n\n".join(filter(None, [*blocks, *(filled(note) for note in notes)]))


def _instructions(requests: Sequence[ConfirmationRequest]) -> str:
    until = " ".join(dict.fromkeys(request.until for request in requests))
    all_of_them = "" if len(requests) == 1 else f" all {len(requests)}"
    enough = ONLY_YES if any(request.irreversible for request in requests) else EMPTY_COUNTS
    how = (
        f'Reply "yes" within {CONFIRMATION_PERIOD.days} days to confirm{all_of_them} ({enough}). '
        f"{until}"
    )
    return f"{filled(how)}\n{IF_NOT_YOU}"
