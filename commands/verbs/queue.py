"""The command `queue`, which queues moves before the player's turn."""

from typing import Annotated, ClassVar

from commands.boards.board_changes import check_ongoing
from commands.boards.playing_queued_moves import losing_note, validate_plan, with_plan
from commands.content.response import Response
from commands.context.context import Context
from commands.language.command import SeatCommand
from commands.language.slots import Rest
from commands.verbs.move import Move
from commands.views.json.data import board_data
from pbm.board.board import Board
from pbm.board.players import Player
from pbm.errors import IllegalError
from pbm.match.queued_moves import Plan


class Queue(SeatCommand):
    """Saves a move, and plays it when your turn comes, if it is legal then.

    With `if REPLY MOVE if REPLY MOVE`, you save answers to possible replies. We play the first
    answer whose reply was made, and keep only the pairs after it. So the pairs can be alternatives
    or a sequence. Write each move without spaces.

    A new queue replaces the old one, and `none` deletes it. Nobody else can see your queue. In an
    unrated game, we tell you if we can quickly prove that a queued move loses.
    """

    also: ClassVar = ("qmove", "moveq")
    example: ClassVar = "{game} queue 101 alice PASSWORD {move}"

    plan: Annotated[str, Rest("MOVE[#NUMBER]|if REPLY MOVE [if REPLY MOVE...]|none")]

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
                "It's your turn. Make your move first, then queue your answers to possible replies."
            )
        return Move(self.game, self.board, self.userid, self.password, plan.move).run(context)


def _save(context: Context, board: Board, player: Player, plan: Plan, note: str = "") -> Response:
    seat = context.seat(board, player)
    planned = with_plan(board, seat, plan)
    context.work.boards.save(board, planned, context.now())
    news = (
        f"Queued for you: {plan.write()}{note and f'.{note}'}"
        if plan
        else "You have no queued moves."
    )
    content = context.snapshot(planned, to=player.userid, news=news)
    return Response(content, board_data(planned) | {"queued": plan.write()})
