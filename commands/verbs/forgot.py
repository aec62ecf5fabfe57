"""Asking for a new password."""

from dataclasses import dataclass
from datetime import timedelta
from typing import ClassVar

from commands.context.context import Session
from commands.language.command import Command
from commands.language.fields import Userid
from commands.messages.content import CODE_HERE, Plain
from commands.messages.response import Answer, Notice, plain
from commands.security.rate_limits import may_have_code
from pbm.board import Player
from pbm.ports import Pending

PATIENCE = timedelta(hours=1)
AGAIN = timedelta(minutes=10)
"""How long no other code is sent."""

ASKED = (
    "If a player of that name is registered here, a code was sent to the player's own address.\n"
    "It is good for an hour, for this line:\n\n  reset USERID CODE NEWPASSWORD"
)
"""The same whether there is such a player or not."""


@dataclass(frozen=True)
class Forgot(Command):
    """Sends a code to the player's registered address, with which a new password can be set.

    The code is good for an hour, once: `reset USERID CODE NEWPASSWORD`.
    """

    names: ClassVar = ("forgot",)
    example: ClassVar = "forgot alice"

    userid: Userid

    def run(self, session: Session) -> Answer:
        """The answer doesn't tell who is registered."""
        player = session.find(self.userid)
        known = player and player.addresses
        due = player and known and _due(session, player) and may_have_code(session, player)
        notices = (_code(session, player),) if player and due else ()
        return Answer(plain("Forgotten password", ASKED).said, None, notices)


def _due(session: Session, player: Player) -> bool:
    """Whether no code was sent a short while ago: nobody can flood another with them."""
    fresh = session.now() + PATIENCE - AGAIN
    waiting = session.work.codes.waiting(player)
    return not any(each.purpose == "reset" and each.until > fresh for each in waiting)


def _code(session: Session, player: Player) -> Notice:
    """A new code; the one before is no good any more."""
    session.work.codes.drop(player, "reset")
    word = session.codes.new()
    pending = Pending("reset", player.id, "", session.now() + PATIENCE)
    session.work.codes.keep(session.codes.digest_of(word), pending)
    text = (
        f"Somebody, most likely you, has forgotten the password of {player.userid}.\n\n"
        f"To set a new one, send this line within an hour:\n\n"
        f"  reset {player.userid} {CODE_HERE} NEWPASSWORD\n\n"
        "If it wasn't you, do nothing: your password stays as it is."
    )
    subject = f"New password for {player.userid}"
    return Notice(player.addresses, Plain(subject=subject, text=text, code=word))
