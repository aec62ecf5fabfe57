"""The repository of boards: a row with the state of each."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Any, cast

from sqlalchemy import Connection, Row, Select, and_, bindparam, insert, select, update

from pbm.board import FIRST_BOARD, Board, Player, Terms, replay_clock
from pbm.board_clock import BoardClock, Period
from pbm.match import Match
from pbm.move_plan import Plan
from storage.boards.clocks import stops
from storage.boards.listings import BoardListings
from storage.boards.logs import BoardLogs, frozen_error
from storage.boards.match_cache import MatchCache
from storage.boards.ratings import changes, current_ratings, with_ratings
from storage.boards.rows import (
    intentions,
    places,
    read_offer,
    read_terms,
    read_used,
    state_values,
    terms_row,
)
from storage.players.players import read_player, with_players
from storage.sql.locks import Conflict, LockKey, LockKind, Locks
from storage.sql.upserts import insert_into
from storage.tables import boards, counters, players, seats

# Statements are made once: making one costs as much as executing it.
WITH_SEATS = (
    select(*(column for column in boards.c if column is not boards.c.id), seats)
    .join(seats, seats.c.board_id == boards.c.id)
    .join(players, players.c.id == seats.c.player_id)
    .order_by(seats.c.seat)
)
WITH_PLAYERS = with_players(with_ratings(WITH_SEATS))
"""The query of a with_players board: a row for each address of each of its players."""
_THIS_NUMBER = and_(boards.c.game == bindparam("game"), boards.c.number == bindparam("number"))
_THIS_ID = boards.c.id == bindparam("id")
BY_NUMBER, BY_ID = WITH_PLAYERS.where(_THIS_NUMBER), WITH_PLAYERS.where(_THIS_ID)
ID_BY_ID = select(boards.c.id).where(_THIS_ID)
ID_BY_NUMBER = select(boards.c.id).where(_THIS_NUMBER)
# Rows that refer to the board may be inserted meanwhile.
WAIT, ATTEMPT = (
    ID_BY_ID.with_for_update(key_share=True, skip_locked=skip) for skip in (False, True)
)
UNCHANGED = and_(boards.c.id == bindparam("same_id"), boards.c.checksum == bindparam("before"))
UPDATE_BOARD = update(boards).where(UNCHANGED)


class BoardRepository(BoardListings):
    """The repository of boards, by game and number."""

    def __init__(
        self,
        connection: Connection,
        locks: Locks,
        match_cache: MatchCache,
        generation: int = 0,
    ) -> None:
        super().__init__(connection)
        self._locks = locks
        self._match_cache = match_cache
        self._logs = BoardLogs(connection)
        self._generation = generation

    def open(
        self,
        sitting: Sequence[Player],
        match: Match,
        terms: Terms,
        at: datetime,
        resumed: datetime | None = None,
    ) -> Board:
        """Returns a new board, with a number never used before."""
        number = self._next_number(match.game.name)
        clock = BoardClock.start(at, stops(self._connection, sitting, at))
        clock = replay_clock(clock, match).next_turn(None, resumed or at)
        board = Board(0, number, tuple(sitting), match, terms, at, clock)
        board = replace(board, generation=self._generation)
        board = replace(board, id=self._add(board))
        self._logs.append(board.id, Match.begin(match.game, match.options), match)
        self._match_cache.put(match)
        return board

    def _add(self, board: Board) -> int:
        """Inserts a new board with its players and state, but without its log; returns its id."""
        terms = terms_row(board.match, board.terms)
        values = terms | state_values(board) | {"begun": board.begun, "changed": board.begun}
        values |= {"number": board.number}
        made = self._connection.execute(insert(boards).values(values).returning(boards.c.id))
        id = made.scalar_one()
        rows = [
            {"board_id": id, "seat": seat, "player_id": player.id} | intentions(board, seat)
            for seat, player in enumerate(board.players)
        ]
        self._connection.execute(insert(seats), rows)
        return cast("int", id)

    def find(self, game: str, number: int) -> Board | None:
        """Returns a board for reading."""
        return self._load(BY_NUMBER, {"game": game, "number": number})

    def number_of(self, game: str, checksum: str) -> int | None:
        """Returns the number of the first board whose log has this checksum."""
        here = and_(boards.c.game == game, boards.c.checksum == checksum)
        query = select(boards.c.number).where(here).order_by(boards.c.number)
        return self._connection.execute(query).scalars().first()

    def hold(self, id: int) -> None:
        """Locks a board before it is read.

        A query that waits for a lock sees the new row of the locked table, but old ones of others.
        """
        key = LockKey(LockKind.BOARD, number=id)
        if self._locks.take_row(key, WAIT, ATTEMPT, {"id": id}) or self._locks.may_wait_for(key):
            return  # a board that can be waited for, and isn't locked, doesn't exist
        if self._connection.execute(ID_BY_ID, {"id": id}).first():
            raise Conflict("another transaction has this board", key)

    def lock_id(self, id: int) -> Board | None:
        """Returns the board with this number over all games, locked."""
        self.hold(id)
        return self._load(BY_ID, {"id": id})

    def lock(self, game: str, number: int) -> Board | None:
        """Returns a board, locked."""
        self._lock_number(game, number)
        return self.find(game, number)

    def save(self, before: Board, after: Board, at: datetime) -> Board:
        """Saves the additions to a locked board's log and its state; returns the saved board."""
        after = after.timed(before, at).in_generation(self._generation, before)
        values = state_values(after) | {"changed": at}
        same = {"same_id": after.id, "before": before.match.checksum}
        changed = self._connection.execute(UPDATE_BOARD, values | same)
        if changed.rowcount != 1:
            raise Conflict(f"{after.game.name} {after.number}")
        self._logs.append(after.id, before.match, after.match)
        for seat in range(len(after.players)):
            if intentions(before, seat) != intentions(after, seat):
                here = and_(seats.c.board_id == after.id, seats.c.seat == seat)
                values = intentions(after, seat)
                self._connection.execute(update(seats).where(here).values(values))
        self._match_cache.put(after.match)
        return after

    def remove_frozen(self, game: str, number: int, why: str, at: datetime) -> tuple[Player, ...]:
        """Removes a board that can't be replayed; returns its players."""
        key = {"game": game, "number": number}
        self._lock_number(game, number)
        rows = self._connection.execute(BY_NUMBER, key).all()
        gone = update(boards).where(boards.c.id == rows[0].board_id)
        self._connection.execute(gone.values(removed=why, changed=at, offer="", due=None))
        return tuple(read_player(own) for own in _seat_players(rows))

    def _next_number(self, game: str) -> int:
        self._locks.take(LockKey(LockKind.NUMBERS, game))
        first = insert_into(self._connection, counters).values(game=game, next=FIRST_BOARD + 1)
        counted = first.on_conflict_do_update(
            index_elements=["game"], set_={"next": counters.c.next + 1}
        )
        after = self._connection.execute(counted.returning(counters.c.next)).scalar_one()
        return cast("int", after) - 1

    def _lock_number(self, game: str, number: int) -> None:
        """Locks a board; its id never changes."""
        if self._locks.needed:
            key = {"game": game, "number": number}
            id = self._connection.execute(ID_BY_NUMBER, key).scalar()
            if id is not None:
                self.hold(id)

    def _load(self, query: Select[Any], values: dict[str, Any]) -> Board | None:
        while rows := self._connection.execute(query, values).all():
            match = self._match(rows[0])
            if match:
                return self._board(rows, match)
        return None

    def _board(self, rows: Sequence[Row[Any]], match: Match) -> Board:
        seat_rows = _seat_players(rows)
        players = tuple(read_player(own) for own in seat_rows)
        sitting = [own[0] for own in seat_rows]
        row = rows[0]
        return Board(
            id=row.board_id,
            number=row.number,
            players=players,
            match=match,
            terms=read_terms(row),
            begun=row.begun,
            clock=BoardClock(row.turn, read_used(row.used), self._stops(row, players)),
            resigning=frozenset(seat.seat for seat in sitting if seat.resigning),
            removed=row.removed,
            offer=read_offer(row.offer),
            plans={seat.seat: Plan.read(seat.plan) for seat in sitting if seat.plan},
            submitted={seat.seat: seat.submitted for seat in sitting if seat.submitted},
            ratings=changes(sitting),
            current_ratings=current_ratings(sitting),
            generation=row.generation,
        )

    def _stops(self, row: Row[Any], sitting: Sequence[Player]) -> tuple[tuple[Period, ...], ...]:
        """Returns the stops of each seat; none for a finished board, whose clock stands anyway."""
        return stops(self._connection, sitting, row.turn) if row.due else ((),) * len(sitting)

    def _match(self, row: Row[Any]) -> Match | None:
        """Returns the match of a board; None if the board has changed since its row was read."""
        match = self._match_cache.get(row.checksum) or self._logs.replay(row.board_id)
        if match.checksum != row.checksum:
            return None
        if places(match) != row.places:
            raise frozen_error(row)
        self._match_cache.put(match)
        return match


def _seat_players(rows: Sequence[Row[Any]]) -> list[list[Row[Any]]]:
    """Returns the rows of each seat."""
    return [list(own) for _, own in groupby(rows, attrgetter("seat"))]
