"""The command `review`, which reviews a finished game."""

from collections.abc import Set as AbstractSet
from functools import partial
from typing import ClassVar

from commands.boards.analysis.reviews import check_finished, request_review, review_content
from commands.content.response import DeferredResponse, Response
from commands.context.context import Context
from commands.language.command import GameCommand
from commands.language.fields import BoardNumber
from commands.views.json.data import board_data
from pbm.board.board import Board
from pbm.solver.prover import Prover
from pbm.solver.reviewing import review_match


class Review(GameCommand):
    """Reviews a finished game: the value of each move, better moves, and the reasons.

    Values are proven where possible. Others are marked as a robot's estimates. The review ends with
    the position that decided the game. By email, each player gets one review of a game.
    """

    example: ClassVar = "{game} review 101"

    board: BoardNumber

    def run(self, context: Context) -> Response:
        """Returns the review at once in the shell, and queues it if the request came by email.

        Needs no password.
        """
        board = context.board(self.game, self.board)
        check_finished(board)
        if context.caller.address:
            return request_review(context, board)
        withheld = context.prover.withheld_plies(board.match)
        prover, _ = context.prover.searching(board.match)
        reviewed = partial(_review, prover, board, withheld)
        return DeferredResponse(make=reviewed)


def _review(prover: Prover, board: Board, withheld: AbstractSet[int]) -> Response:
    from commands.views.analysis.game_review import (  # noqa: PLC0415 - slow to load
        drawn_review,
        review_data,
        review_text,
    )

    match, names = board.match, [player.userid for player in board.players]
    reviewed = review_match(prover, match, names, withheld)
    text, drawn = review_text(match, names, reviewed), drawn_review(match, names, reviewed)
    content = review_content(board, text, drawn)
    return Response(content, board_data(board) | {"review": review_data(reviewed)})
