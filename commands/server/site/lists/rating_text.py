"""Ratings as text for lists."""

from typing import NamedTuple

from commands.views.text.tables import PROVISIONAL_MARK
from pbm.board.ratings import Rating


class RatingText(NamedTuple):
    """A rating as templates show it."""

    points: str
    """The points, with a mark if the rating is provisional."""
    margin: str


def rating_text(rating: Rating) -> RatingText:
    """Returns a rating as points such as `1712?`, and a margin such as `+-85`."""
    mark = PROVISIONAL_MARK if rating.provisional else ""
    return RatingText(f"{rating.points}{mark}", f"\N{PLUS-MINUS SIGN}{rating.margin}")
