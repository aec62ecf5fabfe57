"""Compute the deadlines of boards for lists, without replaying their matches."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Row, select

from pbm.board.players import Player
from pbm.board.time_control.board_clock import NEVER, BoardClock
from pbm.board.time_control.rest import Rest
from storage.boards.clocks.clock_stops import Stop, read_stops, round_end, stops_of, stops_since
from storage.boards.state.board_rows import read_terms, read_used
from storage.players.players import PlayerRepository
from storage.sql.connection import WorkConnection
from storage.tables.boards import boards, seats
from storage.tables.competitions import tournament_boards


def deadlines(connection: WorkConnection, rows: Sequence[Row[Any]]) -> dict[int, datetime]:
    """Returns the deadline of each board with a running clock, by the board's id."""
    running = [row for row in rows if row.due is not None and row.to_move is not None]
    if not running:
        return {}
    movers = _movers(connection, [row.id for row in running])
    ids = sorted({row.player_id for row in movers.values()})
    players = {player.id: player for player in PlayerRepository(connection).by_ids(ids)}
    stops = read_stops(connection, ids, min(map(stops_since, movers.values())))
    moments = {
        row.id: _deadline(row, players[movers[row.id].player_id], movers[row.id], stops)
        for row in running
    }
    return {id: moment for id, moment in moments.items() if moment < NEVER}


def _movers(connection: WorkConnection, ids: Sequence[int]) -> Mapping[int, Row[*tuple[Any, ...]]]:
    """Returns the player to move and the times for `stops_since`, by the board's id."""
    query = (
        select(
            seats.c.board_id,
            seats.c.player_id,
            boards.c.begun,
            boards.c.turn,
            tournament_boards.c.ends.label("tournament_ends"),
        )
        .join(boards, boards.c.id == seats.c.board_id)
        .join(tournament_boards, tournament_boards.c.board_id == boards.c.id, isouter=True)
        .where(seats.c.seat == boards.c.to_move, boards.c.id.in_(ids))
    )
    rows = connection.execute(query).all()
    return {row.board_id: row for row in rows}


def _deadline(row: Row[Any], mover: Player, times: Row[Any], stops: Collection[Stop]) -> datetime:
    used = read_used(row.used)
    rest = Rest.read(row.rest, row.daysoff)
    periods = stops_of([mover], stops, row.turn)
    clock = BoardClock(row.turn, used, periods * len(used), rest)
    deadlines = clock.deadlines(row.to_move, read_terms(row))
    ends = round_end(times.tournament_ends, times.begun, stops)
    return (deadlines.within(ends, row.turn) if ends else deadlines).move_by
