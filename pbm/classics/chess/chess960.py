"""The 960 starts of Chess960, numbered as by Reinhard Scharnagl: 518 is the start of chess."""

from functools import cache
from itertools import combinations

from pbm.classics.states import spiel_game

SETUP = "chess(chess960=true)"
STARTS = 960
USUAL_START = 518
SQUARES = 8


def first_row(number: int) -> str:
    """Returns the pieces of the first row, such as `RNBQKBNR`."""
    rest, light = divmod(number, 4)
    rest, dark = divmod(rest, 4)
    knights, queen = divmod(rest, 6)
    row = [""] * SQUARES
    row[2 * light + 1] = row[2 * dark] = "B"
    _put(row, queen, "Q")
    first, second = list(combinations(range(5), 2))[knights]
    _put(row, second, "N")
    _put(row, first, "N")
    for piece in "RKR":
        _put(row, 0, piece)
    return "".join(row)


def _put(row: list[str], place: int, piece: str) -> None:
    """Puts a piece on an empty square, counted from the left."""
    row[[square for square, there in enumerate(row) if not there][place]] = piece


def start_of(fen: str) -> int | None:
    """Returns the number of the start in a FEN, or None for other positions."""
    row = fen.rpartition("/")[2].partition(" ")[0]
    is_start = fen.startswith(f"{row.lower()}/{'p' * SQUARES}/8/8/8/8/{'P' * SQUARES}/{row} w")
    rows = {first_row(number): number for number in range(STARTS)} if is_start else {}
    return rows.get(row)


def start_action(number: int) -> int:
    """Returns the action of OpenSpiel that chooses this start."""
    return _actions()[first_row(number)]


@cache
def _actions() -> dict[str, int]:
    actions = {}
    for action in range(STARTS):
        state = spiel_game(SETUP).new_initial_state()
        state.apply_action(action)
        actions[str(state).split()[0].rpartition("/")[2]] = action
    return actions
