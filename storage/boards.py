"""Boards: a row for where each stands, and the lines of its log."""

import json
from collections import OrderedDict
from collections.abc import Container, Sequence
from dataclasses import asdict, replace
from datetime import datetime, timedelta
from itertools import groupby
from operator import attrgetter
from typing import Any, cast

import structlog
from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    and_,
    bindparam,
    exists,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from pbm import games
from pbm.board import FIRST_BOARD, Board, BoardLine, Offer, Player, Terms, told_clock
from pbm.clocks import NEVER, BoardClock, Period
from pbm.match import Event, Match
from pbm.options import read_options, write_options
from pbm.plan import Plan
from pbm.refusal import NotAllowed, Refusal
from pbm.wording import listing
from pbm.work import Selector
from storage.clocks import stops
from storage.players import read_player, robot_players, whole
from storage.ratings import changes, with_changes
from storage.reach import lost_players
from storage.tables import boards, counters, events, players, seats

KEPT_MATCHES = 2000

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
UNCHANGED = and_(boards.c.id == bindparam("same_id"), boards.c.checksum == bindparam("before"))
CHANGED = update(boards).where(UNCHANGED)
NEW_EVENT = insert(events)

UNTELLABLE = (Refusal, LookupError, TypeError, ValueError)
"""What a log may meet with that was tampered with."""

log = structlog.get_logger()


class Conflict(Exception):
    """Somebody else changed the board meanwhile; the work must be done again."""


class Matches:
    """Matches replayed before, by checksum: as the checksum covers all, none is ever stale."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Match] = OrderedDict()

    def get(self, checksum: str) -> Match | None:
        """The match whose log has this checksum."""
        return self._kept.get(checksum)

    def keep(self, match: Match) -> None:
        """Remember a match, and forget the oldest."""
        self._kept[match.checksum] = match
        while len(self._kept) > KEPT_MATCHES:
            self._kept.popitem(last=False)


class BoardTable:
    """Boards, by game and number."""

    def __init__(self, connection: Connection, matches: Matches) -> None:
        self._connection = connection
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
        clock = told_clock(clock, match).next_turn(None, resumed or at)
        board = Board(0, number, tuple(sitting), match, terms, at, clock)
        values = _terms(match, terms) | _standing(board) | {"begun": at, "changed": at}
        values |= {"number": number}
        made = self._connection.execute(insert(boards).values(values).returning(boards.c.id))
        board = replace(board, id=made.scalar_one())
        rows = [
            {"board_id": board.id, "seat": seat, "player_id": player.id} | _intentions(board, seat)
            for seat, player in enumerate(sitting)
        ]
        self._connection.execute(insert(seats), rows)
        self._append(board.id, Match.begin(match.game, match.options), match)
        self._matches.keep(match)
        return board

    def find(self, game: str, number: int) -> Board | None:
        """A board to look at."""
        return self._load(NUMBERED, {"game": game, "number": number})

    def hold_id(self, id: int) -> Board | None:
        """The board of this number over all games, to change."""
        return self._load(HELD_ID, {"id": id})

    def hold(self, game: str, number: int) -> Board | None:
        """A board to change; on PostgreSQL its row is locked, on SQLite the work has the lock."""
        return self._load(HELD, {"game": game, "number": number})

    def save(self, before: Board, after: Board, at: datetime) -> Board:
        """Keeps what was added to a held board's log, and its new state; the board as kept."""
        after = after.timed(before, at)
        values = _standing(after) | {"changed": at}
        same = {"same_id": after.id, "before": before.match.checksum}
        changed = self._connection.execute(CHANGED, values | same)
        if changed.rowcount != 1:
            raise Conflict(f"{after.game.name} {after.number}")
        self._append(after.id, before.match, after.match)
        for seat in range(len(after.players)):
            if _intentions(before, seat) != _intentions(after, seat):
                here = and_(seats.c.board_id == after.id, seats.c.seat == seat)
                values = _intentions(after, seat)
                self._connection.execute(update(seats).where(here).values(values))
        self._matches.keep(after.match)
        return after

    def lines(
        self, game: str, userids: Sequence[str], selector: Selector, limit: int
    ) -> tuple[int, Sequence[BoardLine]]:
        """How many boards of any of these players (of all, if none) there are, and the newest."""
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

    def trouble(self, game: str, number: int) -> str:
        """What is wrong with a board when it is replayed; empty when all is right."""
        these = {"game": game, "number": number}
        row = self._connection.execute(NUMBERED, these).first()
        assert row is not None  # noqa: S101 - asked of boards that there are
        try:
            right = _told_by(self._told(row))
        except UNTELLABLE as error:
            return f"its log can't be replayed: {error}"
        kept = row._asdict()
        wrong = [name for name, value in right.items() if kept[name] != value]
        return f"its log leads to another {listing(wrong)}" if wrong else ""

    def _page(
        self, wanted: ColumnElement[bool], query: Select[Any]
    ) -> tuple[int, Sequence[BoardLine]]:
        count = self._connection.execute(select(func.count()).where(wanted)).scalar_one()
        rows = self._connection.execute(query.where(wanted)).all()
        sitting, lost = self._userids([row.id for row in rows]), lost_players(self._connection)
        robots = robot_players(self._connection)
        return count, [_line(row, sitting[row.id], lost, robots) for row in rows]

    def _next_number(self, game: str) -> int:
        dialect = postgresql if self._connection.dialect.name == "postgresql" else sqlite
        first = dialect.insert(counters).values(game=game, next=FIRST_BOARD + 1)
        counted = first.on_conflict_do_update(
            index_elements=["game"], set_={"next": counters.c.next + 1}
        )
        after = self._connection.execute(counted.returning(counters.c.next)).scalar_one()
        return cast("int", after) - 1

    def _load(self, query: Select[Any], values: dict[str, Any]) -> Board | None:
        rows = self._connection.execute(query, values).all()
        if not rows:
            return None
        sat = [list(own) for _, own in groupby(rows, attrgetter("seat"))]
        players = tuple(read_player(own) for own in sat)
        sitting = [own[0] for own in sat]
        row = rows[0]
        return Board(
            id=row.board_id,
            number=row.number,
            players=players,
            match=self._match(row),
            terms=Terms(row.nagtime, row.forfeittime, row.totaltime, row.unrated, row.pair),
            begun=row.begun,
            clock=BoardClock(row.turn, _read_used(row.used), self._stops(row, players)),
            resigning=frozenset(seat.seat for seat in sitting if seat.resigning),
            removed=row.removed,
            offer=_read_offer(row.offer),
            plans={seat.seat: Plan.read(seat.plan) for seat in sitting if seat.plan},
            submitted={seat.seat: seat.submitted for seat in sitting if seat.submitted},
            ratings=changes(sitting),
        )

    def _stops(self, row: Row[Any], sitting: Sequence[Player]) -> tuple[tuple[Period, ...], ...]:
        """None for a board that is over: its clock stands anyway."""
        return stops(self._connection, sitting, row.turn) if row.due else ((),) * len(sitting)

    def _match(self, row: Row[Any]) -> Match:
        match = self._matches.get(row.checksum) or self._replay(row)
        if match.checksum != row.checksum or _places(match) != row.places:
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
        return _replayed(row, [Event.read(line) for line in lines])

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

    def _userids(self, ids: Sequence[int]) -> dict[int, tuple[str, ...]]:
        query = (
            select(seats.c.board_id, players.c.userid)
            .join(players, players.c.id == seats.c.player_id)
            .where(seats.c.board_id.in_(ids))
            .order_by(seats.c.board_id, seats.c.seat)
        )
        found: dict[int, tuple[str, ...]] = {}
        for board, userid in self._connection.execute(query):
            found[board] = (*found.get(board, ()), userid)
        return found


def _terms(match: Match, terms: Terms) -> dict[str, Any]:
    return {
        "game": match.game.name,
        "rules": match.game.version,
        "options": json.dumps(write_options(match.options)),
        **asdict(terms),
    }


def _standing(board: Board) -> dict[str, Any]:
    match, deadlines = board.match, board.deadlines
    return {
        "removed": board.removed,
        "offer": _write_offer(board.offer),
        "turn": board.clock.began,
        "used": json.dumps([used.total_seconds() for used in board.clock.used]),
        "due": deadlines.due if deadlines else None,
        **_told_by(match),
    }


def _told_by(match: Match) -> dict[str, Any]:
    """What a log leads to."""
    return {
        "ply": match.ply,
        "epoch": match.state.epoch,
        "to_move": match.to_move,
        "places": _places(match),
        "checksum": match.checksum,
    }


def _intentions(board: Board, seat: int) -> dict[str, Any]:
    """What a seat has said it will do."""
    return {
        "resigning": seat in board.resigning,
        "plan": board.plans.get(seat, Plan()).write(),
        "submitted": board.submitted.get(seat, ""),
    }


def _read_used(text: str) -> tuple[timedelta, ...]:
    return tuple(timedelta(seconds=seconds) for seconds in json.loads(text))


def _write_offer(offer: Offer | None) -> str:
    if offer is None:
        return ""
    return json.dumps({"kind": offer.kind, "by": offer.by, "accepted": sorted(offer.accepted)})


def _read_offer(text: str) -> Offer | None:
    if not text:
        return None
    read = json.loads(text)
    return Offer(read["kind"], read["by"], frozenset(read["accepted"]))


def _places(match: Match) -> str | None:
    return json.dumps(match.outcome.places) if match.outcome else None


def _replayed(row: Row[Any], log: Sequence[Event]) -> Match:
    game = games.find(row.game)
    options = read_options(game.options, json.loads(row.options), game.title)
    return Match.replay(game, options, log)


def _frozen(row: Row[Any]) -> NotAllowed:
    log.error("board frozen", game=row.game, board=row.number)
    return NotAllowed(
        f"Board {row.number} is frozen: its log no longer leads to the result that was stored. "
        "Nothing on it can be changed until the admin has looked at it."
    )


def _selected(userids: Sequence[str], selector: Selector) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = []
    if selector in ("active", "next"):
        conditions.append(boards.c.places.is_(None))
    if selector == "inactive":
        conditions.append(boards.c.places.is_not(None))
    if userids:
        theirs = (
            select(seats.c.board_id)
            .join(players, players.c.id == seats.c.player_id)
            .where(players.c.key.in_([userid.lower() for userid in userids]))
        )
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
