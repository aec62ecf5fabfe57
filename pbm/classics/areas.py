"""An estimate of Go: the points that each player can reach first."""

from functools import cache

SIGNS = "XO"
"""The signs of OpenSpiel's players."""
BITS = tuple(
    str.maketrans({sign: "1" if sign == own else "0" for sign in "XO+\n"}) for own in SIGNS
)
"""For each player, the translation of a board to a binary number with the player's stones."""
REACH = 4
"""Number of steps within which points belong to the nearest stones."""
LIBERTY = 0.1
"""The value of an empty point next to stones, in points of area."""
LABEL = 3
"""Number of characters before the points of a row in OpenSpiel's text."""


def area_lead(text: str, player: int) -> float:
    """Returns by how many points of area a player leads, without komi."""
    rows = [row[LABEL:] for row in text.splitlines()[2:-1]]
    own, other = (int("\n".join(rows).translate(BITS[side]), 2) for side in (player, 1 - player))
    step, board = len(rows) + 1, _board(len(rows))
    empty = board & ~own & ~other
    liberties = (_grown(own, step) & empty).bit_count() - (_grown(other, step) & empty).bit_count()
    for _ in range(REACH):
        own_next, other_next = _grown(own, step) & empty, _grown(other, step) & empty
        own, other = own | own_next & ~other_next, other | other_next & ~own_next
        empty &= ~own_next & ~other_next
    return own.bit_count() - other.bit_count() + LIBERTY * liberties


def _grown(points: int, step: int) -> int:
    """Returns the points and their neighbors, some of them outside the board."""
    return points | points << 1 | points >> 1 | points << step | points >> step


@cache
def _board(size: int) -> int:
    """Returns all points. Between two rows, there is a bit that belongs to none."""
    row = (1 << size) - 1
    return sum(row << (size + 1) * number for number in range(size))
