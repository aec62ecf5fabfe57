"""Confirm new addresses of players: email a request to each, and register it after a yes."""

from collections.abc import Sequence
from dataclasses import replace

from pydantic import BaseModel, ConfigDict

from commands.content.banners_and_actions import Face
from commands.content.messages import TextMessage
from commands.content.response import ConfirmationRequest, Notification, Response
from commands.context.context import Context
from commands.players.authentication import mark_reachable
from commands.players.confirmation_limits import limit_requests
from commands.players.confirmation_mails import CONFIRMATION_PERIOD, store_pending
from commands.players.time_zones import zone_of_date
from commands.players.typed_addresses import check_addresses
from commands.players.welcome import welcome_message
from commands.security.rate_limits import LimitKind
from pbm.board.players import Player
from pbm.wording import filled, listing

ONE_IS_ENOUGH = "One confirmed address is enough to play."


class PendingAddress(BaseModel):
    """A new address that its owner hasn't confirmed yet."""

    model_config = ConfigDict(frozen=True, hide_input_in_errors=True)
    address: str
    addresses: tuple[str, ...]
    """All addresses that the player wants to have after the confirmation."""
    signup: bool = False
    """Whether the player had no confirmed address before."""
    zone: str = ""
    """Time zone of a new player, guessed from the Date of their email. Empty if unknown."""

    @property
    def irreversible(self) -> bool:
        """Whether the address needs an explicit yes. Otherwise, an empty reply confirms it."""
        return not self.signup

    def title(self, player: Player) -> str:
        """Returns a short title of the action."""
        if self.signup:
            return f"signup {player.userid}"
        return f"address {self.address} for {player.userid}"


def request_address_confirmation(
    context: Context, player: Player, address: str, all_addresses: Sequence[str]
) -> ConfirmationRequest:
    """Stores a pending address, and returns the request that is emailed there.

    `all_addresses`: all addresses that the player wants to have.
    """
    pending = PendingAddress(
        address=address,
        addresses=tuple(all_addresses),
        signup=not player.confirmed,
        zone=zone_of_date(context.caller.date),
    )
    question = f"Should we write to {player.userid} at this address?"
    introduction = f"Someone, probably you, asked us to write to {player.userid} at {address}."
    until = "Until you confirm, we won't write to this address again."
    if pending.signup:
        question = f"Confirm your address to play as {player.userid}."
        introduction = f"Someone, probably you, signed up as {player.userid} with this address."
        until = f"{until} {ONE_IS_ENOUGH}"
        if len(all_addresses) == 1:
            until = "Until you confirm, you can't play and we won't write to this address again."
    limit_requests(context, [address], "address")
    context.limiter.require(LimitKind.ADDRESS_REQUEST, str(player.id))
    word = store_pending(context, player.id, "address", pending)
    return ConfirmationRequest(
        player.id,
        (address,),
        word,
        pending.title(player),
        question,
        introduction,
        until,
        irreversible=pending.irreversible,
    )


def request_address_confirmations(
    context: Context,
    player: Player,
    new: Sequence[str],
    all_addresses: Sequence[str],
    content: TextMessage,
) -> Response:
    """Returns a response with a request to each new address.

    `content`: the answer to the sender.
    """
    requests = tuple(
        request_address_confirmation(context, player, address, all_addresses) for address in new
    )
    data = {"userid": player.userid, "waiting": list(new)}
    return Response(content, data, confirmations=requests)


def sent_to_note(addresses: Sequence[str]) -> str:
    """Returns a note on where the requests were sent.

    The sender may be writing from another address.
    """
    emails, it = ("an email", "it") if len(addresses) == 1 else ("emails", "each")
    return filled(
        f'We sent {emails} to {listing(addresses)}. Reply "yes" to {it} within '
        f"{CONFIRMATION_PERIOD.days} days to confirm that address."
    )


def confirm_address(context: Context, player: Player, pending: PendingAddress) -> Response:
    """Registers the confirmed address, and removes addresses that the player no longer wants."""
    # Check again: other players may have registered the mailbox since the request.
    check_addresses(context.work, context.site, [pending.address], player)
    confirmed = {*player.addresses, pending.address}
    addresses = [address for address in pending.addresses if address in confirmed]
    moved = context.work.players.move_to(player, addresses)
    mark_reachable(
        context, replace(moved, unreachable=player.unreachable, clock_stop=player.clock_stop)
    )
    content = _address_message(player, moved, pending)
    notified = tuple(dict.fromkeys((*player.addresses, *moved.addresses)))
    data = {"userid": moved.userid, "addresses": list(moved.addresses)}
    return Response(content, data, (Notification(notified, content, immediate=True),))


def _address_message(before: Player, after: Player, pending: PendingAddress) -> TextMessage:
    if not before.confirmed:
        waiting = [address for address in pending.addresses if address not in after.addresses]
        return welcome_message(after, waiting, zone=pending.zone)
    return new_address_message(after)


def new_address_message(player: Player) -> TextMessage:
    """Returns the message that a player's addresses have changed."""
    banner = f"From now on, we'll write to {player.userid} at {listing(player.addresses)}."
    return TextMessage(
        subject=f"New address for {player.userid}", text="", face=Face(banner=banner)
    )
