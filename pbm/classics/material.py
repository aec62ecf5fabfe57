"""The values of pieces on the squares of a board, for the relatives of chess."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

EMPTY = "."
MAX_IN_HAND = 40
"""Maximum number of captured pieces that players can put on the board."""
VICTIM = 10
"""How many times more the captured piece matters than the one that captures it."""


@dataclass(frozen=True)
class Material:
    """The pieces of a game as a search sees them. Values are in pawns."""

    columns: int
    rows: int
    capitals: int
    """The player in OpenSpiel whose pieces are written as capitals, and advance upward."""
    worth: Mapping[str, float]
    """The values of the pieces, by capital letters."""
    board: Callable[[str], str]
    """Returns the letters on all squares, from the top left, followed by the captured pieces.

    Its argument is OpenSpiel's text of a position. Empty squares are dots.
    """
    squares: Callable[[int, int], tuple[int, int] | None]
    """Returns the places in the board's text that an action leaves and enters.

    Its arguments are the player in OpenSpiel and the action. Returns None for castling and for
    captured pieces that come back.
    """
    center: Mapping[str, float]
    """The values of being one step closer to the center."""
    advance: Mapping[str, float]
    """The values of a step forward."""

    def value(self, board: str, side: int) -> float:
        """Returns the value of a board's text for a player in OpenSpiel."""
        worth = self._on_squares
        value = sum(worth[sign][place] for place, sign in enumerate(board) if sign != EMPTY)
        return value if side == self.capitals else -value

    def gain(self, board: str, side: int, action: int) -> float:
        """Returns how promising a capture is, or 0 for other moves."""
        squares = self.squares(side, action)
        taken = board[squares[1]] if squares else EMPTY
        if not squares or taken == EMPTY:
            return 0.0
        attacker = board[squares[0]]
        return VICTIM * self.worth[taken.upper()] - self.worth[attacker.upper()]

    @cached_property
    def _on_squares(self) -> Mapping[str, list[float]]:
        """Returns the value of each piece at each place. Lower-case letters have negative ones."""
        values = {}
        rows = range(self.rows)
        for sign in self.worth:
            by_row = [
                [self._on_square(sign, row, at) for at in range(self.columns)] for row in rows
            ]
            in_hand = [self.worth[sign]] * MAX_IN_HAND
            values[sign] = [*chain(*by_row), *in_hand]
            values[sign.lower()] = [-each for each in chain(*by_row[::-1], in_hand)]
        return values

    def _on_square(self, sign: str, row: int, column: int) -> float:
        middle, last = (self.columns - 1) / 2, self.rows - 1
        edge = max(last / 2, middle)
        center = edge - max(abs(row - last / 2), abs(column - middle))
        advanced = self.advance.get(sign, 0) * (last - 1 - row)
        return self.worth[sign] + self.center.get(sign, 0) * center + advanced


def spread(rows: str) -> str:
    """Returns the squares of a board in Forsyth-Edwards notation, with a dot for each empty one."""
    board = rows.replace("/", "")
    return "".join(EMPTY * int(sign) if sign.isdigit() else sign for sign in board)
