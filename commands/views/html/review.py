"""Renders the review of a game as HTML.

The moves are in a column for each player. Each row has the value after its last move, as text and
as a slim bar. Mistakes have a badge.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from markupsafe import Markup

from commands.content.messages import GameReview, ReviewedMove
from commands.views.analysis.review_rows import Row, rows
from commands.views.html.colours import PieceColours, seat_colours
from commands.views.html.page import render
from pbm import games

SEATS_WIDTH = 100
"""Width of the columns of all players in pixels. It leaves room for the values on a phone."""
FULL = 100
"""Length of a bar in percent."""


class DrawnRow(NamedTuple):
    """A row of the review with its colors."""

    row: Row
    moves: Sequence[Sequence[str]]
    """The moves of each player, one in a line."""
    bar: Sequence[tuple[int, str]]
    """The length and the color of each part of the bar. Empty if no value is known."""
    notes: str


def review(content: GameReview, title: str, level: int) -> Iterator[Markup]:
    """Yields the review, then shorter versions: without remarks, and also without bars.

    `level`: the level of the heading.
    """
    values = {"title": title, "level": level, "review": content}
    drawn = content.game, content.players, content.moves, content.decisive
    for noted, barred in ((True, True), (False, True), (False, False)):
        yield render("review", **values, rows=review_rows(*drawn, noted=noted, barred=barred))


def review_rows(
    game: str,
    players: Sequence[str],
    moves: Sequence[ReviewedMove],
    decisive: int | None,
    *,
    noted: bool = True,
    barred: bool = True,
) -> Markup:
    """Returns the table of moves.

    `noted`: whether remarks on a move are shown below it.
    `barred`: whether values have bars.
    """
    seats = seat_colours(games.stored(game))
    drawn = [
        DrawnRow(
            row=row,
            moves=row.columns(len(players)),
            bar=_bar(row.last, seats) if barred else [],
            notes=row.first.notes if noted else "",
        )
        for row in rows(moves, players, decisive)
    ]
    labels = list(zip(players, seats, strict=True))
    width = SEATS_WIDTH // len(players)
    values = {"labels": labels, "rows": drawn, "column_width": width}
    return render("review_rows", **values) if drawn else Markup()


def _bar(move: ReviewedMove, seats: Sequence[PieceColours]) -> list[tuple[int, str]]:
    """Returns the parts of a bar. They are the shares of the two players.

    With three players, the first part is the share of the player who moved, and the rest is blank.
    """
    if move.share is None:
        return []
    first, second = seats[0].disc, seats[1].disc
    if len(seats) > 2:
        first, second = seats[move.seat].disc, ""
    return [part for part in ((move.share, first), (FULL - move.share, second)) if part[0]]
