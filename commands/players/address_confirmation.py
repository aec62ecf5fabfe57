"""Addresses that wait for confirmation by a reply."""

from collections.abc import Sequence
from dataclasses import replace

from pydantic import BaseModel, ConfigDict

from commands.content.messages import TextMessage
from commands.content.response import ConfirmationRequest, Notification, Response
from commands.context.context import Context
from commands.players.addresses import check_addresses
from commands.players.authentication import mark_reachable
from commands.players.confirmation_limits import limit_requests
from commands.players.confirmation_mails import CONFIRMATION_PERIOD, store_pending
from commands.players.time_zones import zone_of_date
from commands.players.welcome import welcome_message
from commands.security.limits import LimitKind
from pbm.board.players import Player
from pbm.wording import filled, listing

ONE_IS_ENOUGH = "One confirmed address is enough to play."


class PendingAddress(BaseModel):
    """An address to be confirmed."""

    model_config = ConfigDict(frozen=True, hide_input_in_errors=True)
    address: str
    addresses: tuple[str, ...]
    """All addresses that the player wants to have then."""
    signup: bool = False
    """True if the player had confirmed no address before."""
    zone: str = ""
    """The time zone that the mail of a player who signs up seems to come from."""

    @property
    def irreversible(self) -> bool:
        """True if only a plain yes confirms it."""
        return not self.signup

    def title(self, player: Player) -> str:
        """Returns the action in a few words."""
        if self.signup:
            return f"signup {player.userid}"
        return f"address {self.address} for {player.userid}"


def request_address_confirmation(
    context: Context, player: Player, address: str, wanted: Sequence[str]
) -> ConfirmationRequest:
    """Stores an address that the player wants until a reply from there confirms it."""
    pending = PendingAddress(
        address=address,
        addresses=tuple(wanted),
        signup=not player.confirmed,
        zone=zone_of_date(context.caller.date),
    )
    introduction = (
        f"Somebody, most likely you, wants mail for {player.userid} to go to this address."
    )
    until = "Until then nothing else is sent here on that account."
    if pending.signup:
        introduction = (
            f"Somebody, most likely you, signed up here as {player.userid} with this address."
        )
        until = f"Until then nothing else is sent here. {ONE_IS_ENOUGH}"
        if len(wanted) == 1:
            until = f"Until then {player.userid} can't play, and nothing else is sent here."
    limit_requests(context, [address], "address")
    context.limiter.require(LimitKind.ADDRESS_REQUEST, str(player.id))
    word = store_pending(context, player.id, "address", pending)
    return ConfirmationRequest(
        player.id,
        (address,),
        word,
        pending.title(player),
        introduction,
        until,
        irreversible=pending.irreversible,
    )


def request_address_confirmations(
    context: Context,
    player: Player,
    new: Sequence[str],
    wanted: Sequence[str],
    content: TextMessage,
) -> Response:
    """Returns a response with a request to each new address; `content` is the sender's answer."""
    requests = tuple(
        request_address_confirmation(context, player, address, wanted) for address in new
    )
    data = {"userid": player.userid, "waiting": list(new)}
    return Response(content, data, confirmations=requests)


def sent_to_note(addresses: Sequence[str]) -> str:
    """Returns a note on where the mails went, for senders who write from another address."""
    mails = "A mail was" if len(addresses) == 1 else "Mails were"
    return filled(
        f"{mails} sent to {listing(addresses)}. The reply yes to it within "
        f"{CONFIRMATION_PERIOD.days} days confirms that address."
    )


def confirm_address(context: Context, player: Player, wanted: PendingAddress) -> Response:
    """Registers the confirmed address; removes those that the player no longer wants."""
    check_addresses(context.work, context.site, [wanted.address], player)
    confirmed = {*player.addresses, wanted.address}
    addresses = [address for address in wanted.addresses if address in confirmed]
    moved = context.work.players.move_to(player, addresses)
    mark_reachable(
        context, replace(moved, unreachable=player.unreachable, clock_stop=player.clock_stop)
    )
    content = _address_message(player, moved, wanted)
    notified = tuple(dict.fromkeys((*player.addresses, *moved.addresses)))
    data = {"userid": moved.userid, "addresses": list(moved.addresses)}
    return Response(content, data, (Notification(notified, content, immediate=True),))


def _address_message(before: Player, after: Player, wanted: PendingAddress) -> TextMessage:
    if not before.confirmed:
        waiting = [address for address in wanted.addresses if address not in after.addresses]
        return welcome_message(after, waiting, zone=wanted.zone)
    return new_address_message(after)


def new_address_message(player: Player) -> TextMessage:
    """Returns the message that a player's addresses were changed."""
    text = f"Mail for {player.userid} goes to {listing(player.addresses)} from now on."
    return TextMessage(subject=f"New address of {player.userid}", text=filled(text))
