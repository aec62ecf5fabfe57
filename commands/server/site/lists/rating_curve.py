"""Draw a player's rating over time as a curve."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from markupsafe import Markup

from commands.server.site.templating import render
from pbm.board.ratings import Rating
from pbm.wording import short_date
from storage.boards.public.players import RatedEnd

MAX_POINTS = 120
"""Maximum number of points. A longer curve keeps the last point of each period."""
STEPS = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
"""Distances in points between the lines of the grid."""
MAX_LINES = 5
WIDTH, HEIGHT = 420, 180
LEFT, TOP, BOTTOM = 40, 10, 24
"""Widths of the margins that contain labels."""


class GridLine(NamedTuple):
    """A line of the grid, and its label."""

    y: float
    label: str


def rating_curve(ends: Sequence[RatedEnd], key: str, title: str) -> Markup:
    """Returns the curve of the rating after each rated game. `key`: the prefix of its HTML ids."""
    drawn_ends = _thinned(ends)
    curve = _Curve(drawn_ends)
    return render(
        "rating_curve",
        key=key,
        title=title,
        description=_description(ends),
        width=WIDTH,
        height=HEIGHT,
        left=LEFT,
        lines=curve.lines(),
        band=curve.band(),
        line=curve.line(),
        last=curve.point(len(drawn_ends) - 1),
        first_day=short_date(drawn_ends[0].at),
        last_day=short_date(drawn_ends[-1].at),
    )


def _thinned(ends: Sequence[RatedEnd]) -> Sequence[RatedEnd]:
    if len(ends) <= MAX_POINTS:
        return ends
    begin = ends[0].at.timestamp()
    period = (ends[-1].at.timestamp() - begin) / MAX_POINTS or 1
    last = {int((end.at.timestamp() - begin) / period): end for end in ends}
    return list(last.values())


def _description(ends: Sequence[RatedEnd]) -> str:
    points = [end.after.points for end in ends]
    first, last = ends[0], ends[-1]
    return (
        f"The rating changed from {first.before.points} before {short_date(first.at)} to "
        f"{last.after.points} on {short_date(last.at)}. The highest was {max(points)}, the "
        f"lowest {min(points)}."
    )


class _Curve:
    """The coordinates of the points in the drawing."""

    def __init__(self, ends: Sequence[RatedEnd]) -> None:
        self._ends = ends
        low = min(end.after.points - end.after.margin for end in ends)
        high = max(end.after.points + end.after.margin for end in ends)
        spread = high - low or 1
        self._step = next((step for step in STEPS if spread / step <= MAX_LINES), STEPS[-1])
        self._low = low // self._step * self._step
        self._high = -(-high // self._step) * self._step

    def lines(self) -> list[GridLine]:
        points = range(self._low, self._high + 1, self._step)
        return [GridLine(self._y(each), str(each)) for each in points]

    def point(self, number: int) -> tuple[float, float]:
        """Returns the coordinates of a point."""
        end = self._ends[number]
        return self._x(end.at), self._y(end.after.points)

    def line(self) -> str:
        """Returns the points of the curve, for the attribute of a polyline."""
        return _joined([self.point(number) for number in range(len(self._ends))])

    def band(self) -> str:
        """Returns the outline of the area within one standard deviation, for a polygon."""
        above = [(self._x(end.at), self._y(_bound(end.after, 1))) for end in self._ends]
        below = [(self._x(end.at), self._y(_bound(end.after, -1))) for end in self._ends]
        return _joined([*above, *reversed(below)])

    def _x(self, at: datetime) -> float:
        begin, end = self._ends[0].at, self._ends[-1].at
        share = (at - begin) / (end - begin) if end > begin else 0.5
        return round(LEFT + share * (WIDTH - LEFT - 10), 1)

    def _y(self, points: int) -> float:
        share = (points - self._low) / (self._high - self._low)
        return round(HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM), 1)


def _bound(rating: Rating, side: int) -> int:
    return rating.points + side * rating.margin


def _joined(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in points)
