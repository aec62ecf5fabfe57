"""Writing to players."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from commands.context.authentication import check_ready
from commands.context.context import Session
from commands.language.command import Command
from commands.language.fields import Password, Userid
from commands.language.slots import Many
from commands.messages.content import Plain
from commands.messages.response import Answer, Notice, plain
from commands.play.changes import tidy_comment
from commands.play.matchmaking import strangers
from commands.security.rate_limits import count_message
from pbm.board import Player
from pbm.errors import NotAllowed, Unknown, Unreadable
from pbm.wording import listing

MOST_READERS = 20


@dataclass(frozen=True)
class Message(Command):
    """Sends the mail's body to these players; in the shell, what standard input holds.

    They see your userid, but not your address.
    """

    names: ClassVar = ("message",)
    example: ClassVar = "message alice PASSWORD bob"

    userid: Userid
    password: Password
    to: Annotated[tuple[str, ...], Many("TO+", 1)]

    def run(self, session: Session) -> Answer:
        """Goes to all of them or, when one can't have it, to nobody."""
        player = session.prove(self.userid, self.password)
        readers = self._readers(session, player)
        text = tidy_comment("", session.text(), self.password)
        check_text(text)
        count_message(session, player)
        said = letter(player, f"Message from {player.userid}", text)
        userids = [reader.userid for reader in readers]
        notices = tuple(Notice(reader.addresses, said) for reader in readers)
        sent = plain("Message sent", f"Sent to {listing(userids)}:\n\n{text}", {"to": userids})
        return Answer(sent.said, sent.data, notices)

    def _readers(self, session: Session, player: Player) -> tuple[Player, ...]:
        if len(self.to) > MOST_READERS:
            raise NotAllowed(f"A message goes to at most {MOST_READERS} players.")
        found = [session.find(userid) for userid in self.to]
        readers = tuple({reader.id: reader for reader in found if reader}.values())
        if None in found:
            raise Unknown("A word in the place of TO is no registered player's.")
        for reader in readers:
            check_ready(reader)
            if reader.robot:
                raise NotAllowed(f"{reader.userid} is a robot, and reads no messages.")
            if strangers(session, reader, (player,)):
                raise NotAllowed(f"{reader.userid} takes no messages from {player.userid}.")
        return readers


def check_text(text: str) -> None:
    """Refuses to send nothing."""
    if not text:
        raise Unreadable("There is nothing to say: the text is the body of the mail.")


def letter(player: Player, subject: str, text: str) -> Plain:
    """What the readers get."""
    how = f"To answer, send a mail with this subject:\n  message USERID PASSWORD {player.userid}"
    return Plain(subject=subject, text=f"{player.userid} writes:\n\n{text}\n\n{how}")
