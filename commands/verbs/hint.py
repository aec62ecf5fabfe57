"""The command `hint`, which asks for the best move."""

from dataclasses import replace
from typing import ClassVar

from commands.boards.analysis.start_notes import prove_start
from commands.boards.board_changes import check_ongoing
from commands.content.response import Response
from commands.context.board_notifications import notifications_of
from commands.context.context import Context
from commands.language.command import SeatCommand
from commands.views.analysis.proofs import hint_text
from pbm.board.board import Board
from pbm.board.players import Player
from pbm.errors import IllegalError, NotAllowedError
from pbm.robots.levels import LEVELS
from pbm.robots.move_choice import SearchLimit, choose_move
from pbm.wording import listing

NO_HINT = (
    "We can't give a hint now. This position occurs, or may soon occur, in a rated, ladder or\n"
    "tournament game that is in progress."
)
ROBOT = 2
ROBOT_LIMIT = SearchLimit(positions=1200, seconds=1.0)
ROBOT_POSITIONS = ROBOT_LIMIT.of(LEVELS[ROBOT]).positions
"""Number of positions a robot searches for a hint, about 15 ms. It is low because other emails wait
meanwhile.
"""


class Hint(SeatCommand):
    """Shows the best known move in an unrated game in which all players allow hints.

    If the game was started with -hints, the other players allow hints by their first move. In
    other unrated games, each player allows them by asking for one.
    """

    example: ClassVar = "{game} hint 101 alice PASSWORD"

    def run(self, context: Context) -> Response:
        """Records the player's agreement to hints.

        If all players agree, returns a hint to the player to move.
        """
        player, board, seat = self.sit(context)
        check_ongoing(board)
        if board.tournament:
            raise NotAllowedError(
                f"There are no hints in tournament games. Board {board.number} is part of "
                f"{board.tournament}."
            )
        if not board.terms.unrated:
            userids = " ".join(other.userid for other in board.players)
            raise NotAllowedError(
                f"Board {board.number} is rated, and we give hints only in unrated games. "
                "To start one with hints:\n"
                f"  {self.game.name} challenge -hints {userids}"
            )
        new = context.work.hint_agreements.add(board, player)
        missing = _missing(context, board)
        if missing:
            return _request(context, board, player, missing, new=new)
        if new and board.match.to_move != seat:
            return _response(context, board, player, "All players now agree to hints in this game.")
        return _hint(context, board, player, seat)


def _missing(context: Context, board: Board) -> list[Player]:
    agreed = context.work.hint_agreements.of(board)
    return [
        player
        for seat, player in enumerate(board.players)
        if not (player.id in agreed or player.robot or (board.terms.hints and board.moved(seat)))
    ]


def _request(
    context: Context, board: Board, player: Player, missing: list[Player], *, new: bool
) -> Response:
    """Returns the response while other players haven't agreed.

    The first request also notifies them.
    """
    names = listing([other.userid for other in missing])
    content = context.snapshot(
        board,
        news=f"{player.userid} would like hints in this game, which is unrated. To agree, reply "
        '"hint".',
    )
    notifications = notifications_of(context, board, content, writer=player) if new else ()
    other_notifications = tuple(
        notification for notification in notifications if notification.addresses != player.addresses
    )
    have = "has" if len(missing) == 1 else "have"
    how = "moved or asked for hints" if board.terms.hints else "asked for them too"
    news = f"We'll give hints in this game once {names} {have} {how}."
    return replace(_response(context, board, player, news), notifications=other_notifications)


def _hint(context: Context, board: Board, player: Player, seat: int) -> Response:
    if board.match.to_move != seat:
        raise IllegalError("It isn't your turn. Ask for a hint when it is.")
    if context.prover.withholds(board.match):
        raise NotAllowedError(NO_HINT)
    with context.search() as budget:
        proof = context.prover.prove_quickly(board.match, budget)
    if proof is None and not board.match.ply:
        proof = prove_start(context, board.match)
    if proof and proof.line:
        return _response(context, board, player, hint_text(board.match, proof), proof.line[0])
    # The robot's search has a limit of its own, so charge it to the email beforehand.
    context.caller.allowance.spend(ROBOT_POSITIONS)
    best = _robot_move(board)
    news = f"{hint_text(board.match, proof)} After a quick search, robot2 would play {best}."
    return _response(context, board, player, news, best)


def _robot_move(board: Board) -> str:
    """Returns the move of a weak robot, as text. It searches only ROBOT_POSITIONS positions."""
    position = board.match.state.position
    move = choose_move(board.game, position, ROBOT, seed=board.match.ply, limit=ROBOT_LIMIT)
    return board.game.write(position, move)


def _response(
    context: Context, board: Board, player: Player, news: str, hint: str | None = None
) -> Response:
    return Response(context.snapshot(board, to=player.userid, news=news), {"hint": hint})
