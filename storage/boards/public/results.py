"""The results of games that everybody may see, as players look at them."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Row, and_, func, select

from pbm.board.ratings import Rating
from storage.boards.public.boards import FEW_PUBLISHED, IS_PUBLISHED
from storage.boards.public.listings import PLAYER_COLUMNS, ListedPlayer, listed_player, winners_of
from storage.tables import boards, players, rating_changes, seats

_SAME_SEAT = and_(
    rating_changes.c.board_id == seats.c.board_id, rating_changes.c.seat == seats.c.seat
)
_GAMES = func.count().label("games")


@dataclass(frozen=True, slots=True)
class Results:
    """The numbers of games that somebody won, lost and drew.

    Of several players, all who came in before another have won against that one.
    """

    won: int = 0
    lost: int = 0
    drawn: int = 0

    def __add__(self, other: "Results") -> "Results":
        """Returns the sum."""
        return Results(self.won + other.won, self.lost + other.lost, self.drawn + other.drawn)

    @property
    def games(self) -> int:
        """The number of games."""
        return self.won + self.lost + self.drawn


class RatedEnd(NamedTuple):
    """The end of a rated game, as a player's rating saw it."""

    game: str
    number: int
    at: datetime
    before: Rating
    after: Rating


class PublicResults:
    """The repository of results."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def rated(self, condition: ColumnElement[bool]) -> dict[tuple[str, int], Results]:
        """Returns the results in rated games that meet a condition, by game and player's id."""
        query = (
            select(boards.c.game, seats.c.player_id, seats.c.seat, boards.c.places, _GAMES)
            .join(seats, seats.c.board_id == boards.c.id)
            .join(rating_changes, _SAME_SEAT)
            .where(condition, IS_PUBLISHED, boards.c.places.is_not(None))
            .group_by(boards.c.game, seats.c.player_id, seats.c.seat, boards.c.places)
        )
        found: dict[tuple[str, int], Results] = {}
        for row in self._connection.execute(query):
            key = row.game, row.player_id
            found[key] = found.get(key, Results()) + _in_all(json.loads(row.places), row)
        return found

    def rated_ends(self, player: int) -> dict[str, list[RatedEnd]]:
        """Returns the ends of a player's rated games by game, the earliest first."""
        columns = [column for column in rating_changes.c if not column.primary_key]
        query = (
            select(boards.c.game, boards.c.number, boards.c.changed, *columns)
            .join(seats, seats.c.board_id == boards.c.id)
            .join(rating_changes, _SAME_SEAT)
            .where(seats.c.player_id == player, FEW_PUBLISHED)
            .order_by(boards.c.changed, boards.c.id)
        )
        found: dict[str, list[RatedEnd]] = {}
        for row in self._connection.execute(query):
            found.setdefault(row.game, []).append(_rated_end(row))
        return found

    def opponents(self, player: int) -> Sequence[tuple[ListedPlayer, Results]]:
        """Returns all who have ended games against a player, with the player's results.

        Those with most games come first, those who have signed off last.
        """
        mine, theirs = seats.alias("mine"), seats.alias("theirs")
        query = (
            select(boards.c.places, mine.c.seat, theirs.c.seat.label("other"), _GAMES)
            .add_columns(*PLAYER_COLUMNS)
            .select_from(mine)
            .join(boards, boards.c.id == mine.c.board_id)
            .join(theirs, and_(theirs.c.board_id == boards.c.id, theirs.c.seat != mine.c.seat))
            .join(players, players.c.id == theirs.c.player_id)
            .where(mine.c.player_id == player, boards.c.places.is_not(None), FEW_PUBLISHED)
            .group_by(boards.c.places, mine.c.seat, theirs.c.seat, players.c.id)
        )
        found: dict[ListedPlayer, Results] = {}
        for row in self._connection.execute(query):
            places, other = json.loads(row.places), listed_player(row)
            result = _result(places[row.seat], places[row.other], row.games)
            found[other] = found.get(other, Results()) + result
        return sorted(found.items(), key=_most_games)


def _rated_end(row: Row[Any]) -> RatedEnd:
    before = Rating(row.mu_before, row.sigma_before)
    after = Rating(row.mu_after, row.sigma_after)
    return RatedEnd(row.game, row.number, row.changed.astimezone(UTC), before, after)


def _in_all(places: Sequence[int], row: Row[Any]) -> Results:
    """Returns the results of games with these places, as they count in ratings."""
    winners = winners_of(places)
    if not winners:
        return Results(drawn=row.games)
    return Results(won=row.games) if row.seat in winners else Results(lost=row.games)


def _result(own: int, other: int, count: int) -> Results:
    if own == other:
        return Results(drawn=count)
    return Results(won=count) if own < other else Results(lost=count)


def _most_games(entry: tuple[ListedPlayer, Results]) -> tuple[bool, int, str]:
    player, results = entry
    return player.gone, -results.games, player.userid.lower()
