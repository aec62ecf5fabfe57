"""Points of tournament games. They are exact fractions, computed from the places of a game."""

from collections.abc import Sequence
from fractions import Fraction

HALF = Fraction(1, 2)
_FRACTIONS = {Fraction(0): "", Fraction(1, 4): "¼", HALF: "½", Fraction(3, 4): "¾"}


def points_of(places: Sequence[int]) -> tuple[Fraction, ...]:
    """Returns the points of each seat. In a game of n seats, the first gets n - 1 and the last 0.

    Seats with equal places share their points. A place of 0 gives no points.
    """
    return tuple(
        Fraction(2 * len(places) - 2 * place - places.count(place) + 1, 2) if place else Fraction(0)
        for place in places
    )


def scores_against(places: Sequence[int], seat: int) -> dict[int, Fraction]:
    """Returns the score of a seat against each other seat: 1 if it was better, ½ if equal, else 0.

    In a game of two, this score equals the seat's points.
    """
    own_place = places[seat]
    return {
        other: Fraction(1)
        if 0 < own_place < place
        else HALF
        if own_place and own_place == place
        else Fraction(0)
        for other, place in enumerate(places)
        if other != seat
    }


def shown_points(points: Fraction) -> str:
    """Returns points in the form that people write, such as `2½`.

    The points must be a multiple of a quarter.
    """
    whole, rest = divmod(points, 1)
    return f"{whole if whole or not rest else ''}{_FRACTIONS[rest]}"
