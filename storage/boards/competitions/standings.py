"""The standings of rated players: a list for each game, with ranks."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, func, select

from pbm.board.ratings import NEWCOMER, NEWCOMER_POINTS, POINTS, Rating, Standing
from pbm.board.viewers import Viewer
from storage.boards.counts import CountRepository, list_length
from storage.boards.visibility import is_of_game, is_seen_by
from storage.players.visibility import is_gone, is_player_seen_by
from storage.sql.connection import WorkConnection
from storage.tables.boards import boards, ratings, seats
from storage.tables.players import players

_POINTS = func.round(NEWCOMER_POINTS + POINTS * (ratings.c.mu - NEWCOMER.mu))
_MARGIN = func.round(POINTS * ratings.c.sigma)
"""Points and margin as players see them. They determine the ranks."""


class StandingRepository:
    """Lists of rated players."""

    def __init__(self, connection: WorkConnection, counts: CountRepository) -> None:
        self._connection = connection
        self._counts = counts

    def best(
        self, game: str, viewer: Viewer, first: int, most: int
    ) -> tuple[int, Sequence[tuple[int, Standing]]]:
        """Returns the number of players rated at a game, and a page of them with their ranks.

        The best are first, and equal points share a rank. The list has only players that the viewer
        may see, with the numbers of their running boards that the viewer may see.

        `first`: the number of players before the page.
        """
        page = self._best(game, viewer, first, most)
        return list_length(page, first, most, lambda: self._counts.rated(game, viewer)), page

    def _best(
        self, game: str, viewer: Viewer, first: int, most: int
    ) -> Sequence[tuple[int, Standing]]:
        fields = *ratings.c, players.c.userid, players.c.robot, _POINTS.label("points")
        best_first = _rated(game, viewer, *fields).order_by(_POINTS.desc(), _MARGIN, players.c.key)
        if (mu := self._least_mu(game, viewer, first + most)) is not None:
            best_first = best_first.where(mu <= ratings.c.mu)
        rows = self._connection.execute(best_first.limit(most).offset(first)).all()
        if not rows:
            return []
        active = self._active(game, viewer, [row.player_id for row in rows])
        better = self._better(game, viewer, rows[0].points) if first else 0
        ranks = {rows[0].points: 1 + better}
        for number, row in enumerate(rows, first + 1):
            ranks.setdefault(row.points, number)
        return [(ranks[row.points], _standing(row, active.get(row.player_id, 0))) for row in rows]

    def _least_mu(self, game: str, viewer: Viewer, number: int) -> float | None:
        """Returns a lower bound for the ratings (mu) of the best `number` players.

        Returns None if there are fewer players. The bound allows the query to use the index of mu.
        It is one point lower than the last player's mu, because players with equal points are
        sorted by margin and name, and their mu differs by less than a point.
        """
        query = _rated(game, viewer, ratings.c.mu).order_by(ratings.c.mu.desc())
        mu = self._connection.execute(query.limit(1).offset(number - 1)).scalar()
        return None if mu is None else mu - 1 / POINTS

    def _better(self, game: str, viewer: Viewer, points: float) -> int:
        # This is less than the mu of any better player, and lets the query use the index of mu.
        least = NEWCOMER.mu + (points - NEWCOMER_POINTS) / POINTS
        query = _rated(game, viewer, func.count())
        query = query.where(points < _POINTS, least < ratings.c.mu)
        return int(self._connection.execute(query).scalar_one())

    def _active(self, game: str, viewer: Viewer, ids: Sequence[int]) -> dict[int, int]:
        """Returns the numbers of unfinished boards of the game by player, without zeros."""
        running = boards.c.places.is_(None), boards.c.removed == "", is_seen_by(viewer, few=True)
        query = (
            select(seats.c.player_id, func.count().label("boards"))
            .join(boards, boards.c.id == seats.c.board_id)
            .where(seats.c.player_id.in_(ids), is_of_game(game), *running)
            .group_by(seats.c.player_id)
        )
        return {row.player_id: row.boards for row in self._connection.execute(query)}


def _rated(game: str, viewer: Viewer, *fields: ColumnElement[Any]) -> Select[Any]:
    """Returns a query of the players rated at a game that this viewer may see."""
    query = select(*fields).select_from(ratings)
    query = query.join(players, players.c.id == ratings.c.player_id)
    return query.where(ratings.c.game == game, is_player_seen_by(viewer), ~is_gone())


def _standing(row: Row[Any], active: int) -> Standing:
    return Standing(
        player=row.player_id,
        userid=row.userid,
        rating=Rating(row.mu, row.sigma),
        won=row.won,
        lost=row.lost,
        drawn=row.drawn,
        active=active,
        robot=bool(row.robot),
    )
