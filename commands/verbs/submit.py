"""Commands to look at a move before it is made."""

from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from commands.context.context import Context
from commands.language.command import SeatCommand
from commands.language.slots import Rest
from commands.messages.reply_claims import claims_of
from commands.messages.response import Response
from commands.messages.snapshot import clock_times
from commands.play.board_changes import check_ongoing
from commands.play.positions import NO_TIME
from commands.verbs.move import Move, check_ply, check_turn
from commands.views.data import board_data
from pbm.board import Board
from pbm.errors import IllegalError


@dataclass(frozen=True)
class Submit(SeatCommand):
    """Shows you the board after a move, and keeps the move until you confirm it.

    Another move or submission takes its place.
    """

    names: ClassVar = ("submit",)
    example: ClassVar = "{game} submit 101 alice PASSWORD {move}"

    move: Annotated[str, Rest("MOVE[#PLY]")]

    def run(self, context: Context) -> Response:
        """Saves the move; the response shows the board after it, and nobody else is notified."""
        player, board, seat = self.sit(context)
        move, ply, _ = board.match.split(self.move)
        check_ply(board, ply)
        check_turn(board, seat)
        canonical = board.match.canonical(move)
        submitted = _with_submitted(board, seat, f"{canonical}#{board.match.ply + 1}")
        context.work.boards.save(board, submitted, context.now())
        after = board.with_match(board.match.play(canonical, NO_TIME, player.userid))
        how = f"{self.game.name} confirm {board.number} {player.userid} PASSWORD"
        news = (
            f"This is how the board would be after {canonical}. "
            f"To make the move, send: {how}; in a reply, confirm alone."
        )
        content = context.snapshot(after, to=player.userid, news=news)
        # replies, and deadlines, are those of the board as it is
        update = {"seats": claims_of(board), "times": clock_times(board), "preview": True}
        shown = content.model_copy(update=update | {"ply": after.match.ply})
        return Response(shown, board_data(board) | {"submitted": canonical})


@dataclass(frozen=True)
class Confirm(SeatCommand):
    """Makes the move that you have submitted."""

    names: ClassVar = ("confirm",)
    example: ClassVar = "{game} confirm 101 alice PASSWORD"

    def run(self, context: Context) -> Response:
        """Plays the submitted move; raises UserError without one, or if the board has changed."""
        _, board, seat = self.sit(context)
        check_ongoing(board)
        move = board.submitted.get(seat)
        if not move:
            raise IllegalError(f"You have submitted no move on board {board.number}.")
        return Move(self.game, self.board, self.userid, self.password, move).run(context)


def _with_submitted(board: Board, seat: int, move: str) -> Board:
    return replace(board, submitted={**board.submitted, seat: move})
