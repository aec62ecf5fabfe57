"""Boards in the database: find, lock, create and save them."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from datetime import datetime

from sqlalchemy import and_, bindparam, select, update

from pbm.board.board import Board
from pbm.board.players import Player
from pbm.board.terms import Terms
from pbm.board.time_control.board_clock import BoardClock
from pbm.board.viewers import Viewer
from pbm.match.match import Match
from storage.boards.board_numbers import IDS_BY_NUMBERS, BoardNumbers
from storage.boards.clocks.clock_stops import stops
from storage.boards.contest_positions import ContestPositionRepository
from storage.boards.counts import CountRepository
from storage.boards.listings import BoardListings
from storage.boards.state.board_query import BY_ID, BY_NUMBER, THIS_ID, THIS_NUMBER
from storage.boards.state.loading import BoardLoader
from storage.boards.state.match_cache import MatchCache
from storage.boards.state.saving import insert_board, update_board, update_seats
from storage.sql.connection import WorkConnection
from storage.sql.lock_keys import Conflict, LockKey, LockKind
from storage.sql.locks import Locks
from storage.sql.prepared import Prepared
from storage.sql.read_ahead import Prefetched
from storage.tables.boards import boards, seats

_ID = select(boards.c.id)
ID_BY_ID, ID_BY_NUMBER = Prepared(_ID.where(THIS_ID)), Prepared(_ID.where(THIS_NUMBER))
# FOR NO KEY UPDATE: other transactions can still insert rows that refer to the board.
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


class BoardRepository(BoardListings):
    """Boards by id, or by game and number."""

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
        self.numbers = BoardNumbers(connection, locks)
        self._contest_positions = ContestPositionRepository(connection)
        self._generation = generation
        self.prefetched: Prefetched[int, Board | None] = connection.prefetched(*BoardLoader.reads)
        """Boards that no other transaction can change, by id. None for ids that no board has."""
        self._known_ids: Prefetched[tuple[str, int], int] = connection.prefetched(IDS_BY_NUMBERS)

    def prefetch(
        self,
        ids: Sequence[int],
        names: Sequence[tuple[str, int]],
        read_only: Sequence[tuple[str, int]] = (),
    ) -> Sequence[Board]:
        """Locks and reads boards, and caches them for this transaction.

        `ids`, `names`: boards to lock, by id or by game and number.
        `read_only`: boards that are only read.

        Returns the boards, without damaged ones and ones that another transaction has locked.
        """
        ids_by_name = self.numbers.ids([*names, *read_only])
        ids_to_lock = {*ids, *(ids_by_name[name] for name in names if name in ids_by_name)}
        free = self._hold_free(ids_to_lock)
        only_read = {id for name, id in ids_by_name.items() if name in read_only} - ids_to_lock
        read = self._loader.load_all(sorted(free | only_read)) if free or only_read else {}
        there = [board for board in read.values() if board]
        self.prefetched.add(read)
        self._known_ids.add({(board.game.name, board.number): board.id for board in there})
        return there

    def _hold_free(self, ids: AbstractSet[int]) -> AbstractSet[int]:
        """Locks the boards that no other transaction has locked.

        Returns their ids, and the ids that no board has.
        """
        if not self._locks.needed or not ids:
            return ids
        keys = {id: LockKey(LockKind.BOARD, number=id) for id in ids}
        unlocked = [id for id, key in keys.items() if not self._locks.holds(key)]
        taken = (
            [row.id for row in self._connection.rows(FREE, {"ids": unlocked})] if unlocked else []
        )
        self._locks.record(*(keys[id] for id in taken))
        return ids - (set(unlocked) - set(taken))

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
        """Creates a board, with a number that was never used before.

        `resumed`: when the current turn of the match begins again, if the match has moves.
        `number`: the preferred number.
        """
        number = self.numbers.next(match.game, number)
        clock = BoardClock.start(at, stops(self._connection, sitting, at))
        board = Board(0, number, tuple(sitting), match, terms, at, clock).replay_clock()
        clock = board.clock.next_turn(None, resumed or at)
        board = replace(board, clock=clock, generation=self._generation)
        board = replace(board, id=insert_board(self._connection, board))
        self._logs.append(board.id, Match.begin(match.game, match.options), match)
        self._contest_positions.put(board)
        self._match_cache.put(board.id, match)
        return board

    def find(self, game: str, number: int) -> Board | None:
        """Returns a board without locking it, or None if it doesn't exist."""
        id = self._known_ids.get((game, number))
        if id is not None and id in self.prefetched:
            return self.prefetched[id]
        return self._loader.load(BY_NUMBER, {"game": game, "number": number})

    def is_seen(self, game: str, number: int, viewer: Viewer) -> bool:
        """Whether this board exists, even if it is removed, and the viewer may see it."""
        id = self._known_ids.get((game, number))
        board = None if id is None else self.prefetched.get(id)
        return board.is_seen_by(viewer) if board else super().is_seen(game, number, viewer)

    def number_of(self, game: str, checksum: str) -> int | None:
        """Returns the number of the oldest board whose log has this checksum, or None."""
        here = and_(boards.c.game == game, boards.c.checksum == checksum)
        query = select(boards.c.number).where(here).order_by(boards.c.number)
        return self._connection.execute(query).scalars().first()

    def hold(self, id: int) -> None:
        """Locks a board. Call it before reading the board.

        A query that waits for a lock sees the new row of the locked table, but old rows of other
        tables.
        """
        key = LockKey(LockKind.BOARD, number=id)
        if self._locks.needed and not self._locks.holds(key):
            self.prefetched.drop(id)  # The cached board was read without a lock.
        if self._locks.take_row(key, WAIT, ATTEMPT, {"id": id}) or self._locks.may_wait_for(key):
            return  # If waiting is allowed and there is no lock, the board doesn't exist.
        if self._connection.first(ID_BY_ID, {"id": id}):
            raise Conflict("another transaction is using this board", key)

    def hold_number(self, game: str, number: int) -> None:
        """Locks a board. Call it before reading the board."""
        if self._locks.needed:
            key = {"game": game, "number": number}
            id = self._known_ids.get((game, number)) or self._connection.value(ID_BY_NUMBER, key)
            if id is not None:
                self.hold(id)

    def lock_id(self, id: int) -> Board | None:
        """Returns a board by its id, locked until the transaction ends, or None."""
        self.hold(id)
        if id in self.prefetched:
            return self.prefetched[id]
        return self._loader.load(BY_ID, {"id": id})

    def lock(self, game: str, number: int) -> Board | None:
        """Returns a board, locked until the transaction ends, or None."""
        self.hold_number(game, number)
        return self.find(game, number)

    def save(self, before: Board, after: Board, at: datetime) -> Board:
        """Saves the state of a locked board and the new events of its log.

        Returns the saved board.
        """
        after = after.timed(before, at).in_generation(self._generation, before)
        caches = self.prefetched, self._known_ids
        update_board(self._connection, before, after, at, caches)
        self.prefetched.drop(after.id)
        self._logs.append(after.id, before.match, after.match)
        update_seats(self._connection, before, after, caches)
        self._contest_positions.put(after, before)
        self._match_cache.put(after.id, after.match)
        return after

    def save_note(self, board: Board, seat: int, text: str) -> Board:
        """Replaces a player's note. Returns the board with the new note."""
        this = seats.c.board_id == board.id, seats.c.seat == seat
        self._connection.execute(update(seats).where(*this).values(note=text))
        return replace(board, notes={**board.notes, seat: text})

    def notes_by(self, player: Player) -> Sequence[tuple[str, int, str]]:
        """Returns a player's notes. Each is a tuple of game, board number and text."""
        query = (
            select(boards.c.game, boards.c.number, seats.c.note)
            .join(boards, boards.c.id == seats.c.board_id)
            .where(seats.c.player_id == player.id, seats.c.note != "")
            .order_by(boards.c.id)
        )
        return [tuple(row) for row in self._connection.execute(query)]
