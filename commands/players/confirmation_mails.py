"""Emails that ask for confirmation. Each recipient gets one for everything that was requested."""

import textwrap
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final

from pydantic import BaseModel, ConfigDict

from commands.content.banners_and_actions import Action, Face
from commands.content.messages import TextMessage
from commands.content.response import ConfirmationRequest, Notification
from commands.context.confirmation_reasons import PLEASE_CONFIRM
from commands.context.context import Context
from pbm.stored_values import Pending, Purpose
from pbm.wording import filled

CONFIRMATION_PERIOD = timedelta(days=3)
"""Time limit for a confirmation."""
WITHIN_DAYS = f"within {CONFIRMATION_PERIOD.days} days"
BATCH: Final = "batch"
MAX_TITLE_LENGTH = 60
EMPTY_COUNTS = "an empty reply is fine"
ONLY_YES = "an empty reply isn't enough"
IF_UNWANTED = 'If you don\'t want this, reply "no" or ignore this email.'
CANCEL = Action(label="Cancel", reply="no")


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
    until = " ".join(dict.fromkeys(request.until for request in requests))
    of_addresses = [request.note for request in requests if request.note and not request.line]
    below = (filled(f"{IF_UNWANTED} {until}".rstrip()), *map(filled_note, of_addresses), *positions)
    title = shortened([request.title for request in requests])
    return TextMessage(
        subject=f"Please confirm: {title}",
        text="\n\n".join(below),
        face=Face(
            banner=_question(requests),
            lead=_requested(requests),
            primary=_confirm_action(requests),
            quiet=(CANCEL.model_copy(update={"in_text": True}),),
        ),
        confirm=word,
    )


def _confirm_action(requests: Sequence[ConfirmationRequest]) -> Action:
    """Returns the action that confirms these requests."""
    count = len(requests)
    label = "Confirm" if count == 1 else f"Confirm {'both' if count == 2 else f'all {count}'}"
    enough = ONLY_YES if any(each.irreversible for each in requests) else EMPTY_COUNTS
    limit = next((each.limit for each in requests if each.limit), WITHIN_DAYS)
    return Action(label=label, reply="yes", limits=f"{limit} ({enough})")


def shortened(titles: Sequence[str]) -> str:
    """Returns the first of these titles for a subject, with the number of further ones."""
    title = textwrap.shorten(titles[0], MAX_TITLE_LENGTH, placeholder=" ...")
    return f"{title}, and {len(titles) - 1} more" if len(titles) > 1 else title


def _question(requests: Sequence[ConfirmationRequest]) -> str:
    """Returns the question of all requests, or a general one if they differ."""
    first, *others = dict.fromkeys(request.question for request in requests)
    is_common = len(requests) == 1 or (not others and first != PLEASE_CONFIRM)
    return first if is_common else f"Please confirm these {len(requests)} commands."


def filled_note(note: str) -> str:
    """Returns a note in lines of limited length. Commands stay on lines of their own."""
    return "\n".join(map(filled, note.split("\n")))


def _requested(requests: Sequence[ConfirmationRequest]) -> str:
    """Returns each introduction once, followed by its command lines and the notes on them."""
    lines: dict[str, list[str]] = {}
    for request in requests:
        lines.setdefault(request.introduction, []).append(request.line)
    blocks = [
        block
        for introduction, below in lines.items()
        for block in (
            filled(introduction),
            textwrap.indent("\n".join(filter(None, below)), "  "),
        )
    ]
    notes = [
        f"{request.line}: {request.note}" if len(requests) > 1 else request.note
        for request in requests
        if request.note and request.line
    ]
    return "\n\n".join(filter(None, [*blocks, *map(filled_note, notes)]))
