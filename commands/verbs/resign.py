"""Giving up a game, or declining it."""

from dataclasses import dataclass, replace
from typing import ClassVar

from commands.context.context import Session
from commands.language.command import SeatCommand
from commands.messages.response import Answer
from commands.play.changes import act, check_going_on, tidy_comment
from pbm.board import Board, Player

UNTOLD = " What you wrote with it isn't told to anybody: chat tells it now."


@dataclass(frozen=True)
class Resign(SeatCommand):
    """Gives up a game.

    Before your own first move this declines the game: the board is removed. Out of turn it is
    kept until your turn comes; said again, it is taken back.
    """

    names: ClassVar = ("resign",)
    lasting: ClassVar = True
    example: ClassVar = "{game} resign 101 alice PASSWORD"

    def run(self, session: Session) -> Answer:
        """Declines, resigns, or keeps the resignation for later."""
        player, board, seat = self.sit(session)
        check_going_on(board)
        comment = tidy_comment("", session.comment, self.password)
        resigned = board.resign(seat, session.now(), player.userid)  # refuses who has left before
        if not board.moved(seat):
            return _decline(session, board, player, comment)
        if board.match.to_move != seat:
            return _keep(session, board, player, seat, comment)
        news = f"{player.userid} resigns."
        return act(session, board, resigned, player, news=news, comment=comment)


def _decline(session: Session, board: Board, player: Player, comment: str) -> Answer:
    news = f"{player.userid} declines the game. The board is removed."
    removed = replace(board, removed=f"{player.userid} declined the game")
    return act(session, board, removed, player, news=news, comment=comment)


def _keep(session: Session, board: Board, player: Player, seat: int, comment: str) -> Answer:
    kept = replace(board, resigning=board.resigning ^ {seat})
    kept = session.work.boards.save(board, kept, session.now())
    news = (
        "Your resignation is kept until your turn comes. Send it again to take it back."
        if seat in kept.resigning
        else "Your resignation is taken back."
    )
    news += UNTOLD if comment else ""
    said = session.said_of(kept, to=player.userid, news=news)
    return Answer(said, {"game": board.game.name, "board": board.number})
