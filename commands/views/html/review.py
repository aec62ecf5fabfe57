"""Renders the review of a game as HTML.

Each move has a row with a bar for the value after the move.

The bars of all rows are cells of one table without gaps, so that together they form the curve of
the game.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from markupsafe import Markup

from commands.content.messages import GameReview, ReviewedMove
from commands.views.analysis.review_rows import Row, rows
from commands.views.html.colours import PieceColours, seat_colours
from commands.views.html.page import render
from pbm import games

COLUMNS = 20
"""Number of table columns that a bar of full length covers."""


class DrawnRow(NamedTuple):
    """A row of the review with its colors."""

    row: Row
    colours: PieceColours | None
    """The colors of the player. None for a row of several moves."""
    bar: Sequence[tuple[int, str]]
    """The number of columns and the color of each part of the bar."""
    notes: str


def review(content: GameReview, title: str, level: int) -> Iterator[Markup]:
    """Yields the review, then a shorter version without remarks.

    `level`: the level of the heading.
    """
    values = {"title": title, "level": level, "review": content}
    drawn = content.game, content.players, content.moves, content.decisive
    for noted in (True, False):
        yield render("review", **values, rows=review_rows(*drawn, noted=noted))


def review_rows(
    game: str,
    players: Sequence[str],
    moves: Sequence[ReviewedMove],
    decisive: int | None,
    *,
    noted: bool = True,
) -> Markup:
    """Returns the players' names in their colors, and the table of moves.

    `noted`: whether remarks on a move are shown below it.
    """
    seats = seat_colours(games.stored(game))
    drawn = [
        DrawnRow(
            row=row,
            colours=seats[row.first.seat] if len(row.moves) == 1 else None,
            bar=_bar(row.last, seats),
            notes=row.first.notes if noted else "",
        )
        for row in rows(moves, players, decisive)
    ]
    labels = list(zip(players, seats, strict=True))
    return render("review_rows", labels=labels, rows=drawn, steps=COLUMNS) if drawn else Markup()


def _bar(move: ReviewedMove, seats: Sequence[PieceColours]) -> list[tuple[int, str]]:
    """Returns the parts of a bar. They are the shares of the two players.

    With three players, the only part is the share of the player who moved.
    """
    if move.share is None:
        return [(COLUMNS, "")]
    first, second = seats[0].disc, seats[1].disc
    if len(seats) > 2:
        first, second = seats[move.seat].disc, ""
    filled = round(COLUMNS * move.share / 100)
    return [part for part in ((filled, first), (COLUMNS - filled, second)) if part[0]]
