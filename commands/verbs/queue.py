"""Moves queued ahead of one's turn."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from commands.context.context import Session
from commands.language.command import SeatCommand
from commands.language.slots import Rest
from commands.messages.response import Answer
from commands.play.changes import check_going_on
from commands.play.queued_moves import settle, with_plan
from commands.verbs.move import Move
from commands.views.data import board_data
from pbm.board import Board, Player
from pbm.errors import Illegal
from pbm.queued_moves import Plan


@dataclass(frozen=True)
class Queue(SeatCommand):
    """Keeps a move to be played when your turn comes, if it is legal then.

    `if REPLY MOVE if REPLY MOVE` keeps answers to the replies that may come: the first pair that
    names the reply fires, and the pairs after it remain, so that they may be alternatives or go
    on from each other. Moves are written without spaces. `none` forgets what is queued; a new
    queue takes the place of the old one. Nobody else is told what you have queued.
    """

    names: ClassVar = ("queue",)
    also: ClassVar = ("qmove", "moveq")
    example: ClassVar = "{game} queue 101 alice PASSWORD {move}"

    plan: Annotated[str, Rest("MOVE[#PLY]|if REPLY MOVE [if REPLY MOVE...]|none")]

    def run(self, session: Session) -> Answer:
        """On one's own turn a plain move is played at once."""
        player, board, seat = self.sit(session)
        check_going_on(board)
        if self.plan.lower() == "none":
            return _keep(session, board, player, Plan())
        plan = settle(board.match, seat, Plan.read(self.plan))
        if board.match.to_move != seat:
            return _keep(session, board, player, plan)
        if not plan.move:
            raise Illegal("It is your turn: make your move first, then queue answers to replies.")
        return Move(self.game, self.board, self.userid, self.password, plan.move).run(session)


def _keep(session: Session, board: Board, player: Player, plan: Plan) -> Answer:
    seat = session.seat(board, player)
    kept = with_plan(board, seat, plan)
    session.work.boards.save(board, kept, session.now())
    news = f"Queued for you: {plan.write()}" if plan else "Nothing is queued for you."
    said = session.said_of(kept, to=player.userid, news=news)
    return Answer(said, board_data(kept) | {"queued": plan.write()})
