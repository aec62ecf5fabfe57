"""Lines that wait for confirmation by a reply."""

from collections.abc import Sequence
from dataclasses import replace

from pydantic import BaseModel, ConfigDict

from commands.context.confirmation_mail import (
    BATCH,
    CONFIRMATION_PERIOD,
    PendingBatch,
    limit_requests,
    store_pending,
)
from commands.context.context import Context
from commands.messages.content import TextMessage
from commands.messages.reply_claims import MessageClaims, ReplyClaims
from commands.messages.response import ConfirmationRequest, Response
from pbm.board import Player
from pbm.errors import NotAllowedError
from pbm.ports import Pending

UNTIL_CONFIRMED = "Until then nothing happens."
WAITING = TextMessage(
    subject="Waiting for a reply",
    text="This waits for a reply to a mail that was sent to the registered address.",
)
SENDER_NOT_REGISTERED = (
    "You replied to a mail that was sent to {0}, from an address that isn't registered for {0}.\n"
    "A mail was sent to the registered address: any reply to it within {1} days carries out "
    "what you asked for."
)
NOTHING_PENDING = (
    "Nothing is waiting: this was confirmed already, or the 3 days are over.\n"
    "Only if it was never done, send the command again."
)


class PendingLine(BaseModel):
    """A line to be confirmed before it is executed."""

    model_config = ConfigDict(frozen=True)
    words: tuple[str, ...]
    """The words, without password: a lone dash stands for it."""
    comment: str
    sender: str
    ticket: ReplyClaims | None = None
    """The claims of the reply address, if the line came in a reply about a board."""
    message: MessageClaims | None = None
    """The claims of the reply address, if the line came in a reply to a message."""


def request_line_confirmation(
    context: Context,
    player: Player,
    words: Sequence[str],
    introduction: str = "A mail from your address asks for this",
    note: str = "",
) -> Response:
    """Stores a line of this player until a reply from a registered address confirms it.

    `words`: the line, with a lone dash in the place of a password. The sender's address is asked
    if it is registered, else all of the player's. `note`: what the player should know before.
    """
    sender = context.caller.address
    own = tuple(each for each in player.addresses if each.lower() == sender.lower())
    pending = PendingLine(words=tuple(words), comment=context.comment, sender=sender)
    request = _request_line(context, player, own or player.addresses, pending, introduction)
    return Response(WAITING, {"held": True}, confirmations=(replace(request, note=note),))


def request_reply_confirmation(context: Context, player: Player, words: Sequence[str]) -> Response:
    """Stores a line that came to this player's reply address from an unregistered address."""
    caller = context.caller
    pending = PendingLine(
        words=tuple(words),
        comment=context.comment,
        sender=caller.address,
        ticket=caller.claims,
        message=caller.message,
    )
    introduction = (
        "A reply to a mail that was sent to you asks for this, from an address that isn't yours "
        "here"
    )
    request = _request_line(context, player, player.addresses, pending, introduction)
    content = TextMessage(
        subject=f"Waiting for {player.userid}",
        text=SENDER_NOT_REGISTERED.format(player.userid, CONFIRMATION_PERIOD.days),
    )
    return Response(content, {"held": True}, confirmations=(request,))


def take_pending(context: Context, code: str) -> list[Pending]:
    """Removes and returns all that waits for the code of a mail; raises NotAllowedError."""
    found = _take(context, context.codes.digest(code))
    if found and found.purpose == BATCH:
        digests = PendingBatch.model_validate_json(found.content).digests
        pending = [each for digest in digests if (each := _take(context, digest))]
    else:
        pending = [found] if found and found.purpose != "reset" else []
    if not pending:
        raise NotAllowedError(NOTHING_PENDING)
    return pending


def _request_line(
    context: Context,
    player: Player,
    addresses: Sequence[str],
    pending: PendingLine,
    introduction: str,
) -> ConfirmationRequest:
    limit_requests(context, addresses)
    line = " ".join(pending.words).replace(f" {player.userid} - ", " ")
    line = line.removesuffix(" -")  # the userid stays: several may share an address
    word = store_pending(context, player.id, "line", pending)
    return ConfirmationRequest(
        player.id, tuple(addresses), word, line, f"{introduction}:", UNTIL_CONFIRMED, line
    )


def _take(context: Context, digest: str) -> Pending | None:
    return context.work.pending_confirmations.take(digest, context.now())
