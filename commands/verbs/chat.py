"""Talking on a board without moving."""

from dataclasses import dataclass
from typing import ClassVar

from commands.context.context import Session
from commands.language.command import SeatCommand
from commands.messages.content import ChatSaid
from commands.messages.reply_claims import seats_of
from commands.messages.response import Answer
from commands.play.changes import tidy_comment
from commands.security.rate_limits import count_message
from pbm.errors import Unreadable


@dataclass(frozen=True)
class Chat(SeatCommand):
    """Sends the mail's body to the board's players, and to those who watch it.

    In the shell the text is read from standard input.
    """

    names: ClassVar = ("chat",)
    lasting: ClassVar = True
    example: ClassVar = "{game} chat 101 alice PASSWORD"

    def run(self, session: Session) -> Answer:
        """Only who plays on the board may."""
        player, board, _ = self.sit(session)
        text = tidy_comment("", session.text(), self.password)
        if not text:
            raise Unreadable("There is nothing to say: the text is the body of the mail.")
        count_message(session, player)
        said = ChatSaid(
            game=self.game.name,
            number=board.number,
            players=tuple(other.userid for other in board.players),
            to=player.userid,
            writer=player.userid,
            text=text,
            seats=seats_of(board),
        )
        data = {"game": self.game.name, "board": board.number}
        return Answer(said, data, session.tell(board, said, writer=player))
