"""Points of tournaments: exact fractions, by the places of a game."""

from collections.abc import Sequence
from fractions import Fraction

HALF = Fraction(1, 2)
_FRACTIONS = {Fraction(0): "", Fraction(1, 4): "¼", HALF: "½", Fraction(3, 4): "¾"}


def points_of(places: Sequence[int]) -> tuple[Fraction, ...]:
    """Returns the points of each seat: one for each other seat, down to 0 for the last.

    Seats with equal places share their points; places of 0 give none.
    """
    return tuple(
        Fraction(2 * len(places) - 2 * place - places.count(place) + 1, 2) if place else Fraction(0)
        for place in places
    )


def scores_against(places: Sequence[int], seat: int) -> dict[int, Fraction]:
    """Returns what a seat scored against each other one: 1 for a worse place, ½ for an equal one.

    In games of two these are its points.
    """
    own = places[seat]
    return {
        other: Fraction(1) if 0 < own < place else HALF if own and own == place else Fraction(0)
        for other, place in enumerate(places)
        if other != seat
    }


def shown_points(points: Fraction) -> str:
    """Returns points as people write them, such as `2½`; all sums of halves and quarters."""
    whole, rest = divmod(points, 1)
    return f"{whole if whole or not rest else ''}{_FRACTIONS[rest]}"
