"""The players whom everybody may see, and their results on boards that everybody may see."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, Row, func, select

from pbm.board.ratings import Rating, Standing
from storage.boards.public.boards import FEW_PUBLISHED, IS_PUBLISHED
from storage.boards.public.listings import PLAYER_COLUMNS, ListedPlayer, listed_player
from storage.boards.public.results import PublicResults, Results
from storage.boards.visibility import is_gone
from storage.tables import boards, players, ratings, seats


@dataclass(frozen=True, slots=True)
class PublicPlayer:
    """A player with a page."""

    player: ListedPlayer
    running: int
    finished: int


class PublicPlayers:
    """The players whom everybody may see: they haven't left, and a board of theirs is public."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._results = PublicResults(connection)

    def all(self) -> Sequence[PublicPlayer]:
        """Returns all of them, by userid."""
        query = _WITH_COUNTS.where(IS_PUBLISHED).order_by(players.c.key)
        return _read_players(self._connection.execute(query))

    def find(self, player: int) -> PublicPlayer | None:
        """Returns one of them by id; None if the player has no page."""
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
        found: dict[str, tuple[int, int]] = {}
        for row in self._connection.execute(query):
            running, ended = found.get(row.game, (0, 0))
            more = (0, row.boards) if row.over else (row.boards, 0)
            found[row.game] = (running + more[0], ended + more[1])
        return found

    def standings(self, game: str) -> Sequence[Standing]:
        """Returns the standings of those with a rated game that everybody may see, in no order.

        The numbers of games are those of such games.
        """
        results, running = self._results.rated(boards.c.game == game), self._running(game)
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
        """Returns a player's rating and results by game, where a rated end can be seen."""
        results = self._results.rated(seats.c.player_id == player)
        query = select(ratings).where(ratings.c.player_id == player).order_by(ratings.c.game)
        return {
            row.game: (Rating(row.mu, row.sigma), results[row.game, player])
            for row in self._connection.execute(query)
            if (row.game, player) in results
        }

    def _running(self, game: str) -> dict[int, int]:
        """Returns the number of unfinished boards of a game by player's id."""
        query = (
            select(seats.c.player_id, func.count().label("boards"))
            .join(boards, boards.c.id == seats.c.board_id)
            .where(boards.c.game == game, boards.c.places.is_(None), IS_PUBLISHED)
            .group_by(seats.c.player_id)
        )
        return {row.player_id: row.boards for row in self._connection.execute(query)}


_OVER = boards.c.places.is_not(None)
_WITH_COUNTS = (
    select(*PLAYER_COLUMNS)
    .add_columns(_OVER.label("over"), func.count().label("boards"))
    .join(seats, seats.c.player_id == players.c.id)
    .join(boards, boards.c.id == seats.c.board_id)
    .where(~is_gone())
    .group_by(players.c.id, _OVER)
)


def _read_players(rows: Iterable[Row[Any]]) -> list[PublicPlayer]:
    """Returns the players in rows with their numbers of unfinished and of finished boards."""
    found: dict[int, PublicPlayer] = {}
    for row in rows:
        known = found.get(row.id) or PublicPlayer(listed_player(row), 0, 0)
        running = known.running + (0 if row.over else row.boards)
        finished = known.finished + (row.boards if row.over else 0)
        found[row.id] = replace(known, running=running, finished=finished)
    return list(found.values())


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
