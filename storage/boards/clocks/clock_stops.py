"""The times during which players' clocks stop: vacations, downtimes and bounced email."""

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
"""A player's id, or None for all players, and the beginning and end of a stop."""


def stops(
    connection: WorkConnection, players: Sequence[Player], after: datetime
) -> tuple[tuple[Period, ...], ...]:
    """Returns a tuple for each player: the stops of their clock after this time."""
    return stops_of(
        players, read_stops(connection, [player.id for player in players], after), after
    )


def stops_since(row: Row[Any]) -> datetime:
    """Returns the time after which stops affect a board's deadlines.

    Where a tournament round ends at a fixed time, all stops since the board began matter.
    Otherwise, only those in the current turn do.
    """
    since: datetime = row.begun if row.tournament_ends else row.turn
    return since


def round_end(ends: datetime | None, begun: datetime, stops: Iterable[Stop]) -> datetime | None:
    """Returns the end of a tournament board's round, extended by the server's downtimes.

    `ends`: the end that was set when the board began.
    `begun`: when the board began.
    """
    down = [Period(since, until) for player, since, until in stops if player is None]
    return ends and reached(begun, ends - begun, down)


def read_stops(
    connection: WorkConnection, players: Sequence[int], after: datetime
) -> frozenset[Stop]:
    """Returns the clock stops after this time of the players with these ids."""
    return frozenset(connection.rows(STOPS, {"players": players, "after": after}))


def stops_of(
    players: Sequence[Player], stops: Iterable[Stop], after: datetime
) -> tuple[tuple[Period, ...], ...]:
    """Returns a tuple for each player: the stops after this time that affect the player."""
    later = [stop for stop in stops if stop[2] > after]
    return tuple(tuple(sorted(_stops_of(player, later))) for player in players)


def _stops_of(player: Player, stops: Iterable[Stop]) -> Iterator[Period]:
    """Yields a player's vacations, the server's downtimes, and periods of bounced email.

    A robot's clock never runs.
    """
    if player.robot:
        yield Period(ALWAYS, NEVER)
    for id, since, until in stops:
        if id is None or id == player.id:
            yield Period(since, until)
    if player.clock_stop:
        yield player.clock_stop
