"""Players whom everybody may see, and their results on public boards."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Row, and_, func, select

from pbm.board.ratings import Rating, Standing
from pbm.game import winners_of
from storage.boards.public.listings import PLAYER_COLUMNS, ListedPlayer, listed_player
from storage.boards.public.published_boards import FEW_PUBLISHED, IS_PUBLISHED
from storage.boards.visibility import is_gone
from storage.sql.repository import Repository
from storage.tables.boards import boards, rating_changes, ratings, seats
from storage.tables.players import players

SAME_SEAT = and_(
    rating_changes.c.board_id == seats.c.board_id, rating_changes.c.seat == seats.c.seat
)
_GAMES = func.count().label("games")
_OVER = boards.c.places.is_not(None)
_WITH_COUNTS = (
    select(*PLAYER_COLUMNS)
    .add_columns(_OVER.label("over"), func.count().label("boards"))
    .join(seats, seats.c.player_id == players.c.id)
    .join(boards, boards.c.id == seats.c.board_id)
    .where(~is_gone())
    .group_by(players.c.id, _OVER)
)


@dataclass(frozen=True, slots=True)
class Results:
    """The numbers of games that a player won, lost and drew.

    In games with several players, everybody has won against all who finished in a worse place.
    """

    won: int = 0
    lost: int = 0
    drawn: int = 0

    def __add__(self, other: "Results") -> "Results":
        return Results(self.won + other.won, self.lost + other.lost, self.drawn + other.drawn)

    @property
    def games(self) -> int:
        return self.won + self.lost + self.drawn


class RatedEnd(NamedTuple):
    """A player's rating before and after a rated game."""

    game: str
    number: int
    at: datetime
    before: Rating
    after: Rating


@dataclass(frozen=True, slots=True)
class PublicPlayer:
    """A player with a page on the site."""

    player: ListedPlayer
    running: int
    finished: int


class PublicPlayers(Repository):
    """Players whom everybody may see: they haven't left, and have at least one public board."""

    def all(self) -> Sequence[PublicPlayer]:
        """Returns all public players, sorted by userid."""
        query = _WITH_COUNTS.where(IS_PUBLISHED).order_by(players.c.key)
        return _read_players(self._connection.execute(query))

    def find(self, player: int) -> PublicPlayer | None:
        """Returns a public player by id, or None if the player has no page."""
        query = _WITH_COUNTS.where(players.c.id == player, FEW_PUBLISHED)
        return next(iter(_read_players(self._connection.execute(query))), None)

    def games(self, player: int) -> dict[str, tuple[int, int]]:
        """Returns the numbers of a player's unfinished and finished boards, by game."""
        query = (
            select(boards.c.game, _OVER.label("over"), func.count().label("boards"))
            .join(seats, seats.c.board_id == boards.c.id)
            .where(seats.c.player_id == player, FEW_PUBLISHED)
            .group_by(boards.c.game, _OVER)
            .order_by(boards.c.game)
        )
        counts: dict[str, tuple[int, int]] = {}
        for row in self._connection.execute(query):
            running, ended = counts.get(row.game, (0, 0))
            more = (0, row.boards) if row.over else (row.boards, 0)
            counts[row.game] = (running + more[0], ended + more[1])
        return counts

    def all_games(self) -> dict[int, dict[str, int]]:
        """Returns the numbers of boards of all players, by player id and game."""
        query = (
            select(seats.c.player_id, boards.c.game, func.count().label("boards"))
            .join(boards, boards.c.id == seats.c.board_id)
            .where(IS_PUBLISHED)
            .group_by(seats.c.player_id, boards.c.game)
            .order_by(boards.c.game)
        )
        counts: dict[int, dict[str, int]] = {}
        for row in self._connection.execute(query):
            counts.setdefault(row.player_id, {})[row.game] = row.boards
        return counts

    def standings(self, game: str) -> Sequence[Standing]:
        """Returns the unsorted standings of players with a public rated game.

        The results include only public games.
        """
        results, running = self._rated(boards.c.game == game), self._running(game)
        query = (
            select(ratings.c.mu, ratings.c.sigma, *PLAYER_COLUMNS)
            .join(players, players.c.id == ratings.c.player_id)
            .where(ratings.c.game == game, ~is_gone())
        )
        return [
            _standing(row, results[game, row.id], running.get(row.id, 0))
            for row in self._connection.execute(query)
            if (game, row.id) in results
        ]

    def ratings(self, player: int) -> dict[str, tuple[Rating, Results]]:
        """Returns a player's ratings and results by game, for games with a public rated board."""
        results = self._rated(seats.c.player_id == player)
        query = select(ratings).where(ratings.c.player_id == player).order_by(ratings.c.game)
        return {
            row.game: (Rating(row.mu, row.sigma), results[row.game, player])
            for row in self._connection.execute(query)
            if (row.game, player) in results
        }

    def rated_ends(self, player: int) -> dict[str, list[RatedEnd]]:
        """Returns the ends of a player's rated games by game, the earliest first."""
        columns = [column for column in rating_changes.c if not column.primary_key]
        query = (
            select(boards.c.game, boards.c.number, boards.c.changed, *columns)
            .join(seats, seats.c.board_id == boards.c.id)
            .join(rating_changes, SAME_SEAT)
            .where(seats.c.player_id == player, FEW_PUBLISHED)
            .order_by(boards.c.changed, boards.c.id)
        )
        ends: dict[str, list[RatedEnd]] = {}
        for row in self._connection.execute(query):
            ends.setdefault(row.game, []).append(_rated_end(row))
        return ends

    def opponents(self, player: int) -> Sequence[tuple[ListedPlayer, Results]]:
        """Returns all players who have finished games against a player, with that player's results.

        The list is sorted by the number of games, most first. Players who have left are at the end.
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
        results_by_opponent: dict[ListedPlayer, Results] = {}
        for row in self._connection.execute(query):
            places, other = json.loads(row.places), listed_player(row)
            result = _result(places[row.seat], places[row.other], row.games)
            results_by_opponent[other] = results_by_opponent.get(other, Results()) + result
        return sorted(results_by_opponent.items(), key=_most_games)

    def _rated(self, condition: ColumnElement[bool]) -> dict[tuple[str, int], Results]:
        """Returns the results of rated games that meet a condition, by game and player id."""
        query = (
            select(boards.c.game, seats.c.player_id, seats.c.seat, boards.c.places, _GAMES)
            .join(seats, seats.c.board_id == boards.c.id)
            .join(rating_changes, SAME_SEAT)
            .where(condition, IS_PUBLISHED, boards.c.places.is_not(None))
            .group_by(boards.c.game, seats.c.player_id, seats.c.seat, boards.c.places)
        )
        results: dict[tuple[str, int], Results] = {}
        for row in self._connection.execute(query):
            key = row.game, row.player_id
            results[key] = results.get(key, Results()) + _in_all(json.loads(row.places), row)
        return results

    def _running(self, game: str) -> dict[int, int]:
        """Returns the numbers of unfinished boards of a game, by player id."""
        query = (
            select(seats.c.player_id, func.count().label("boards"))
            .join(boards, boards.c.id == seats.c.board_id)
            .where(boards.c.game == game, boards.c.places.is_(None), IS_PUBLISHED)
            .group_by(seats.c.player_id)
        )
        return {row.player_id: row.boards for row in self._connection.execute(query)}


def _read_players(rows: Iterable[Row[Any]]) -> list[PublicPlayer]:
    """Returns the players in these rows with their numbers of unfinished and finished boards."""
    players_by_id: dict[int, PublicPlayer] = {}
    for row in rows:
        player = players_by_id.get(row.id) or PublicPlayer(listed_player(row), 0, 0)
        running = player.running + (0 if row.over else row.boards)
        finished = player.finished + (row.boards if row.over else 0)
        players_by_id[row.id] = replace(player, running=running, finished=finished)
    return list(players_by_id.values())


def _standing(row: Row[Any], results: Results, running: int) -> Standing:
    return Standing(
        player=row.id,
        userid=row.userid,
        rating=Rating(row.mu, row.sigma),
        won=results.won,
        lost=results.lost,
        drawn=results.drawn,
        active=running,
        robot=bool(row.is_robot),
    )


def _rated_end(row: Row[Any]) -> RatedEnd:
    before = Rating(row.mu_before, row.sigma_before)
    after = Rating(row.mu_after, row.sigma_after)
    return RatedEnd(row.game, row.number, row.changed.astimezone(UTC), before, after)


def _in_all(places: Sequence[int], row: Row[Any]) -> Results:
    """Returns the results of games with these places, by the rules of ratings."""
    winners = winners_of(places)
    if not winners:
        return Results(drawn=row.games)
    return Results(won=row.games) if row.seat in winners else Results(lost=row.games)


def _result(place: int, other_place: int, count: int) -> Results:
    if place == other_place:
        return Results(drawn=count)
    return Results(won=count) if place < other_place else Results(lost=count)


def _most_games(entry: tuple[ListedPlayer, Results]) -> tuple[bool, int, str]:
    player, results = entry
    return player.gone, -results.games, player.userid.lower()
