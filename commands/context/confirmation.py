"""Commands and addresses that wait for confirmation by a reply."""

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
"""The time in which a confirmation must arrive."""

UNTIL_CONFIRMED = "Until then nothing happens"
SENDER_NOT_REGISTERED = (
    "You replied to a mail that was sent to {0}, from an address that isn't registered for {0}.\n"
    "A mail was sent to the registered address: any reply to it within {1} days carries out "
    "what you asked for."
)


class PendingAddress(BaseModel):
    """An address to be confirmed."""

    model_config = ConfigDict(frozen=True)
    address: str
    addresses: tuple[str, ...]
    """All addresses that the player wants to have then."""


class PendingLine(BaseModel):
    """A line to be confirmed before it is executed."""

    model_config = ConfigDict(frozen=True)
    words: tuple[str, ...]
    comment: str
    sender: str
    ticket: ReplyClaims | None = None
    """The claims of the reply address, if the line came in a reply."""


def request_address_confirmation(
    context: Context, player: Player, address: str, wanted: Sequence[str]
) -> Notification:
    """Returns the notification whose reply confirms an address."""
    pending = PendingAddress(address=address, addresses=tuple(wanted))
    introduction = (
        f"Somebody, most likely you, wants mail for {player.userid} to go to this address."
    )
    until = "Until then no other mail is sent here on that account"
    if not player.confirmed:
        introduction = (
            f"Somebody, most likely you, signed up here as {player.userid} with this address."
        )
        until = f"Until then {player.userid} can't play, and no other mail is sent here"
    context.rate_limits.limit_confirmations(address)
    text = f"{introduction}\n\n{_instructions(until)}"
    content = _confirmation_message(context, player, "address", pending, text)
    return Notification((address,), content)


def request_address_confirmations(
    context: Context,
    player: Player,
    new: Sequence[str],
    wanted: Sequence[str],
    content: TextMessage,
) -> Response:
    """Returns a response with a notification to each new address.

    Its content is that of the sender's own notification if there is one, else `content`.
    """
    notifications = tuple(
        request_address_confirmation(context, player, address, wanted) for address in new
    )
    sender = context.caller.address.lower()
    to_sender = (
        notification.content
        for notification in notifications
        if sender in map(str.lower, notification.addresses)
    )
    data = {"userid": player.userid, "waiting": list(new)}
    return Response(next(to_sender, content), data, notifications)


def request_line_confirmation(context: Context, player: Player, words: Sequence[str]) -> Response:
    """Stores a line of this player until a reply from the sender's address confirms it."""
    address = context.caller.address
    pending = PendingLine(words=tuple(words), comment=context.comment, sender=address)
    introduction = f"A mail with your address asked for this:\n\n  {' '.join(words)}"
    content = _confirmation_message(
        context,
        player,
        "line",
        pending,
        f"{introduction}\n\n{_instructions(UNTIL_CONFIRMED)}",
    )
    registered = next(each for each in player.addresses if each.lower() == address.lower())
    context.rate_limits.limit_confirmations(registered)
    return Response(content, {"held": True}, (Notification((registered,), content),))


def request_reply_confirmation(context: Context, player: Player, words: Sequence[str]) -> Response:
    """Stores a line that came to this player's reply address from an unregistered address."""
    caller = context.caller
    pending = PendingLine(
        words=tuple(words), comment=context.comment, sender=caller.address, ticket=caller.claims
    )
    for address in player.addresses:
        context.rate_limits.limit_confirmations(address)
    line = " ".join(words)
    introduction = (
        f"A reply to a mail that was sent to you asks for this, from an address that isn't yours "
        f"here:\n\n  {line}"
    )
    confirmation = _confirmation_message(
        context,
        player,
        "line",
        pending,
        f"{introduction}\n\n{_instructions(UNTIL_CONFIRMED)}",
    )
    content = TextMessage(
        subject=f"Please confirm: {player.userid}",
        text=SENDER_NOT_REGISTERED.format(player.userid, CONFIRMATION_PERIOD.days),
    )
    return Response(content, {"held": True}, (Notification(player.addresses, confirmation),))


def sent_to_note(addresses: Sequence[str]) -> str:
    """Returns a note on where the mails went, for senders who write from another address."""
    return (
        f"A mail was sent to {listing(addresses)}.\n"
        f"It must be answered within {CONFIRMATION_PERIOD.days} days; "
        "any reply confirms the address."
    )


def take_pending(context: Context, code: str) -> Pending:
    """Removes and returns what waits for the code of a mail; raises NotAllowedError."""
    pending = context.work.pending_confirmations.take(context.codes.digest(code), context.now())
    if pending is None or pending.purpose == "reset":
        raise NotAllowedError(
            "There is nothing to confirm: it was confirmed before, or it is too late.\n"
            "If you still want it, please send the command again."
        )
    return pending


def confirm_address(context: Context, pending: Pending) -> Response:
    """Registers the confirmed address; removes those that the player no longer wants."""
    wanted = PendingAddress.model_validate_json(pending.content)
    (player,) = context.work.players.by_ids([pending.player])
    confirmed = {*player.addresses, wanted.address}
    addresses = [address for address in wanted.addresses if address in confirmed]
    moved = context.work.players.move_to(player, addresses)
    mark_reachable(context, replace(moved, unreachable=player.unreachable))
    content = _address_message(player, moved)
    notified = tuple(dict.fromkeys((*player.addresses, *moved.addresses)))
    data = {"userid": moved.userid, "addresses": list(moved.addresses)}
    return Response(content, data, (Notification(notified, content),))


def _confirmation_message(
    context: Context, player: Player, purpose: Purpose, content: BaseModel, text: str
) -> TextMessage:
    """Stores `content` under a new code; returns the mail whose reply brings the code."""
    code, until = context.codes.new(), context.now() + CONFIRMATION_PERIOD
    pending = Pending(purpose, player.id, content.model_dump_json(), until)
    context.work.pending_confirmations.add(context.codes.digest_of(code), pending)
    return TextMessage(subject=f"Please confirm: {player.userid}", text=text, confirm=code)


def _instructions(until: str) -> str:
    return (
        f"To confirm it, reply to this mail within {CONFIRMATION_PERIOD.days} days; "
        f"you needn't write anything in\nyour reply. {until}.\nIf it wasn't you, do nothing."
    )


def _address_message(before: Player, after: Player) -> TextMessage:
    if not before.confirmed:
        return welcome_message(after)
    text = f"Mail for {after.userid} goes to {listing(after.addresses)} from now on."
    return TextMessage(subject=f"Address of {after.userid}", text=text)
