"""The repository of boards: a row with the state of each."""

import json
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple, cast

from sqlalchemy import and_, bindparam, case, insert, select, update

from pbm import games
from pbm.board.board import FIRST_BOARD, Board
from pbm.board.board_clock import BoardClock
from pbm.board.players import Player
from pbm.board.terms import Terms
from pbm.board.viewers import Viewer
from pbm.errors import GameFailedError
from pbm.match.match import Event, Match
from storage.boards.clocks.clock_stops import stops
from storage.boards.contest_positions import ContestPositionRepository
from storage.boards.counts import CountRepository
from storage.boards.listings import BoardListings
from storage.boards.state.board_rows import (
    INTENTION_COLUMNS,
    STATE_COLUMNS,
    intentions,
    state_values,
    terms_row,
)
from storage.boards.state.loading import (
    BY_ID,
    BY_NUMBER,
    THIS_ID,
    THIS_NUMBER,
    BoardLoader,
    rows_by_seat,
)
from storage.boards.state.match_cache import MatchCache
from storage.players.players import read_player
from storage.sql.connection import WorkConnection
from storage.sql.inserts import insert_into
from storage.sql.lock_keys import Conflict, LockKey, LockKind
from storage.sql.locks import Locks
from storage.sql.prepared import Prepared
from storage.sql.read_ahead import Prefetched
from storage.tables.boards import boards, counters, seats

_ID = select(boards.c.id)
ID_BY_ID, ID_BY_NUMBER = Prepared(_ID.where(THIS_ID)), Prepared(_ID.where(THIS_NUMBER))
IDS_BY_NUMBERS = Prepared(
    select(boards.c.id, boards.c.game, boards.c.number).where(
        boards.c.game.in_(bindparam("games", expanding=True)),
        boards.c.number.in_(bindparam("numbers", expanding=True)),
    )
)
# Rows that refer to the board may be inserted meanwhile.
WAIT, ATTEMPT = (
    Prepared(_ID.where(THIS_ID).with_for_update(key_share=True, skip_locked=skip), locks=True)
    for skip in (False, True)
)
FREE = Prepared(
    _ID.where(boards.c.id.in_(bindparam("ids", expanding=True)))
    .order_by(boards.c.id)
    .with_for_update(key_share=True, skip_locked=True),
    locks=True,
)
UNCHANGED = and_(boards.c.id == bindparam("same_id"), boards.c.checksum == bindparam("before"))
UPDATE_BOARD = Prepared(update(boards).where(UNCHANGED), columns=(*STATE_COLUMNS, "changed"))
_THIS_SEAT = and_(seats.c.board_id == bindparam("same_id"), seats.c.seat == bindparam("same_seat"))
UPDATE_SEAT = Prepared(update(seats).where(_THIS_SEAT), columns=INTENTION_COLUMNS)


class StoredLog(NamedTuple):
    """The log of a board whose game needn't be served."""

    id: int
    players: tuple[Player, ...]
    options: tuple[str, ...]
    events: Sequence[Event]


class BoardRepository(BoardListings):
    """The repository of boards, by game and number."""

    def __init__(
        self,
        connection: WorkConnection,
        locks: Locks,
        match_cache: MatchCache,
        counts: CountRepository,
        generation: int = 0,
    ) -> None:
        super().__init__(connection, counts)
        self._locks = locks
        self._match_cache = match_cache
        self._loader = BoardLoader(connection, match_cache)
        self._logs = self._loader.logs
        self._contest_positions = ContestPositionRepository(connection)
        self._generation = generation
        self.prefetched: Prefetched[int, Board | None] = connection.prefetched(*BoardLoader.reads)
        """Boards that nobody else can change, by id; None for those that don't exist."""
        self._numbers: Prefetched[tuple[str, int], int] = connection.prefetched(IDS_BY_NUMBERS)
        """The ids of boards by game and number."""

    def prefetch(
        self,
        ids: Sequence[int],
        names: Sequence[tuple[str, int]],
        shown: Sequence[tuple[str, int]] = (),
    ) -> Sequence[Board]:
        """Reads boards, and locks them but for those that are only `shown`; returns them.

        They are named by their ids or by game and number. Those that another transaction has
        locked, and damaged ones, are left out.
        """
        found = self._ids([*names, *shown])
        wanted = {*ids, *(found[name] for name in names if name in found)}
        free = self._hold_free(wanted)
        only_shown = {id for name, id in found.items() if name in shown} - wanted
        read = self._loader.load_all(sorted(free | only_shown)) if free or only_shown else {}
        there = [board for board in read.values() if board]
        self.prefetched.add(read)
        self._numbers.add({(board.game.name, board.number): board.id for board in there})
        return there

    def _hold_free(self, ids: AbstractSet[int]) -> AbstractSet[int]:
        """Locks the free ones of these boards; returns their ids, and ids of no board."""
        if not self._locks.needed or not ids:
            return ids
        keys = {id: LockKey(LockKind.BOARD, number=id) for id in ids}
        wanted = [id for id, key in keys.items() if not self._locks.holds(key)]
        taken = [row.id for row in self._connection.rows(FREE, {"ids": wanted})] if wanted else []
        self._locks.record(*(keys[id] for id in taken))
        return ids - (set(wanted) - set(taken))

    def open(
        self,
        sitting: Sequence[Player],
        match: Match,
        terms: Terms,
        at: datetime,
        *,
        resumed: datetime | None = None,
        number: int = 0,
    ) -> Board:
        """Returns a new board, with a number never used before.

        `resumed`: when the turn that the match has come to begins again. `number`: the number that
        it gets if it was never used.
        """
        number = self._next_number(match.game, number)
        clock = BoardClock.start(at, stops(self._connection, sitting, at))
        board = Board(0, number, tuple(sitting), match, terms, at, clock).replay_clock()
        clock = board.clock.next_turn(None, resumed or at)
        board = replace(board, clock=clock, generation=self._generation)
        board = replace(board, id=self._add(board))
        self._logs.append(board.id, Match.begin(match.game, match.options), match)
        self._contest_positions.put(board)
        self._match_cache.put(board.id, match)
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
        id = self._numbers.get((game, number))
        if id is not None and id in self.prefetched:
            return self.prefetched[id]
        return self._loader.load(BY_NUMBER, {"game": game, "number": number})

    def is_seen(self, game: str, number: int, viewer: Viewer) -> bool:
        """Returns True if there is such a board, removed or not, and this viewer may see it."""
        id = self._numbers.get((game, number))
        board = None if id is None else self.prefetched.get(id)
        return board.is_seen_by(viewer) if board else super().is_seen(game, number, viewer)

    def stored_log(self, game: str, number: int) -> StoredLog | None:
        """Returns a board's log as it is stored, which needs no rules."""
        rows = self._connection.rows(BY_NUMBER, {"game": game, "number": number})
        if not rows or rows[0].removed:
            return None
        players = tuple(read_player(own) for own in rows_by_seat(rows))
        options = tuple(json.loads(rows[0].options))
        return StoredLog(rows[0].board_id, players, options, self._logs.events(rows[0].board_id))

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
        if self._locks.needed and not self._locks.holds(key):
            self.prefetched.drop(id)  # it was read without being locked
        if self._locks.take_row(key, WAIT, ATTEMPT, {"id": id}) or self._locks.may_wait_for(key):
            return  # a board that can be waited for, and isn't locked, doesn't exist
        if self._connection.first(ID_BY_ID, {"id": id}):
            raise Conflict("another transaction has this board", key)

    def lock_id(self, id: int) -> Board | None:
        """Returns the board with this number over all games, locked until the transaction ends."""
        self.hold(id)
        if id in self.prefetched:
            return self.prefetched[id]
        return self._loader.load(BY_ID, {"id": id})

    def lock(self, game: str, number: int) -> Board | None:
        """Returns a board, locked until the transaction ends."""
        self._lock_number(game, number)
        return self.find(game, number)

    def save(self, before: Board, after: Board, at: datetime) -> Board:
        """Saves the additions to a locked board's log and its state; returns the saved board."""
        after = after.timed(before, at).in_generation(self._generation, before)
        values = state_values(after) | {"changed": at}
        same = {"same_id": after.id, "before": before.match.checksum}
        kept = self.prefetched, self._numbers
        conflict = f"{after.game.name} {after.number}"
        self._connection.queue(UPDATE_BOARD, values | same, conflict, kept=kept)
        self.prefetched.drop(after.id)
        self._logs.append(after.id, before.match, after.match)
        for seat in range(len(after.players)):
            if intentions(before, seat) != intentions(after, seat):
                this = {"same_id": after.id, "same_seat": seat}
                self._connection.queue(UPDATE_SEAT, intentions(after, seat) | this, kept=kept)
        self._contest_positions.put(after, before)
        self._match_cache.put(after.id, after.match)
        return after

    def freeze(self, board: Board, error: GameFailedError, at: datetime) -> None:
        """Freezes a board on which a call of its game didn't end, until this process does.

        Its clock is looked at soon, and stands still from then on.
        """
        why = f"Board {board.number} is frozen. {error.text}"
        self._match_cache.freeze(board.game.name, board.number, why)
        due = update(boards).where(boards.c.id == board.id, boards.c.due.is_not(None))
        self._connection.execute(due.values(due=at))

    def keep_note(self, board: Board, seat: int, text: str) -> Board:
        """Saves a player's note in place of the one before; returns the board with it."""
        this = seats.c.board_id == board.id, seats.c.seat == seat
        self._connection.execute(update(seats).where(*this).values(note=text))
        return replace(board, notes={**board.notes, seat: text})

    def notes_by(self, player: Player) -> Sequence[tuple[str, int, str]]:
        """Returns a player's notes, each after the game and the number of its board."""
        query = (
            select(boards.c.game, boards.c.number, seats.c.note)
            .join(boards, boards.c.id == seats.c.board_id)
            .where(seats.c.player_id == player.id, seats.c.note != "")
            .order_by(boards.c.id)
        )
        return [tuple(row) for row in self._connection.execute(query)]

    def remove_frozen(self, game: str, number: int, why: str, at: datetime) -> tuple[Player, ...]:
        """Removes a board that can't be replayed; returns its players."""
        key = {"game": game, "number": number}
        self._lock_number(game, number)
        rows = self._connection.rows(BY_NUMBER, key)
        gone = update(boards).where(boards.c.id == rows[0].board_id)
        self._connection.execute(gone.values(removed=why, changed=at, offer="", due=None))
        return tuple(read_player(own) for own in rows_by_seat(rows))

    def _next_number(self, game: games.AnyGame, wanted: int = 0) -> int:
        """Returns the wanted number if it was never used, or else the next one."""
        self._locks.take(LockKey(LockKind.NUMBERS, game.name))
        package = games.package_of(game)
        known = {"title": game.title, "package": package.name, "version": package.version}
        row = {"game": game.name, "next": max(FIRST_BOARD, wanted) + 1, **known}
        first = insert_into(self._connection, counters).values(row)
        following = case((counters.c.next > wanted, counters.c.next), else_=wanted)
        counted = first.on_conflict_do_update(
            index_elements=["game"], set_={"next": following + 1, **known}
        )
        after = self._connection.execute(counted.returning(counters.c.next)).scalar_one()
        return cast("int", after) - 1

    def _lock_number(self, game: str, number: int) -> None:
        """Locks a board; its id never changes."""
        if self._locks.needed:
            key = {"game": game, "number": number}
            id = self._numbers.get((game, number)) or self._connection.value(ID_BY_NUMBER, key)
            if id is not None:
                self.hold(id)

    def _ids(self, names: Sequence[tuple[str, int]]) -> dict[tuple[str, int], int]:
        """Returns the ids of boards by game and number, as far as there are any."""
        if not names:
            return {}
        games, numbers = zip(*names, strict=True)
        values = {"games": sorted(set(games)), "numbers": sorted(set(numbers))}
        rows = self._connection.rows(IDS_BY_NUMBERS, values)
        return {(row.game, row.number): row.id for row in rows if (row.game, row.number) in names}
