"""The command `describe`, which describes a position in sentences."""

from typing import Annotated, ClassVar

from commands.boards.positions_after_moves import at_ply
from commands.content.messages import TextMessage
from commands.content.response import Response
from commands.context.context import Context
from commands.language.command import GameCommand
from commands.language.fields import read_board_reference
from commands.language.slots import One
from commands.views.board_paragraphs import board_title
from commands.views.json.data import board_data
from commands.views.text.board_text import thread_subject
from commands.views.text.spoken import spoken_text
from pbm.board.board import BoardReference


class Describe(GameCommand):
    """Describes the position of a game in sentences, now or after an earlier move.

    The sentences name every occupied square. To always get them instead of a drawing, send:
    `change format USERID PASSWORD spoken`.
    """

    example: ClassVar = "{game} describe 101"

    reference: Annotated[BoardReference, One("BOARD[#NUMBER]", read_board_reference)]

    def run(self, context: Context) -> Response:
        """Returns the description.

        Anybody who may see the board may ask for it, without a password.
        """
        board = context.board(self.game, self.reference.number)
        match = at_ply(board.match, self.reference.ply)
        players = [player.userid for player in board.players]
        head = board_title(self.game.title, board.number, self.reference.ply)
        content = TextMessage(
            subject=thread_subject(self.game.name, board.number, players),
            text=f"{head}\n\n{spoken_text(match, players)}",
            board=f"{self.game.name} {board.number}",
        )
        return Response(content, board_data(board, match))
