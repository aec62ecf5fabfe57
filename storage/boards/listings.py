"""Lists of boards, none of them replayed."""

import json
from collections.abc import Container, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, and_, exists, func, select

from pbm.board import BoardLine
from pbm.board_clock import NEVER
from pbm.ports import Selector
from storage.boards.seats import boards_of, userids
from storage.players.players import robot_players
from storage.players.reachability import lost_players
from storage.tables import boards, players, seats

_ROBOT = (
    exists()
    .where(seats.c.board_id == boards.c.id, players.c.robot != "")
    .where(
        seats.c.player_id == players.c.id,
        (seats.c.seat == boards.c.to_move) | (boards.c.offer != ""),
    )
)
FOR_ROBOTS = (
    select(boards.c.game, boards.c.number)
    .where((boards.c.due >= NEVER) | (boards.c.offer != "") & boards.c.due.is_not(None), _ROBOT)
    .order_by(boards.c.changed, boards.c.id)
)


class BoardListings:
    """What boards there are."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def lines(
        self, game: str, userids: Sequence[str], selector: Selector, limit: int | None = None
    ) -> tuple[int, Sequence[BoardLine]]:
        """How many boards of any of these players (of all, if none) there are, and the newest.

        `limit`: how many of them; None for all.
        """
        wanted = and_(boards.c.game == game, boards.c.removed == "", *_selected(userids, selector))
        return self._page(wanted, select(boards).order_by(boards.c.number.desc()).limit(limit))

    def finished(self, game: str, limit: int, offset: int) -> tuple[int, Sequence[BoardLine]]:
        """How many boards are over, and some of them, those that ended last first."""
        wanted = and_(boards.c.game == game, boards.c.removed == "", *_selected((), "inactive"))
        latest_first = select(boards).order_by(boards.c.changed.desc(), boards.c.number.desc())
        return self._page(wanted, latest_first.limit(limit).offset(offset))

    def waiting_for_robots(self) -> Sequence[tuple[str, int]]:
        """Game and number of each board on which a robot is to move or has an offer to answer."""
        return [(row.game, row.number) for row in self._connection.execute(FOR_ROBOTS)]

    def counts(self) -> dict[str, tuple[int, int]]:
        """Boards going on, and finished, by game."""
        over = boards.c.places.is_not(None)
        query = select(boards.c.game, over, func.count()).where(boards.c.removed == "")
        found: dict[str, tuple[int, int]] = {}
        for game, finished, count in self._connection.execute(query.group_by(boards.c.game, over)):
            running, ended = found.get(game, (0, 0))
            found[game] = (running, ended + count) if finished else (running + count, ended)
        return found

    def _page(
        self, wanted: ColumnElement[bool], query: Select[Any]
    ) -> tuple[int, Sequence[BoardLine]]:
        count = self._connection.execute(select(func.count()).where(wanted)).scalar_one()
        rows = self._connection.execute(query.where(wanted)).all()
        sitting = userids(self._connection, [row.id for row in rows])
        lost, robots = lost_players(self._connection), robot_players(self._connection)
        return count, [_line(row, sitting[row.id], lost, robots) for row in rows]


def _selected(userids: Sequence[str], selector: Selector) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = []
    if selector in ("active", "next"):
        conditions.append(boards.c.places.is_(None))
    if selector == "inactive":
        conditions.append(boards.c.places.is_not(None))
    if userids:
        theirs = boards_of(*userids)
        if selector == "next":
            theirs = theirs.where(seats.c.board_id == boards.c.id, seats.c.seat == boards.c.to_move)
        conditions.append(boards.c.id.in_(theirs))
    return conditions


def _line(
    row: Row[Any], userids: tuple[str, ...], lost: Container[str], robots: Container[str]
) -> BoardLine:
    places = json.loads(row.places) if row.places else None
    winners = None
    if places:
        drawn = len(set(places)) == 1
        winners = () if drawn else tuple(i for i, place in enumerate(places) if place == 1)
    away = tuple(userid for userid in userids if row.due and userid in lost)
    machines = tuple(userid for userid in userids if userid in robots)
    return BoardLine(
        row.game, row.number, userids, row.ply, row.to_move, winners, row.changed, away, machines
    )
