"""Telling a position in words."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from commands.context.context import Session
from commands.language.command import GameCommand
from commands.language.fields import read_place
from commands.language.slots import One
from commands.messages.content import Plain
from commands.messages.response import Answer
from commands.play.positions import at_ply
from commands.views.board import thread_subject
from commands.views.board_parts import board_title
from commands.views.data import board_data
from commands.views.spoken import sentences
from pbm.board import Place


@dataclass(frozen=True)
class Describe(GameCommand):
    """The position on a board in sentences, now or after a ply.

    They name every square on which something stands. With "change format USERID PASSWORD spoken"
    your mails about boards begin with them.
    """

    names: ClassVar = ("describe",)
    example: ClassVar = "{game} describe 101"

    place: Annotated[Place, One("BOARD[#PLY]", read_place)]

    def run(self, session: Session) -> Answer:
        """Needs no password."""
        board = session.board(self.game, self.place.number)
        match = at_ply(board.match, self.place.ply)
        players = [player.userid for player in board.players]
        head = board_title(self.game.title, board.number, self.place.ply)
        said = Plain(
            subject=thread_subject(self.game.name, board.number, players),
            text=f"{head}\n\n{sentences(match, players)}",
            board=f"{self.game.name} {board.number}",
        )
        return Answer(said, board_data(board, match))
