"""The times during which players' clocks stop: vacations, downtimes and bounced mail."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import BindParameter, Row, bindparam, null, select, union_all

from pbm.board.players import Player
from pbm.board.time_control.board_clock import ALWAYS, NEVER
from pbm.board.time_control.periods import Period, reached
from storage.sql.connection import WorkConnection
from storage.sql.prepared import Prepared
from storage.tables.boards import downtimes
from storage.tables.players import outages, vacations

_PLAYERS: BindParameter[int] = bindparam("players", expanding=True)
_AWAY = select(vacations.c.player_id, vacations.c.since, vacations.c.until).where(
    vacations.c.player_id.in_(_PLAYERS),
    vacations.c.until > bindparam("after"),
)
_DOWN = select(null(), downtimes.c.since, downtimes.c.until).where(
    downtimes.c.until > bindparam("after")
)
_LOST = select(outages.c.player_id, outages.c.since, outages.c.until).where(
    outages.c.player_id.in_(_PLAYERS),
    outages.c.until > bindparam("after"),
)
STOPS = Prepared(union_all(_AWAY, _LOST, _DOWN))
Stop = tuple[int | None, datetime, datetime]
"""A player's id, None for all, and the beginning and end of a stop."""


def stops(
    connection: WorkConnection, players: Sequence[Player], after: datetime
) -> tuple[tuple[Period, ...], ...]:
    """Returns, for each of these players, the stops of their clocks after a moment."""
    return stops_of(
        players, read_stops(connection, [player.id for player in players], after), after
    )


def stops_since(row: Row[Any]) -> datetime:
    """Returns the moment after which stops matter to a board: the turn's beginning, or its own."""
    since: datetime = row.begun if row.tournament_ends else row.turn
    return since


def round_end(ends: datetime | None, begun: datetime, found: Iterable[Stop]) -> datetime | None:
    """Returns the end of a tournament board's round, with the server's downtimes given back.

    `ends`: the end as stored when the board was made, at `begun`.
    """
    down = [Period(since, until) for player, since, until in found if player is None]
    return ends and reached(begun, ends - begun, down)


def read_stops(
    connection: WorkConnection, players: Sequence[int], after: datetime
) -> frozenset[Stop]:
    """Returns the stops of the clocks of players with these ids, after a moment."""
    return frozenset(connection.rows(STOPS, {"players": players, "after": after}))


def stops_of(
    players: Sequence[Player], found: Iterable[Stop], after: datetime
) -> tuple[tuple[Period, ...], ...]:
    """Returns, for each of these players, the stops that concern it after a moment."""
    later = [stop for stop in found if stop[2] > after]
    return tuple(tuple(sorted(_stops_of(player, later))) for player in players)


def _stops_of(player: Player, found: Iterable[Stop]) -> Iterator[Period]:
    """Yields the player's vacations, the server's downtimes, and the times of bounced mail.

    A robot's clock never runs.
    """
    if player.robot:
        yield Period(ALWAYS, NEVER)
    for id, since, until in found:
        if id is None or id == player.id:
            yield Period(since, until)
    if player.clock_stop:
        yield player.clock_stop
