"""Registering a player."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from commands.accounts.addresses import read_addresses
from commands.accounts.welcome import welcome
from commands.context.confirmation import ask_addresses, sent_to
from commands.context.context import Session
from commands.language.command import Command
from commands.language.fields import NewPassword, Userid
from commands.language.slots import Many
from commands.language.userids import check_userid
from commands.messages.content import Plain
from commands.messages.response import Answer, Notice
from commands.security.rate_limits import count_signup
from pbm.board import Player
from pbm.errors import NotAllowed


@dataclass(frozen=True)
class Signup(Command):
    """Registers a player.

    A userid begins with a letter and has up to 24 letters, digits, _ . and -; capitals don't
    matter when it is used. Passwords have no spaces, quotes or colons. The address is the
    sender's when none is given; up to five may be. Each is sent a mail, and any reply to it within
    3 days confirms the address.
    """

    names: ClassVar = ("signup", "add")
    example: ClassVar = "signup alice PASSWORD alice@example.org"

    userid: Userid
    password: NewPassword
    addresses: Annotated[tuple[str, ...], Many("[ADDRESS...]")]

    def run(self, session: Session) -> Answer:
        """Refusals quote no word: a password may stand in the place of any."""
        check_userid(self.userid)
        addresses = read_addresses(session, self.addresses, "signup USERID PASSWORD ADDRESS")
        session.work.players.free(session.now())
        if session.work.players.taken(self.userid):
            raise NotAllowed("That userid is taken; please choose another.")
        count_signup(session)
        hashed = session.passwords.hash(session.secret(self.password))
        if session.must_confirm(*addresses):
            player = session.work.players.add(self.userid, hashed, (), session.now())
            said = _reserved(player, addresses)
            return ask_addresses(session, player, addresses, addresses, said)
        return _welcomed(session.work.players.add(self.userid, hashed, addresses, session.now()))


def _reserved(player: Player, addresses: tuple[str, ...]) -> Plain:
    text = f"{player.userid} is reserved for you, and can play once an address is confirmed."
    return Plain(subject=f"Waiting for {player.userid}", text=f"{text}\n\n{sent_to(addresses)}")


def _welcomed(player: Player) -> Answer:
    said = welcome(player)
    data = {"userid": player.userid, "addresses": list(player.addresses)}
    return Answer(said, data, (Notice(player.addresses, said),))
