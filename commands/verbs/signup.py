"""The command `signup`, which registers a player."""

from dataclasses import replace
from typing import Annotated, ClassVar

from commands.content.messages import TextMessage
from commands.content.response import Notification, Response
from commands.context.context import Context
from commands.language.command import Command
from commands.language.fields import NewPassword, Userid
from commands.language.slots import Many
from commands.language.userids import check_userid
from commands.players.address_confirmation import (
    PendingAddress,
    request_address_confirmations,
    sent_to_note,
)
from commands.players.authentication import given_password
from commands.players.judging_evidence import needs_confirmation
from commands.players.time_zones import zone_of_date
from commands.players.typed_addresses import check_addresses, read_addresses
from commands.players.welcome import welcome_message
from commands.security.passwords import unknown_hash
from commands.security.rate_limits import LimitKind, claimed
from commands.system.secrets.secret import NONE, PLACEHOLDER
from pbm.board.players import Player
from pbm.errors import NotAllowedError

SETS_NONE = (
    "You don't need a password to reply to our emails. In commands that you send in a new email, "
    "write a dash (-) in place of the password, and we'll ask you to confirm each command. To set "
    "a password, send: forgot {}"
)


class Signup(Command):
    """Registers you as a player.

    - USERID: up to 24 letters, digits, _ . and -, beginning with a letter. Capitals don't matter.
      You can't use the name of a robot, or a name such as "admin".
    - PASSWORD: at least 8 characters, without spaces, quotes or colons. It can't be your userid or
      a common password. By email, you can write a dash instead. You then move by reply, and can set
      a password later with `forgot`.
    - ADDRESS: up to five. Without one, we use the address that you write from.

    We email each address. Reply yes within 3 days to confirm it.
    """

    names: ClassVar = ("signup", "add")
    may_be_first: ClassVar = True
    example: ClassVar = "signup alice PASSWORD alice@example.org"

    userid: Userid
    password: NewPassword
    addresses: Annotated[tuple[str, ...], Many("[ADDRESS...]")]

    def run(self, context: Context) -> Response:
        """Registers the player. If the server requires it, asks them to confirm the addresses.

        Errors quote no word because any word may be a misplaced password.
        """
        check_userid(self.userid)
        addresses = read_addresses(
            context.caller.address, self.addresses, "signup USERID PASSWORD ADDRESS"
        )
        check_addresses(context.work, context.site, addresses)
        # A userid whose address nobody confirmed in time is free again.
        context.free_userids()
        if context.work.userids.taken(self.userid):
            raise NotAllowedError(_taken(context, self.userid))
        if context.work.userids.is_mistakable(self.userid):
            raise NotAllowedError(
                "That userid looks too much like another player's. Please choose another."
            )
        proved = bool(context.caller.authenticated_address)
        context.limiter.require(LimitKind.SIGNUP, claimed(context.caller.address, proved=proved))
        has_none = context.caller.address and self.password.reveal() in (NONE, PLACEHOLDER)
        # Don't hash a random password here: the server handles the email again once a hash is
        # computed, and would then draw another password.
        hashed = unknown_hash() if has_none else self._hash(context)
        if needs_confirmation(context, *addresses):
            player = context.work.players.add(self.userid, hashed, (), context.now())
            content = _reserved(player, addresses)
            asked = request_address_confirmations(context, player, addresses, addresses, content)
            note = SETS_NONE.format(player.userid) if has_none else ""
            requests = (replace(request, note=note) for request in asked.confirmations)
            return replace(asked, confirmations=tuple(requests))
        player = context.work.players.add(self.userid, hashed, addresses, context.now())
        return _welcomed(context, player)

    def _hash(self, context: Context) -> str:
        return context.passwords.hash(given_password(self.password), self.userid)


def _taken(context: Context, userid: str) -> str:
    """Returns why a userid isn't free. The sender may have an unconfirmed sign-up for it."""
    player, sender = context.work.players.find(userid), context.caller.address.lower()
    waiting = context.work.pending_confirmations.waiting(player) if player else ()
    addresses = (each.content for each in waiting if each.purpose == "address")
    asked = list(map(PendingAddress.model_validate_json, addresses))
    if any(each.signup and each.address.lower() == sender for each in asked):
        return f'To confirm {userid}, reply "yes" to the email that we sent to this address.'
    return "That userid is taken. Please choose another."


def _reserved(player: Player, addresses: tuple[str, ...]) -> TextMessage:
    text = f"{player.userid} is reserved for you. You can play once you've confirmed an address."
    return TextMessage(
        subject="Waiting for your confirmation", text=f"{text}\n\n{sent_to_note(addresses)}"
    )


def _welcomed(context: Context, player: Player) -> Response:
    asked = context.policy.confirm or not context.caller.address
    content = welcome_message(player, asked=asked, zone=zone_of_date(context.caller.date))
    data = {"userid": player.userid, "addresses": list(player.addresses)}
    return Response(content, data, (Notification(player.addresses, content),))
