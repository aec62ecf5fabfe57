"""Load one or several boards from the rows of their tables."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Row

from pbm.board.board import Board, TournamentGame
from pbm.board.players import Player
from pbm.board.time_control.board_clock import BoardClock
from pbm.board.time_control.rest import Rest
from pbm.errors import BoardFrozenError, GameFailedError
from pbm.match.match import Match
from pbm.match.queued_moves import Plan
from storage.boards.clocks.clock_stops import (
    STOPS,
    Stop,
    read_stops,
    round_end,
    stops_of,
    stops_since,
)
from storage.boards.ratings import changes, current_ratings
from storage.boards.state.board_query import BY_IDS, rows_by_seat
from storage.boards.state.board_rows import places, read_offer, read_terms, read_used
from storage.boards.state.logs import BoardLogs, frozen_error
from storage.boards.state.match_cache import MatchCache
from storage.players.player_rows import read_player
from storage.sql.connection import WorkConnection
from storage.sql.prepared import Prepared

StopsOf = Callable[[Row[Any], Sequence[Player]], Iterable[Stop]]
"""Returns the clock stops that affect a board's clock or its tournament round."""


class BoardLoader:
    reads = (BY_IDS, STOPS)
    """The queries whose results a loaded board depends on."""

    def __init__(self, connection: WorkConnection, match_cache: MatchCache) -> None:
        self._connection = connection
        self._match_cache = match_cache
        self.logs = BoardLogs(connection)

    def load(self, query: Prepared, values: Mapping[str, Any]) -> Board | None:
        """Returns the board that a query finds, or None. Raises BoardFrozenError."""
        # If the board changes between the queries of its row and its log, read both again.
        while rows := self._connection.rows(query, values):
            match = self._match(rows[0])
            if match:
                return _board(rows, match, self._stops)
        return None

    def load_all(self, ids: Sequence[int]) -> dict[int, Board | None]:
        """Returns locked boards by id. The value is None if there is no such board.

        Damaged boards are left out. Code that needs one loads it again and gets the error.
        """
        rows_by_board: dict[int, list[Row[Any]]] = {}
        for row in self._connection.rows(BY_IDS, {"ids": ids}):
            rows_by_board.setdefault(row.board_id, []).append(row)
        stops_of_row = self._stops_of_all(rows_by_board)
        matches = self._matches([rows[0] for rows in rows_by_board.values()])
        read = {
            id: _board(rows, match, stops_of_row)
            for id, rows in rows_by_board.items()
            if (match := matches.get(id)) and places(match) == rows[0].places
        }
        return {id: read.get(id) for id in ids if id in read or id not in rows_by_board}

    def _matches(self, rows: Sequence[Row[Any]]) -> dict[int, Match]:
        """Returns the matches by board id, without those whose log and row disagree."""
        rows = [row for row in rows if self._match_cache.is_free(row)]
        matches = {row.board_id: self._match_cache.get(row.board_id, row.checksum) for row in rows}
        missing = [id for id, match in matches.items() if match is None]
        for id, match in (self.logs.replay_all(missing) if missing else {}).items():
            self._match_cache.put(id, match)
            matches[id] = match
        read = ((row, matches[row.board_id]) for row in rows)
        return {
            row.board_id: match for row, match in read if match and match.checksum == row.checksum
        }

    def _stops(self, row: Row[Any], sitting: Sequence[Player]) -> Iterable[Stop]:
        """Returns the clock stops of a running board. Returns nothing for a finished one."""
        ids = [player.id for player in sitting]
        return read_stops(self._connection, ids, stops_since(row)) if row.due else ()

    def _stops_of_all(self, rows_by_board: Mapping[int, Sequence[Row[Any]]]) -> StopsOf:
        """Reads the clock stops of all these boards in one query.

        Returns a function like `_stops`.
        """
        running = [rows for rows in rows_by_board.values() if rows[0].due]
        if not running:
            return self._stops
        first = min(stops_since(rows[0]) for rows in running)
        ids = {row.player_id for rows in running for row in rows}
        read = read_stops(self._connection, sorted(ids), first)
        return lambda _row, _sitting: read

    def _match(self, row: Row[Any]) -> Match | None:
        """Returns the match of a board, or None if the board has changed since its row was read."""
        self._match_cache.check_free(row)
        match = self._match_cache.get(row.board_id, row.checksum) or self._replayed(row)
        if match.checksum != row.checksum:
            return None
        if places(match) != row.places:
            raise frozen_error(row)
        self._match_cache.put(row.board_id, match)
        return match

    def _replayed(self, row: Row[Any]) -> Match:
        try:
            return self.logs.replay(row.board_id)
        except BoardFrozenError as error:
            if isinstance(error.__cause__, GameFailedError) and error.__cause__.hangs:
                self._match_cache.freeze(row.game, row.number, error.text)
            raise


def _board(rows: Sequence[Row[Any]], match: Match, stops_of_row: StopsOf) -> Board:
    seat_rows = list(rows_by_seat(rows))
    sitting, row = [own[0] for own in seat_rows], rows[0]
    players = tuple(read_player(own) for own in seat_rows)
    stops = stops_of_row(row, players)
    return Board(
        id=row.board_id,
        number=row.number,
        players=players,
        match=match,
        terms=read_terms(row),
        begun=row.begun,
        clock=BoardClock(
            row.turn,
            read_used(row.used),
            stops_of(players, stops, row.turn) if row.due else ((),) * len(players),
            Rest.read(row.rest, row.daysoff),
        ),
        resigning=frozenset(seat.seat for seat in sitting if seat.resigning),
        removed=row.removed,
        offer=read_offer(row.offer),
        plans={seat.seat: Plan.read(seat.plan) for seat in sitting if seat.plan},
        submitted={seat.seat: seat.submitted for seat in sitting if seat.submitted},
        notes={seat.seat: seat.note for seat in sitting if seat.note},
        ratings=changes(sitting),
        current_ratings=current_ratings(sitting),
        generation=row.generation,
        tournament=_tournament(row, stops),
    )


def _tournament(row: Row[Any], stops: Iterable[Stop]) -> TournamentGame | None:
    """Returns the tournament game that is played on this board, or None."""
    if row.tournament is None:
        return None
    ends = round_end(row.tournament_ends, row.begun, stops)
    return TournamentGame(row.tournament, row.tournament_round, row.tournament_game, ends)
