"""Asking for a confirmation by reply."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from pydantic import BaseModel, ConfigDict

from commands.accounts.welcome import welcome_message
from commands.context.authentication import mark_reachable
from commands.context.context import Context
from commands.messages.content import TextMessage
from commands.messages.reply_claims import ReplyClaims
from commands.messages.response import Notification, Response
from pbm.board import Player
from pbm.errors import NotAllowedError
from pbm.ports import Pending, Purpose
from pbm.wording import listing

CONFIRMATION_PERIOD = timedelta(days=3)
"""How long a confirmation is waited for."""


UNTIL_CONFIRMED = "Until then nothing happens"


ELSEWHERE = (
    "You replied to a mail that was sent to {0}, from an address that isn't registered for {0}.\n"
    "A mail was sent to the registered address: any reply to it within {1} days carries out "
    "what you asked for."
)


class PendingAddress(BaseModel):
    """An address to be confirmed, and all that the player then wants to have."""

    model_config = ConfigDict(frozen=True)
    address: str
    addresses: tuple[str, ...]


class PendingLine(BaseModel):
    """A line that waits to be carried out."""

    model_config = ConfigDict(frozen=True)
    words: tuple[str, ...]
    comment: str
    sender: str
    ticket: ReplyClaims | None = None
    """What the address speaks for that was replied to, if it was a reply."""


def request_address_confirmation(
    context: Context, player: Player, address: str, wanted: Sequence[str]
) -> Notification:
    """The mail by which an address is confirmed."""
    pending = PendingAddress(address=address, addresses=tuple(wanted))
    what = f"Somebody, most likely you, wants mail for {player.userid} to go to this address."
    until = "Until then no other mail is sent here on that account"
    if not player.confirmed:
        what = f"Somebody, most likely you, signed up here as {player.userid} with this address."
        until = f"Until then {player.userid} can't play, and no other mail is sent here"
    context.rate_limits.limit_confirmations(address)
    text = f"{what}\n\n{_instructions(until)}"
    content = _confirmation_message(context, player, "address", pending, text)
    return Notification((address,), content)


def request_address_confirmations(
    context: Context,
    player: Player,
    new: Sequence[str],
    wanted: Sequence[str],
    content: TextMessage,
) -> Response:
    """A mail to each new address; it is the answer too if it goes to the sender, else `said`."""
    notifications = tuple(
        request_address_confirmation(context, player, address, wanted) for address in new
    )
    sender = context.caller.address.lower()
    own = (
        notification.content
        for notification in notifications
        if sender in map(str.lower, notification.addresses)
    )
    data = {"userid": player.userid, "waiting": list(new)}
    return Response(next(own, content), data, notifications)


def request_line_confirmation(context: Context, player: Player, words: Sequence[str]) -> Response:
    """Holds a line of this player's until the address it came from confirms it."""
    address = context.caller.address
    held = PendingLine(words=tuple(words), comment=context.comment, sender=address)
    what = f"A mail with your address asked for this:\n\n  {' '.join(words)}"
    content = _confirmation_message(
        context,
        player,
        "line",
        held,
        f"{what}\n\n{_instructions(UNTIL_CONFIRMED)}",
    )
    own = next(own for own in player.addresses if own.lower() == address.lower())
    context.rate_limits.limit_confirmations(own)
    return Response(content, {"held": True}, (Notification((own,), content),))


def request_reply_confirmation(context: Context, player: Player, words: Sequence[str]) -> Response:
    """Holds a line that came to this player's reply address from elsewhere."""
    caller = context.caller
    held = PendingLine(
        words=tuple(words), comment=context.comment, sender=caller.address, ticket=caller.claims
    )
    for address in player.addresses:
        context.rate_limits.limit_confirmations(address)
    line = " ".join(words)
    what = (
        f"A reply to a mail that was sent to you asks for this, from an address that isn't yours "
        f"here:\n\n  {line}"
    )
    asked = _confirmation_message(
        context,
        player,
        "line",
        held,
        f"{what}\n\n{_instructions(UNTIL_CONFIRMED)}",
    )
    told = TextMessage(
        subject=f"Please confirm: {player.userid}",
        text=ELSEWHERE.format(player.userid, CONFIRMATION_PERIOD.days),
    )
    return Response(told, {"held": True}, (Notification(player.addresses, asked),))


def sent_to_note(addresses: Sequence[str]) -> str:
    """Where the mails went, for those who aren't there."""
    return (
        f"A mail was sent to {listing(addresses)}.\n"
        f"It must be answered within {CONFIRMATION_PERIOD.days} days; any reply confirms the address."
    )


def take_pending(context: Context, code: str) -> Pending:
    """What waited for a code that came by mail; from now on the code is no good."""
    pending = context.work.pending_confirmations.take(context.codes.digest(code), context.now())
    if pending is None or pending.purpose == "reset":
        raise NotAllowedError(
            "There is nothing to confirm: it was confirmed before, or it is too late.\n"
            "If you still want it, please send the command again."
        )
    return pending


def confirm_address(context: Context, pending: Pending) -> Response:
    """The address counts from now on; those that the player no longer wants are forgotten."""
    wanted = PendingAddress.model_validate_json(pending.content)
    (player,) = context.work.players.by_ids([pending.player])
    counted = {*player.addresses, wanted.address}
    addresses = [address for address in wanted.addresses if address in counted]
    moved = context.work.players.move_to(player, addresses)
    mark_reachable(context, replace(moved, unreachable=player.unreachable))
    content = _address_message(player, moved)
    told = tuple(dict.fromkeys((*player.addresses, *moved.addresses)))
    data = {"userid": moved.userid, "addresses": list(moved.addresses)}
    return Response(content, data, (Notification(told, content),))


def _confirmation_message(
    context: Context, player: Player, purpose: Purpose, wanted: BaseModel, text: str
) -> TextMessage:
    word, until = context.codes.new(), context.now() + CONFIRMATION_PERIOD
    pending = Pending(purpose, player.id, wanted.model_dump_json(), until)
    context.work.pending_confirmations.add(context.codes.digest_of(word), pending)
    return TextMessage(subject=f"Please confirm: {player.userid}", text=text, confirm=word)


def _instructions(until: str) -> str:
    return (
        f"To confirm it, reply to this mail within {CONFIRMATION_PERIOD.days} days; you needn't write "
        f"anything in\nyour reply. {until}.\nIf it wasn't you, do nothing."
    )


def _address_message(before: Player, after: Player) -> TextMessage:
    if not before.confirmed:
        return welcome_message(after)
    text = f"Mail for {after.userid} goes to {listing(after.addresses)} from now on."
    return TextMessage(subject=f"Address of {after.userid}", text=text)
