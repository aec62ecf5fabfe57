"""Boards: a row for where each stands, and the lines of its log."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import Any, cast

import structlog
from sqlalchemy import Connection, Row, Select, and_, bindparam, insert, select, update

from pbm.board import FIRST_BOARD, Board, Player, Terms, replay_clock
from pbm.board_clock import BoardClock, Period
from pbm.errors import BoardFrozenError
from pbm.match import Event, Match
from pbm.queued_moves import Plan
from pbm.wording import listing
from storage.boards.clocks import stops
from storage.boards.listings import BoardListings
from storage.boards.match_cache import MatchCache
from storage.boards.ratings import changes, with_changes
from storage.boards.rows import (
    UNTELLABLE,
    intentions,
    places,
    read_offer,
    read_terms,
    read_used,
    replayed,
    state_values,
    terms_row,
    told_by,
)
from storage.players.players import read_player, whole
from storage.sql.upserts import insert_into
from storage.tables import boards, counters, events, players, seats

# Made once: making a statement costs as much as carrying it out.
SEATED = (
    select(*(column for column in boards.c if column is not boards.c.id), seats)
    .join(seats, seats.c.board_id == boards.c.id)
    .join(players, players.c.id == seats.c.player_id)
    .order_by(seats.c.seat)
)
WHOLE = whole(with_changes(SEATED))
"""All of a board: a row for each address of each of its players."""
NUMBERED = WHOLE.where(boards.c.game == bindparam("game"), boards.c.number == bindparam("number"))
HELD = NUMBERED.with_for_update(of=boards)
HELD_ID = WHOLE.where(boards.c.id == bindparam("id")).with_for_update(of=boards)
UNCHANGED = and_(boards.c.id == bindparam("same_id"), boards.c.checksum == bindparam("before"))
CHANGED = update(boards).where(UNCHANGED)
NEW_EVENT = insert(events)

log = structlog.get_logger()


class Conflict(Exception):
    """Somebody else changed the board meanwhile; the work must be done again."""


class BoardRepository(BoardListings):
    """Boards, by game and number."""

    def __init__(self, connection: Connection, matches: MatchCache) -> None:
        super().__init__(connection)
        self._matches = matches

    def open(
        self,
        sitting: Sequence[Player],
        match: Match,
        terms: Terms,
        at: datetime,
        resumed: datetime | None = None,
    ) -> Board:
        """A new board, under a number never used before."""
        number = self._next_number(match.game.name)
        clock = BoardClock.start(at, stops(self._connection, sitting, at))
        clock = replay_clock(clock, match).next_turn(None, resumed or at)
        board = Board(0, number, tuple(sitting), match, terms, at, clock)
        board = replace(board, id=self._add(board))
        self._append(board.id, Match.begin(match.game, match.options), match)
        self._matches.keep(match)
        return board

    def _add(self, board: Board) -> int:
        """The id of a new board, of which players and state are kept; its log isn't yet."""
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
        """A board to look at."""
        return self._load(NUMBERED, {"game": game, "number": number})

    def number_of(self, game: str, checksum: str) -> int | None:
        """The number of the first board whose log has this checksum."""
        here = and_(boards.c.game == game, boards.c.checksum == checksum)
        query = select(boards.c.number).where(here).order_by(boards.c.number)
        return self._connection.execute(query).scalars().first()

    def lock_id(self, id: int) -> Board | None:
        """The board of this number over all games, to change."""
        return self._load(HELD_ID, {"id": id})

    def lock(self, game: str, number: int) -> Board | None:
        """A board to change; on PostgreSQL its row is locked, on SQLite the work has the lock."""
        return self._load(HELD, {"game": game, "number": number})

    def save(self, before: Board, after: Board, at: datetime) -> Board:
        """Keeps what was added to a held board's log, and its new state; the board as kept."""
        after = after.timed(before, at)
        values = state_values(after) | {"changed": at}
        same = {"same_id": after.id, "before": before.match.checksum}
        changed = self._connection.execute(CHANGED, values | same)
        if changed.rowcount != 1:
            raise Conflict(f"{after.game.name} {after.number}")
        self._append(after.id, before.match, after.match)
        for seat in range(len(after.players)):
            if intentions(before, seat) != intentions(after, seat):
                here = and_(seats.c.board_id == after.id, seats.c.seat == seat)
                values = intentions(after, seat)
                self._connection.execute(update(seats).where(here).values(values))
        self._matches.keep(after.match)
        return after

    def remove_frozen(self, game: str, number: int, why: str, at: datetime) -> tuple[Player, ...]:
        """Takes away a board that can't be replayed; who sat at it."""
        rows = self._connection.execute(HELD, {"game": game, "number": number}).all()
        gone = update(boards).where(boards.c.id == rows[0].board_id)
        self._connection.execute(gone.values(removed=why, changed=at, offer="", due=None))
        return tuple(read_player(own) for own in _seat_players(rows))

    def damage(self, game: str, number: int) -> str:
        """What is wrong with a board when it is replayed; empty when all is right."""
        these = {"game": game, "number": number}
        row = self._connection.execute(NUMBERED, these).first()
        assert row is not None  # noqa: S101 - asked of boards that there are
        try:
            right = told_by(self._told(row))
        except UNTELLABLE as error:
            return f"its log can't be replayed: {error}"
        kept = row._asdict()
        wrong = [name for name, value in right.items() if kept[name] != value]
        return f"its log leads to another {listing(wrong)}" if wrong else ""

    def _next_number(self, game: str) -> int:
        first = insert_into(self._connection, counters).values(game=game, next=FIRST_BOARD + 1)
        counted = first.on_conflict_do_update(
            index_elements=["game"], set_={"next": counters.c.next + 1}
        )
        after = self._connection.execute(counted.returning(counters.c.next)).scalar_one()
        return cast("int", after) - 1

    def _load(self, query: Select[Any], values: dict[str, Any]) -> Board | None:
        rows = self._connection.execute(query, values).all()
        if not rows:
            return None
        sat = _seat_players(rows)
        players = tuple(read_player(own) for own in sat)
        sitting = [own[0] for own in sat]
        row = rows[0]
        return Board(
            id=row.board_id,
            number=row.number,
            players=players,
            match=self._match(row),
            terms=read_terms(row),
            begun=row.begun,
            clock=BoardClock(row.turn, read_used(row.used), self._stops(row, players)),
            resigning=frozenset(seat.seat for seat in sitting if seat.resigning),
            removed=row.removed,
            offer=read_offer(row.offer),
            plans={seat.seat: Plan.read(seat.plan) for seat in sitting if seat.plan},
            submitted={seat.seat: seat.submitted for seat in sitting if seat.submitted},
            ratings=changes(sitting),
        )

    def _stops(self, row: Row[Any], sitting: Sequence[Player]) -> tuple[tuple[Period, ...], ...]:
        """None for a board that is over: its clock stands anyway."""
        return stops(self._connection, sitting, row.turn) if row.due else ((),) * len(sitting)

    def _match(self, row: Row[Any]) -> Match:
        match = self._matches.get(row.checksum) or self._replay(row)
        if match.checksum != row.checksum or places(match) != row.places:
            raise _frozen(row)
        self._matches.keep(match)
        return match

    def _replay(self, row: Row[Any]) -> Match:
        try:
            return self._told(row)
        except UNTELLABLE as error:
            raise _frozen(row) from error

    def _told(self, row: Row[Any]) -> Match:
        lines = self._connection.execute(
            select(events.c.line).where(events.c.board_id == row.board_id).order_by(events.c.number)
        ).scalars()
        return replayed(row, [Event.read(line) for line in lines])

    def _append(self, id: int, match: Match, after: Match) -> None:
        known = len(match.events)
        rows = []
        for number, event in enumerate(after.events[known:], known):
            ply = match.ply + 1 if event.text.startswith("move ") else None
            row = {"board_id": id, "number": number, "line": event.write()}
            rows.append(row | {"epoch": match.state.epoch, "ply": ply})
            match = match.add(event)
        if rows:
            self._connection.execute(NEW_EVENT, rows)


def _seat_players(rows: Sequence[Row[Any]]) -> list[list[Row[Any]]]:
    """The rows of each seat."""
    return [list(own) for _, own in groupby(rows, attrgetter("seat"))]


def _frozen(row: Row[Any]) -> BoardFrozenError:
    log.error("board frozen", game=row.game, board=row.number)
    return BoardFrozenError(
        f"Board {row.number} is frozen: its log no longer leads to the result that was stored. "
        "Nothing on it can be changed: please ask the admin, who may take it away."
    )
