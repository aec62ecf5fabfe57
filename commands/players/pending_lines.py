"""Pending lines: command lines that are stored until a reply confirms them."""

import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from pydantic import BaseModel, ConfigDict

from commands.content.messages import TextMessage
from commands.content.reply_claims import MessageClaims, ReplyClaims
from commands.content.response import ConfirmationRequest, Response
from commands.context.caller import ConfirmationRequired
from commands.context.confirmation_reasons import CHALLENGE, ConfirmationReason
from commands.context.context import Context
from commands.players.address_confirmation import PendingAddress
from commands.players.confirmation_limits import limit_requests
from commands.players.confirmation_mails import (
    BATCH,
    WITHIN_DAYS,
    PendingBatch,
    store_pending,
)
from commands.security.masking import mask_addresses
from commands.system.secrets.secret import NONE, PLACEHOLDER, Secret
from commands.views.text.board_text import position_text
from pbm.board.players import Player
from pbm.errors import NotAllowedError
from pbm.stored_values import Pending
from pbm.wording import filled

MAX_WORDS = 1_000
"""Maximum length of the player's words in a confirmation request, in characters."""
WAITING = TextMessage(
    subject="Waiting for your reply",
    text="We sent an email to the registered address. Reply to it to confirm the command.",
)
ASKED = 'We sent an email to the registered address. To confirm your command, reply "yes" to it {}.'
NOTHING_PENDING = (
    "We have nothing to confirm here. You've already answered, or the time limit has passed.\n"
    "If we haven't run your command, send it again."
)


class PendingLine(BaseModel):
    """A command line that runs once it is confirmed."""

    model_config = ConfigDict(frozen=True, hide_input_in_errors=True)
    words: tuple[str, ...]
    """Words of the line, with a dash in place of the password."""
    comment: str
    sender: str
    ticket: ReplyClaims | None = None
    """Claims of the reply address if the line came in a reply about a board."""
    message: MessageClaims | None = None
    """Claims of the reply address if the line came in a reply to a message."""
    irreversible: bool = False
    """Whether the line can't be undone. If so, only an explicit yes confirms it."""
    guessed: bool = False
    """Whether the line was guessed. If so, the player is only asked whether the guess is right."""
    by_sender: bool = False
    """Whether only the sender's address identified the player, and no password or reply address."""
    note: str = ""
    """Facts that are shown again with the question if a reply is neither yes nor no."""


@dataclass(frozen=True, slots=True)
class LineEffect:
    """The effect of a line, about which its player should know before confirming."""

    irreversible: bool
    takes_words: bool
    """Whether the line passes on the text that accompanies it."""
    saves_words: bool
    """Whether it only saves the text for its writer."""
    sentence: str
    """A sentence that describes the effect."""
    note: str
    """More facts that the player should know."""
    limit: str
    """When to confirm, such as `before the tournament starts`, or an empty string."""


@dataclass(frozen=True, slots=True)
class PendingAction:
    """A player's action that a reply can confirm."""

    player: Player
    action: PendingLine | PendingAddress
    title: str
    """Short description of the action."""

    @property
    def asked(self) -> tuple[str, ...]:
        """Addresses to which the request may have been sent."""
        if isinstance(self.action, PendingAddress):
            return (self.action.address,)
        return self.player.addresses


def request_line_confirmation(
    context: Context,
    player: Player,
    words: Sequence[str],
    reason: ConfirmationReason = CHALLENGE,
    note: str = "",
    *,
    irreversible: bool = False,
) -> Response:
    """Stores a line of this player until a reply from a registered address confirms it.

    If the sender's address is registered, the request is sent only to that address. Otherwise, it
    is sent to all addresses of the player.

    `words`: the line, with a dash in place of a password.
    `note`: facts that the player should know before confirming.
    """
    sender = context.caller.address
    sender_addresses = tuple(each for each in player.addresses if each.lower() == sender.lower())
    pending = PendingLine(
        words=tuple(words),
        comment=context.comment,
        sender=sender,
        irreversible=irreversible,
        by_sender=reason.evidence == "sender",
    )
    request = _request_line(context, player, sender_addresses or player.addresses, pending, reason)
    return Response(WAITING, {"held": True}, confirmations=(replace(request, note=note),))


def request_required_confirmation(
    context: Context, required: ConfirmationRequired, words: Sequence[str], effect: LineEffect
) -> Response:
    """Stores a line whose sender isn't sufficiently proved until a reply confirms it.

    `words`: the line as received. The password is removed here.
    """
    caller, player, reason = context.caller, required.player, required.reason
    pending = PendingLine(
        words=_without_password(words, required.password),
        comment=required.password.hide(context.comment),
        sender=caller.address,
        ticket=caller.reply.claims,
        message=caller.reply.message,
        irreversible=effect.irreversible,
        guessed=caller.guessed,
        by_sender=reason.evidence == "sender",
    )
    board = context.current_board if reason.shows_board else None
    if board:
        reason = replace(reason, question=reason.question.format(board.number))
    sender = caller.address.lower()
    sender_addresses = tuple(each for each in player.addresses if each.lower() == sender)
    asked = sender_addresses if caller.guessed and sender_addresses else player.addresses
    request = _request_line(context, player, asked, pending, reason)
    note = _note(context, pending.comment, effect)
    turned = board is not None and board.is_turned_for(player)
    diagram = position_text(board.match, turned=turned) if board else ""
    request = replace(request, note=note, position=diagram, limit=effect.limit)
    text = f"{reason.explanation.format(player.userid)} {ASKED.format(effect.limit or WITHIN_DAYS)}"
    content = TextMessage(subject=f"Waiting for {player.userid}", text=filled(text))
    return Response(content, {"held": True}, confirmations=(request,))


def _note(context: Context, comment: str, effect: LineEffect) -> str:
    """Returns what the player should know about a line before confirming.

    This includes the text that accompanied it, because nobody should confirm a text unseen.
    """
    words = mask_addresses(comment, context.site, context.codes)
    what = (
        f"If you confirm, we'll {'save' if effect.saves_words else 'send'} this text"
        if effect.takes_words
        else "This command sends no message, so nobody will see the text of your email"
    )
    shown = textwrap.shorten(f"{what}: {words}", MAX_WORDS) if words.strip() else ""
    return " ".join(filter(None, (effect.sentence, effect.note, shown)))


def take_pending(context: Context, code: str) -> list[PendingAction]:
    """Removes and returns all actions with the code of an email.

    Raises NotAllowedError if there are none.
    """
    return _waiting(context, code, context.work.pending_confirmations.take)


def find_pending(context: Context, code: str) -> list[PendingAction]:
    """Returns all actions with the code of an email. Raises NotAllowedError if there are none."""
    return _waiting(context, code, context.work.pending_confirmations.find)


def _waiting(
    context: Context, code: str, read: Callable[[str, datetime], Pending | None]
) -> list[PendingAction]:
    first = read(context.codes.digest(code), context.now())
    if first and first.purpose == BATCH:
        digests = PendingBatch.model_validate_json(first.content).digests
        pending = [each for digest in digests if (each := read(digest, context.now()))]
    else:
        pending = [first] if first and first.purpose != "reset" else []
    if not pending:
        raise NotAllowedError(NOTHING_PENDING)
    return [_read(context, each) for each in pending]


def _read(context: Context, pending: Pending) -> PendingAction:
    (player,) = context.work.players.by_ids([pending.player])
    if pending.purpose == "address":
        address = PendingAddress.model_validate_json(pending.content)
        return PendingAction(player, address, address.title(player))
    line = PendingLine.model_validate_json(pending.content)
    return PendingAction(player, line, _title(context, player, line))


def _request_line(
    context: Context,
    player: Player,
    addresses: Sequence[str],
    pending: PendingLine,
    reason: ConfirmationReason,
) -> ConfirmationRequest:
    if not _is_the_answer(context, addresses, reason):
        limit_requests(context, addresses, reason.evidence)
    line = _title(context, player, pending)
    word = store_pending(context, player.id, "line", pending)
    return ConfirmationRequest(
        player.id,
        tuple(addresses),
        word,
        line,
        reason.question,
        reason.introduction,
        line=line,
        irreversible=pending.irreversible,
    )


def _title(context: Context, player: Player, pending: PendingLine) -> str:
    line = " ".join(pending.words).replace(f" {player.userid} - ", " ")
    line = line.removesuffix(" -")  # Keep the userid, because several players may share an address.
    return mask_addresses(line, context.site, context.codes)


def _is_the_answer(context: Context, addresses: Sequence[str], reason: ConfirmationReason) -> bool:
    """Whether the request replaces the answer to the sender, and is limited like an answer.

    If it were limited as a request, a few forged emails could keep the owner of the address from
    challenging.
    """
    sender = [context.caller.address.lower()]
    return reason.evidence == "sender" and [each.lower() for each in addresses] == sender


def _without_password(words: Sequence[str], password: Secret) -> tuple[str, ...]:
    """Returns the words with a dash in place of the password, and without the password option."""
    word = password.reveal() or PLACEHOLDER
    remaining = (each for each in words if not (word and each.endswith(f"={word}")))
    return tuple(NONE if word and each == word else each for each in remaining)
