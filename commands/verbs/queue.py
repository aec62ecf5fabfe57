"""The command `queue`, which queues moves before the player's turn."""

from typing import Annotated, ClassVar

from commands.boards.board_changes import check_ongoing
from commands.boards.queued_moves import losing_note, validate_plan, with_plan
from commands.content.response import Response
from commands.context.context import Context
from commands.language.command import SeatCommand
from commands.language.slots import Rest
from commands.verbs.move import Move
from commands.views.json.data import board_data
from pbm.board.board import Board
from pbm.board.players import Player
from pbm.errors import IllegalError
from pbm.match.plans import Plan


class Queue(SeatCommand):
    """Keeps a move to be played when your turn comes, if it is legal then.

    `if REPLY MOVE if REPLY MOVE` keeps answers to the replies that may come: the first pair that
    names the reply fires, and the pairs after it remain, so that they may be alternatives or go
    on from each other. Moves are written without spaces. `none` forgets what is queued; a new
    queue takes the place of the old one. Nobody else is told what you have queued. In an unrated
    game, the answer says so if a queued move is quickly proved to lose.
    """

    also: ClassVar = ("qmove", "moveq")
    example: ClassVar = "{game} queue 101 alice PASSWORD {move}"

    plan: Annotated[str, Rest("MOVE[#PLY]|if REPLY MOVE [if REPLY MOVE...]|none")]

    def run(self, context: Context) -> Response:
        """Saves the queue. If it is the player's turn, plays a plain move at once."""
        player, board, seat = self.sit(context)
        check_ongoing(board)
        if self.plan.lower() == "none":
            return _save(context, board, player, Plan())
        plan = validate_plan(board.match, seat, Plan.read(self.plan))
        if board.match.to_move != seat:
            return _save(context, board, player, plan, losing_note(context, board, seat, plan))
        if not plan.move:
            raise IllegalError(
                "It is your turn: make your move first, then queue answers to replies."
            )
        return Move(self.game, self.board, self.userid, self.password, plan.move).run(context)


def _save(context: Context, board: Board, player: Player, plan: Plan, note: str = "") -> Response:
    seat = context.seat(board, player)
    planned = with_plan(board, seat, plan)
    context.work.boards.save(board, planned, context.now())
    news = (
        f"Queued for you: {plan.write()}{note and f'.{note}'}"
        if plan
        else "Nothing is queued for you."
    )
    content = context.snapshot(planned, to=player.userid, news=news)
    return Response(content, board_data(planned) | {"queued": plan.write()})
