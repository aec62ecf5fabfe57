"""Lists of boards, read without replaying their matches."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, and_, bindparam, exists, func, select

from pbm.board.board import BoardLine
from pbm.board.players import Player
from pbm.board.viewers import Viewer
from pbm.stored_values import Selector
from storage.boards.clocks.deadlines import deadlines
from storage.boards.counts import CountRepository, list_length
from storage.boards.seats import boards_of, boards_of_keys, keys_of, players_of, userids
from storage.boards.state.board_lines import board_line
from storage.boards.visibility import is_of_game, is_seen_by
from storage.players.player_rows import robot_players
from storage.players.reachability import unreachable_players
from storage.players.userids import near
from storage.sql.connection import WorkConnection
from storage.sql.prepared import Prepared
from storage.sql.repository import Repository
from storage.tables.boards import boards, events, seats
from storage.tables.players import players


class BoardListings(Repository):
    def __init__(self, connection: WorkConnection, counts: CountRepository) -> None:
        super().__init__(connection)
        self._counts = counts

    def is_seen(self, game: str, number: int, viewer: Viewer) -> bool:
        """Whether this board exists, even if it is removed, and the viewer may see it."""
        here = boards.c.game == game, boards.c.number == number, is_seen_by(viewer, few=True)
        return self._connection.execute(select(boards.c.id).where(*here)).first() is not None

    def has_seen(self, player: Player, viewer: Viewer) -> bool:
        """Whether the player has a board that this viewer may see."""
        theirs = select(seats.c.board_id).where(seats.c.player_id == player.id)
        seen = is_seen_by(viewer, few=True)
        query = select(boards.c.id).where(boards.c.id.in_(theirs), seen).limit(1)
        return self._connection.execute(query).first() is not None

    def played_by(self, player: Player) -> Sequence[tuple[str, int, tuple[str, ...], int]]:
        """Returns game, number, userids and ply of all boards of a player."""
        theirs = select(seats.c.board_id).where(seats.c.player_id == player.id)
        fields = select(boards.c.id, boards.c.game, boards.c.number, boards.c.ply)
        query = fields.where(boards.c.id.in_(theirs), boards.c.removed == "")
        rows = self._connection.execute(query.order_by(boards.c.game, boards.c.number.desc()))
        names = userids(self._connection, theirs)
        return [(game, number, names[id], ply) for id, game, number, ply in rows]

    def players_near(self, userid: str, viewer: Viewer) -> Sequence[str]:
        """Returns userids similar to a misspelt one.

        They are of players with boards that the viewer may see.
        """
        seated = seats.c.player_id == players.c.id
        seen = exists().where(seated, seats.c.board_id == boards.c.id, is_seen_by(viewer, few=True))
        return self._connection.execute(near(userid).where(seen)).scalars().all()

    def lines(
        self,
        game: str,
        userids: Sequence[str],
        selector: Selector,
        limit: int | None = None,
        *,
        viewer: Viewer,
    ) -> tuple[int, Sequence[BoardLine]]:
        """Returns the number of boards, and the newest of them.

        `userids`: boards with any of these players. If empty, boards of all players.
        `limit`: the maximum number of boards to return. None for all.
        """
        page = self._newest(game, userids, selector, limit, viewer)

        def count() -> int:
            if userids:
                return self._count(_listed(game, userids, selector, viewer, few=True))
            running, finished = self._counts.boards(viewer).get(game, (0, 0))
            return {"all": running + finished, "inactive": finished}.get(selector, running)

        return list_length(page, 0, limit, count), page

    def _newest(
        self,
        game: str,
        userids: Sequence[str],
        selector: Selector,
        limit: int | None,
        viewer: Viewer,
    ) -> Sequence[BoardLine]:
        if userids and viewer.admin:
            query = _newest_of_players(selector, is_limited=limit is not None)
            values = {"game": game, "keys": keys_of(userids)}
            rows = self._connection.rows(
                query, values if limit is None else {**values, "limit": limit}
            )
            return self._board_lines(rows)
        few = bool(userids) or limit is not None
        condition = _listed(game, userids, selector, viewer, few=few)
        newest = select(boards).where(condition).order_by(boards.c.number.desc()).limit(limit)
        return self._read(newest)

    def finished(
        self, game: str, limit: int, offset: int, viewer: Viewer
    ) -> tuple[int, Sequence[BoardLine]]:
        """Returns the number of finished boards, and a page of them.

        The last finished are first.
        """
        finished = boards.c.game == game, boards.c.places.is_not(None), boards.c.removed == ""
        latest_first = (
            select(boards)
            .where(*finished, is_seen_by(viewer, few=True))
            .order_by(boards.c.changed.desc(), boards.c.number.desc())
        )
        page = self._read(latest_first.limit(limit).offset(offset))

        def count() -> int:
            return self._counts.boards(viewer).get(game, (0, 0))[1]

        return list_length(page, offset, limit, count), page

    def moves_on(self, day: date) -> int:
        """Returns the number of moves that were made on a day in UTC."""
        begin = datetime.combine(day, time(), UTC)
        # Log lines begin with their time but have no index, so find the changed boards first.
        changed = select(boards.c.id).where(boards.c.changed >= begin)
        moves = select(func.count()).where(
            events.c.board_id.in_(changed),
            events.c.ply.is_not(None),
            func.substr(events.c.line, 1, 10) == day.isoformat(),
        )
        return int(self._connection.execute(moves).scalar_one())

    def _count(self, condition: ColumnElement[bool]) -> int:
        query = select(func.count()).select_from(boards).where(condition)
        return int(self._connection.execute(query).scalar_one())

    def _read(self, query: Select[Any]) -> Sequence[BoardLine]:
        return self._board_lines(self._connection.execute(query).all())

    def _board_lines(self, rows: Sequence[Row[Any]]) -> Sequence[BoardLine]:
        if not rows:
            return []
        ids = [row.id for row in rows]
        names, sitting = userids(self._connection, ids), players_of(ids)
        unreachable = unreachable_players(self._connection, sitting)
        robots = robot_players(self._connection, sitting)
        due = deadlines(self._connection, rows)
        return [
            board_line(row, names[row.id], unreachable, robots, due.get(row.id)) for row in rows
        ]


@cache
def _newest_of_players(selector: Selector, *, is_limited: bool) -> Prepared:
    """Returns the query for boards of players, which the server executes for each game."""
    theirs = boards_of_keys(bindparam("keys", expanding=True))
    conditions = is_of_game(bindparam("game")), *_selected(selector, theirs)
    query = select(boards).where(boards.c.removed == "", *conditions)
    newest = query.order_by(boards.c.number.desc())
    return Prepared(newest.limit(bindparam("limit")) if is_limited else newest)


def _listed(
    game: str, userids: Sequence[str], selector: Selector, viewer: Viewer, *, few: bool
) -> ColumnElement[bool]:
    return and_(
        _of_game(game, few=bool(userids)),
        boards.c.removed == "",
        is_seen_by(viewer, few=few),
        *_selected(selector, boards_of(*userids) if userids else None),
    )


def _of_game(game: str, *, few: bool) -> ColumnElement[bool]:
    """Returns the condition that a board belongs to a game.

    `few`: other conditions of the query select few boards, so the query shouldn't use the game's
    index.
    """
    return is_of_game(game) if few else boards.c.game == game


def _selected(selector: Selector, theirs: Select[Any] | None) -> list[ColumnElement[bool]]:
    """Returns the conditions of a selector.

    `theirs`: a query of the boards of some players, or None for the boards of all players.
    """
    conditions: list[ColumnElement[bool]] = []
    if selector in ("active", "next"):
        conditions.append(boards.c.places.is_(None))
    if selector == "inactive":
        conditions.append(boards.c.places.is_not(None))
    if theirs is not None:
        if selector == "next":
            theirs = theirs.where(seats.c.board_id == boards.c.id, seats.c.seat == boards.c.to_move)
        conditions.append(boards.c.id.in_(theirs))
    return conditions
