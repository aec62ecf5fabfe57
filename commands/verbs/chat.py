"""Talking on a board without moving."""

from dataclasses import dataclass
from typing import ClassVar

from commands.acts import tidy_comment
from commands.answer import Answer
from commands.command import SeatCommand
from commands.said import Plain
from commands.session import Session
from commands.views import subject
from commands.views.board import COMMENT_RULE
from pbm.refusal import Unreadable


@dataclass(frozen=True)
class Chat(SeatCommand):
    """Sends the mail's body to the board's players, and to those who watch it.

    In the shell the text is read from standard input.
    """

    names: ClassVar = ("chat",)
    example: ClassVar = "{game} chat 101 alice PASSWORD"

    def run(self, session: Session) -> Answer:
        """Only who plays on the board may."""
        player, board, _ = self.sit(session)
        text = tidy_comment("", session.text(), self.password)
        if not text:
            raise Unreadable("There is nothing to say: the text is the body of the mail.")
        title = subject(session.said_of(board))
        body = (
            f"Chat on {self.game.title} Board {board.number}\n\n"
            f"{COMMENT_RULE}\n{player.userid} writes:\n\n{text}"
        )
        said = Plain(subject=title, text=body, board=f"{self.game.name} {board.number}")
        data = {"game": self.game.name, "board": board.number}
        return Answer(said, data, session.tell(board, said, writer=player))
