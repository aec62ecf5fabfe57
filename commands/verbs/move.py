"""Playing a move."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated, ClassVar

from commands.context.context import Session
from commands.language.command import SeatCommand
from commands.language.slots import Rest
from commands.messages.response import Answer
from commands.play.changes import act, check_going_on, tidy_comment
from commands.verbs.resign import Resign
from commands.views.board import MOST_MOVES, legal_moves
from pbm.board import Board, Player
from pbm.errors import Illegal, NotAllowed, NotYours, Refusal
from pbm.match import Event
from pbm.offers import OFFERS
from pbm.secret import Secret

NOT_IN_THESE_GAMES = ("pass", "swap")


@dataclass(frozen=True)
class Move(SeatCommand):
    """Plays a move on a board, when it is your turn.

    With #PLY, the number of the move, a late or doubled mail does no harm: it is refused when
    another move is due. Words after the move, and the mail's body, are a comment for the others.
    """

    names: ClassVar = ("move",)
    also: ClassVar = ("board", "mvoe")
    example: ClassVar = "{game} move 101 alice PASSWORD {move}"

    move: Annotated[str, Rest("MOVE[#PLY]")]

    def run(self, session: Session) -> Answer:
        """Refuses moves out of turn, for another ply, or against the rules."""
        if self.move.lower() == "resign":
            return Resign(self.game, self.board, self.userid, self.password).run(session)
        player, board, seat = self.sit(session)
        if self.move.lower() in OFFERS:
            return self._offer(session, board, seat)
        move, ply, said = board.match.split(self.move)
        check_ply(board, ply)
        check_turn(board, seat)
        if move.lower() in NOT_IN_THESE_GAMES:
            raise NotAllowed(f'{self.game.title} has no "{move.lower()}": a move must be made.')
        comment = tidy_comment(said, session.comment, self.password)
        played, news = _play(session, board, player, self.password, move)
        return act(session, board, played, player, news=news, comment=comment)

    def _offer(self, session: Session, board: Board, seat: int) -> Answer:
        check_going_on(board)
        if seat not in board.game.remaining(board.match.state.position):
            raise Illegal("You have left this game: the others decide.")
        after, news = OFFERS[self.move.lower()](board, seat, session.now())
        comment = tidy_comment("", session.comment, self.password)
        return act(session, board, after, board.players[seat], news=news, comment=comment)


def _play(
    session: Session, board: Board, player: Player, password: Secret, move: str
) -> tuple[Board, str]:
    """The board after the move, and what is told of it."""
    match, now = board.match, session.now()
    try:
        played = match.play(move, now, player.userid)
    except Refusal as refusal:
        why = password.hide(refusal.text)
        if match.game.strict(match.options) and not session.speaker.admin:
            return _expelled(board, player, now, why)
        raise type(refusal)(f"{why}\n{legal_moves(match.legal, MOST_MOVES)}") from None
    lapsed = f" {board.players[board.offer.by].userid}'s offer has lapsed." if board.offer else ""
    news = f"{player.userid} {match.told(played.moves[-1])}{lapsed}"
    return replace(board, match=played, offer=None), news


def _expelled(board: Board, player: Player, now: datetime, why: str) -> tuple[Board, str]:
    """Under -strict, whoever sends an illegal move leaves the game."""
    seat = board.match.to_move
    left = board.match.add(Event(f"leave {seat} sent an illegal move", now, player.userid))
    news = f"{player.userid} sent an illegal move and leaves the game. {why}"
    return replace(board, match=left, offer=None), news


def check_ply(board: Board, ply: int | None) -> None:
    """Refuses a move that was meant for another ply."""
    due = board.match.ply + 1
    if ply is None or ply == due:
        return
    if board.match.outcome:
        raise Illegal(f"Move #{ply} can't be made: the game is over.")
    when = "has been made already" if ply < due else "isn't due yet"
    raise NotYours(f"Move #{ply} {when}: the next one on this board is #{due}.")


def check_turn(board: Board, seat: int) -> None:
    """Refuses a move on a board that is over, or on somebody else's turn."""
    check_going_on(board)
    if board.mover and board.match.to_move != seat:
        raise NotYours(
            f"It isn't your turn on board {board.number}: {board.mover.userid} is to move."
        )
