"""Emails that ask for confirmation: one to each recipient for everything that was requested."""

import textwrap
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from itertools import product
from typing import Final, get_args

from pydantic import BaseModel, ConfigDict

from commands.content.messages import TextMessage
from commands.content.response import ConfirmationRequest, Notification
from commands.context.confirmation_reasons import Evidence
from commands.context.context import Context
from commands.security.limits import LimitKind
from pbm.errors import NotAllowedError
from pbm.stored import Pending, Purpose
from pbm.wording import counted, filled

CONFIRMATION_PERIOD = timedelta(days=3)
"""The time in which a confirmation must arrive."""
BATCH: Final = "batch"
MAX_TITLE_LENGTH = 60
EMPTY_COUNTS = "an empty reply counts as yes."
ONLY_YES = "an empty reply isn't enough for this."
NEEDS_NONE = (
    "A command needs no confirmation with your password (-password=PASSWORD in a challenge), or in "
    "a\nreply to the newest mail about a board of yours."
)
IF_NOT_YOU = "If it wasn't you, or isn't what you want, reply no, or do nothing."


class PendingBatch(BaseModel):
    """Several pending actions, which one reply confirms."""

    model_config = ConfigDict(frozen=True, hide_input_in_errors=True)
    digests: tuple[str, ...]
    """The hashes under which they are stored."""


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


def store_pending(
    context: Context,
    player: int,
    purpose: Purpose,
    content: BaseModel,
    until: datetime | None = None,
) -> str:
    """Stores a pending action; returns the word whose one-time code confirms it.

    `until`: the time in which it must arrive, if it isn't the usual one.
    """
    word, until = context.codes.new(), until or context.now() + CONFIRMATION_PERIOD
    pending = Pending(purpose, player, content.model_dump_json(), until)
    context.work.pending_confirmations.add(context.codes.digest_of(word), pending)
    return word


def limit_requests(context: Context, addresses: Sequence[str], evidence: Evidence) -> None:
    """Counts the mail to each address, unless another line of the same mail has it sent.

    Raises NotAllowedError above the limits.
    """
    if not may_request(context, addresses):
        most = counted(context.policy.requests_per_mail, "address", "addresses")
        raise NotAllowedError(
            f"One mail has confirmations and codes sent to at most {most}.\n"
            "Send what is left in another mail."
        )
    for address in addresses:
        if address.lower() not in context.caller.earlier.asked:
            _limit_confirmations(context, address, evidence)
            limit_mails_to_stranger(context, address)


def _limit_confirmations(context: Context, address: str, evidence: Evidence) -> None:
    """Raises NotAllowedError when an address is asked for too many confirmations in a day.

    Anybody may write under another player's name, so requests are counted separately by what the
    mail proves, and only those that weren't confirmed.
    """
    try:
        context.limiter.require(LimitKind.CONFIRMATION, _whose(address, evidence))
    except NotAllowedError as error:
        advice = "" if evidence == "address" else f"\n{NEEDS_NONE}"
        raise NotAllowedError(f"{error.text}{advice}") from None


def forget_requests(context: Context, addresses: Sequence[str]) -> None:
    """Deletes the counts of requests to these addresses: one was confirmed by its owner."""
    asked = product(addresses, get_args(Evidence))
    context.limiter.forget(LimitKind.CONFIRMATION, [_whose(*each) for each in asked])


def _whose(address: str, evidence: Evidence) -> str:
    return f"{evidence} {address}"


def may_request(context: Context, addresses: Sequence[str]) -> bool:
    """Returns True if the mail may have confirmations or codes sent to these addresses, too."""
    asked = context.caller.earlier.asked.union(map(str.lower, addresses))
    return not context.caller.address or len(asked) <= context.policy.requests_per_mail


def limit_mails_to_stranger(context: Context, address: str) -> None:
    """Counts a mail to this address; raises NotAllowedError if it gets no more today.

    Addresses that are registered, or vouched for by the mail server, aren't strangers'.
    """
    vouched = address.lower() == context.caller.authenticated_address.lower()
    if not context.caller.address or vouched or context.work.players.is_registered(address):
        return
    context.limiter.require(LimitKind.STRANGER, address)


def _common_word(context: Context, requests: Sequence[ConfirmationRequest]) -> str:
    """Returns the word whose code confirms all these actions."""
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
    what = "it" if len(requests) == 1 else f"all {len(requests)}"
    enough = ONLY_YES if any(request.irreversible for request in requests) else EMPTY_COUNTS
    how = (
        f"To confirm {what}, reply yes to this mail within {CONFIRMATION_PERIOD.days} days; "
        f"{enough} {until}"
    )
    return f"{filled(how)}\n{IF_NOT_YOU}"
