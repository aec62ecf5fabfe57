"""Ratings in lists."""

from typing import NamedTuple

from commands.views.text.tables import PROVISIONAL_MARK
from pbm.board.ratings import Rating


class RatingText(NamedTuple):
    """A rating as templates show it."""

    points: str
    """With a mark if it is provisional."""
    margin: str


def rating_text(rating: Rating) -> RatingText:
    """Returns a rating such as `1712?` with the margin `+-85`."""
    mark = PROVISIONAL_MARK if rating.provisional else ""
    return RatingText(f"{rating.points}{mark}", f"\N{PLUS-MINUS SIGN}{rating.margin}")
