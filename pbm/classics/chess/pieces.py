"""The values of the pieces in chess and crazyhouse, for searches."""

from functools import cache

from pbm.classics.chess.family import PROMOTED
from pbm.classics.material import Material, spread

WHITE = 1
"""The number of White in OpenSpiel. Black's is 0."""
CASTLING = 64 * 73
"""The first number of an action that isn't a move from one square to another."""


def _board(text: str) -> str:
    board, _, pocket = text.partition(" ")[0].translate(PROMOTED).partition("[")
    return spread(board) + pocket.rstrip("]")


@cache
def _squares(side: int, action: int) -> tuple[int, int] | None:
    import pyspiel  # noqa: PLC0415 - see `spiel_game`

    if action >= CASTLING:
        return None
    board = pyspiel.load_game("chess").new_initial_state()
    if side != WHITE:
        board.apply_action(board.legal_actions()[0])
    move = pyspiel.chess.action_to_move(action, board.board())
    origin, target = (8 * (7 - each.y) + each.x for each in (move.from_square, move.to_square))
    return origin, target


CHESS_PIECES = Material(
    columns=8,
    rows=8,
    capitals=WHITE,
    worth={"P": 1.0, "N": 3.1, "B": 3.3, "R": 5.0, "Q": 9.0, "K": 0.0},
    center={"P": 0.05, "N": 0.1, "B": 0.06, "R": 0.01, "Q": 0.02, "K": -0.1},
    advance={"P": 0.05},
    board=_board,
    squares=_squares,
)
