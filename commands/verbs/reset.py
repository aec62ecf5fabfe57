"""Setting a new password with a code."""

from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from commands.context.context import Session
from commands.language.command import Command
from commands.language.fields import Userid
from commands.language.slots import One
from commands.messages.response import Answer
from commands.security.lockout import Guess, check_open, forgive
from commands.verbs.change import told
from pbm.errors import NotYours
from pbm.secret import Secret


@dataclass(frozen=True)
class Reset(Command):
    """Sets a new password with the code that `forgot USERID` has sent to your address."""

    names: ClassVar = ("reset",)
    example: ClassVar = "reset alice CODE NEWPASSWORD"

    userid: Userid
    code: Annotated[Secret, One("CODE", Secret)]
    new: Annotated[Secret, One("NEWPASSWORD", Secret)]

    def run(self, session: Session) -> Answer:
        """A code is used up once the password is set; the refusal doesn't tell who is here."""
        player = session.find(self.userid)
        guess = Guess("code", self.userid, session.speaker.address)
        check_open(session, guess, player)
        digest = session.codes.digest(self.code.reveal())
        pending = session.work.codes.take(digest, session.now())
        if not player or not pending or (pending.purpose, pending.player) != ("reset", player.id):
            session.wrong.append(guess)
            raise NotYours(
                "That code is no good for that player, or no longer.\n"
                "Another one is sent by: forgot USERID"
            )
        forgive(session, guess)
        forgive(session, replace(guess, what="password"))
        hashed = session.passwords.hash(session.secret(self.new))
        session.work.players.change_password(session.hear(player), hashed)
        return told(player, "Password", "Your password was changed.")
