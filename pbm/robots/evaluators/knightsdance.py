"""Evaluation of Knight's Dance: the distance of each knight to the other player's king."""

from pbm.games.knightsdance import Placement, Position
from pbm.geometry.bit_sets import KNIGHT

MOBILITY = 0.2
NEARNESS = 1.0


def evaluate(position: Position) -> tuple[float, ...]:
    """Returns for each player the nearness to the other player's king, plus a little for mobility.

    With -misere, returns only the mobility.
    """
    placement = position.placement
    mobility = [_mobility(placement, seat) for seat in (0, 1)]
    if position.misere:
        return tuple(float(moves) for moves in mobility)
    jumps = [
        _jumps(placement.columns, placement.knights[seat], placement.kings[1 - seat])
        for seat in (0, 1)
    ]
    return tuple(MOBILITY * mobility[seat] - NEARNESS * jumps[seat] for seat in (0, 1))


def _mobility(placement: Placement, seat: int) -> int:
    """Returns the number of empty squares a jump away."""
    _, rows, columns, kings, knights = placement
    row, column = divmod(knights[seat], columns)
    taken = (*kings, *knights)
    return sum(
        0 <= row + dy < rows
        and 0 <= column + dx < columns
        and (row + dy) * columns + column + dx not in taken
        for dx, dy in KNIGHT
    )


def _jumps(columns: int, origin: int, target: int) -> int:
    """Returns the number of a knight's jumps on an endless empty board."""
    across = abs(origin % columns - target % columns)
    down = abs(origin // columns - target // columns)
    across, down = max(across, down), min(across, down)
    if (across, down) in ((1, 0), (2, 2)):
        return 3 if across == 1 else 4
    least = max((across + 1) // 2, (across + down + 2) // 3)
    return least + (least + across + down) % 2
