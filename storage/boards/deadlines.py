"""The deadlines of boards in lists, without replaying."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Row, select

from pbm.board_clock import NEVER, BoardClock, Period
from storage.boards.clocks import stops
from storage.boards.rows import read_terms, read_used
from storage.players.players import PlayerRepository
from storage.sql.connection import WorkConnection
from storage.tables import boards, seats


def deadlines(connection: WorkConnection, rows: Sequence[Row[Any]]) -> dict[int, datetime]:
    """Returns, by board, the time at which the player to move forfeits, where a clock runs."""
    running = [row for row in rows if row.due is not None and row.to_move is not None]
    if not running:
        return {}
    movers = _movers(connection, [row.id for row in running])
    players = PlayerRepository(connection).by_ids(sorted(set(movers.values())))
    found = stops(connection, players, min(row.turn for row in running))
    stopped = {player.id: periods for player, periods in zip(players, found, strict=True)}
    moments = {row.id: _deadline(row, stopped[movers[row.id]]) for row in running}
    return {id: moment for id, moment in moments.items() if moment < NEVER}


def _movers(connection: WorkConnection, ids: Sequence[int]) -> dict[int, int]:
    """Returns the ids of the players to move, by board."""
    query = (
        select(seats.c.board_id, seats.c.player_id)
        .join(boards, boards.c.id == seats.c.board_id)
        .where(seats.c.seat == boards.c.to_move, boards.c.id.in_(ids))
    )
    return {row.board_id: row.player_id for row in connection.execute(query)}


def _deadline(row: Row[Any], periods: tuple[Period, ...]) -> datetime:
    used = read_used(row.used)
    clock = BoardClock(row.turn, used, (periods,) * len(used))
    return clock.deadlines(row.to_move, read_terms(row)).forfeit
