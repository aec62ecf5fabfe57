"""The repository of clocks: heartbeats, downtimes, reminders sent."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import (
    BindParameter,
    Column,
    ColumnElement,
    Connection,
    Row,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    literal_column,
    null,
    select,
    true,
    union_all,
    update,
)

from pbm.board.board import Board
from pbm.board.board_clock import ALWAYS, NEVER, Period, reached
from pbm.board.players import Player
from pbm.leases import LEASE
from storage.sql.connection import WorkConnection
from storage.sql.inserts import insert_into
from storage.sql.lock_keys import rows_in_order
from storage.sql.prepared import Prepared
from storage.sql.repository import Repository
from storage.tables import (
    boards,
    counters,
    downtimes,
    held,
    incidents,
    jobs,
    leases,
    limit_counts,
    nags,
    nodes,
    outages,
    outbox,
    overflow,
    problems,
    seats,
    tournaments,
    turn_leases,
    unreachable,
    vacations,
)

# Times that were stored while the machine's clock was ahead, once it is set back.
#
# Nothing can have happened later than now. Otherwise turns would begin in the future, and mails,
# digests and jobs wait for as long as the clock was wrong.

TOLERANCE = timedelta(seconds=1)
"""Servers that share a database know its time to less than this: a smaller step is none."""
MIN_STEP = timedelta(minutes=10)
"""Clocks are adjusted a little, and several servers' clocks differ a little: that harms nothing
but the times of turns.
"""
LONGEST_RETRY = timedelta(hours=8)
"""A mail that waits longer for its next try was tried while the clock was ahead. Others keep their
time: servers whose clocks differ must not use up the tries of each other's mails.
"""
WAITING = outbox.c.state == literal_column("'waiting'")
"""With a literal, as the index of waiting mails serves no parameter."""


def correct_times(connection: Connection, last: datetime, at: datetime) -> None:
    """Corrects the times that are later than `at`, if the clock was set back from `last`."""
    if at < last - TOLERANCE:
        _correct(connection, last, at)


def _correct(connection: Connection, last: datetime, at: datetime) -> None:
    connection.execute(rows_in_order(outbox.c.id, WAITING))  # workers change several at a time, too
    past = downtimes.c.number != 0
    connection.execute(delete(downtimes).where(past, downtimes.c.since >= at))
    connection.execute(update(downtimes).where(past, downtimes.c.until > at).values(until=at))
    begun = boards.c.turn > at, boards.c.due.is_not(None)
    connection.execute(update(boards).where(*begun).values(turn=at, due=at))
    late = update(outbox).where(WAITING, outbox.c.date > at, outbox.c.holder == "")
    connection.execute(late.values(due=at))
    _shorten_leases(connection, at)
    if last - at > MIN_STEP:
        _bring_forward(connection, at)
        _correct_counts(connection, at)


def _shorten_leases(connection: Connection, at: datetime) -> None:
    """Lets leases end as soon as under a right clock; they stay their holders', who renew them."""
    held: Sequence[tuple[Column[datetime], ColumnElement[bool]]] = (
        (outbox.c.due, and_(WAITING, outbox.c.holder != "")),
        (jobs.c.due, jobs.c.holder != ""),
        (turn_leases.c.until, true()),
        (leases.c.until, true()),
    )
    for until, which in held:
        late = update(until.table).where(which, until > at + LEASE)
        connection.execute(late.values({until: at + LEASE}))
    connection.execute(update(nodes).where(nodes.c.seen > at).values(seen=at))


def _bring_forward(connection: Connection, at: datetime) -> None:
    """Lets be done soon what waits for a later time: being done early does no harm."""
    late = update(outbox).where(WAITING, outbox.c.holder == "", outbox.c.due > at + LONGEST_RETRY)
    connection.execute(late.values(due=at))
    free = jobs.c.holder == "", jobs.c.due > at
    connection.execute(update(jobs).where(*free).values(due=at))
    for table in (boards, overflow, tournaments):
        connection.execute(update(table).where(table.c.due > at).values(due=at))
    connection.execute(update(held).where(held.c.at > at, held.c.due > at).values(due=at))
    connection.execute(update(unreachable).where(unreachable.c.since > at).values(since=at))


def _correct_counts(connection: Connection, at: datetime) -> None:
    """Lets limits, lockouts and problems last as long as they would have under a right clock."""
    connection.execute(delete(incidents).where(incidents.c.at > at))
    for time in (problems.c.since, problems.c.told, problems.c.ended):
        connection.execute(update(problems).where(time > at).values({time: at}))
    later = connection.execute(
        delete(limit_counts).where(limit_counts.c.at > at).returning(*limit_counts.c)
    ).all()
    new = insert_into(connection, limit_counts)
    more = {"times": limit_counts.c.times + new.excluded.times, "until": new.excluded.until}
    counted = new.on_conflict_do_update(index_elements=["key", "at"], set_=more)
    for row in sorted(later, key=lambda each: each.at):
        values = {"at": at, "until": at + (row.until - row.at)}
        connection.execute(counted, row._asdict() | values)


MAX_DOUBT = timedelta(days=1)
"""The longest time for which a downtime isn't confirmed; by then a wrong clock has been set."""
OPEN = 0
"""The number of the row with the last heartbeat."""


class ClockRepository(Repository):
    """The repository of downtimes, reminders, and due boards."""

    def heartbeat(self, at: datetime, longest: timedelta) -> Period | None:
        """Records that the server runs; returns the downtime that ends, if it was silent longer."""
        last, is_down = self._last_heartbeat(at)
        correct_times(self._connection, last, at)
        alive = update(downtimes).where(downtimes.c.number == OPEN).values(since=at, until=None)
        self._connection.execute(alive)
        if at - last <= (timedelta() if is_down else longest):
            return None
        number = select(func.max(downtimes.c.number) + 1).scalar_subquery()
        self._connection.execute(insert(downtimes).values(number=number, since=last, until=at))
        return Period(last, at)

    def last_heartbeat(self) -> datetime | None:
        """Returns the time of the last heartbeat; None before the first."""
        query = select(downtimes.c.since).where(downtimes.c.number == OPEN)
        return self._connection.execute(query).scalar()

    def confirmed(self, at: datetime) -> datetime:
        """Returns the time by which work other than boards' clocks is due.

        It leaves out downtimes that aren't confirmed yet, because the clock may have jumped. A
        downtime is confirmed once the server has run for a quarter of its length afterwards, or
        for MAX_DOUBT.
        """
        past = select(downtimes.c.since, downtimes.c.until).where(downtimes.c.number != OPEN)
        for since, until in self._connection.execute(past.order_by(downtimes.c.until.desc())):
            length = until - since
            if at - until < min(length / 4, MAX_DOUBT):
                at -= length
            elif at - until >= MAX_DOUBT:
                break
        return at

    def stop_since_heartbeat(self, at: datetime) -> Period:
        """Stops all clocks from the last heartbeat to the next, however soon that comes.

        Returns the part until now.
        """
        last, _ = self._last_heartbeat(at)
        correct_times(self._connection, last, at)
        stop = Period(min(last, at), at)
        down = update(downtimes).where(downtimes.c.number == OPEN)
        self._connection.execute(down.values(since=stop.since, until=stop.until))
        return stop

    def follow_games(self, served: Collection[str], at: datetime) -> Mapping[str, timedelta]:
        """Records which games are served; on boards of one that is back, turns begin anew.

        Returns the games that are back, and how long each was absent.
        """
        rows = self._connection.execute(select(counters).order_by(counters.c.game)).all()
        gone = [row.game for row in rows if row.game not in served and row.absent is None]
        back = {
            row.game: at - row.absent
            for row in rows
            if row.game in served and row.absent is not None
        }
        for games, absent in ((gone, at), (back, None)):
            if games:
                changed = update(counters).where(counters.c.game.in_(games))
                self._connection.execute(changed.values(absent=absent))
        if back:
            running = boards.c.game.in_(back), boards.c.due < NEVER
            self._connection.execute(update(boards).where(*running).values(turn=at, due=at))
        return back

    def due(self, at: datetime, served: Collection[str]) -> Sequence[tuple[str, int]]:
        """Returns game and number of each board on which a nag or a forfeit may be due.

        `served`: the games whose clocks run.
        """
        now = boards.c.due <= at, boards.c.game.in_(served)
        query = select(boards.c.game, boards.c.number).where(*now)
        rows = self._connection.execute(query.order_by(boards.c.due, boards.c.id))
        return [(row.game, row.number) for row in rows]

    def check_again(self, game: str, number: int, at: datetime) -> None:
        """Defers the next check of this board to this time."""
        one = and_(boards.c.game == game, boards.c.number == number, boards.c.due.is_not(None))
        self._connection.execute(update(boards).where(one).values(due=at))

    def stand_still(self, game: str, number: int, now: datetime, again: datetime) -> None:
        """Lets the turn of a board that can't be played on begin anew, until it can be."""
        one = and_(boards.c.game == game, boards.c.number == number, boards.c.due.is_not(None))
        self._connection.execute(update(boards).where(one).values(turn=now, due=again))

    def check_soon(self, player: Player, at: datetime) -> None:
        """Lets the boards on which it is the player's turn be checked: deadlines have changed."""
        self._update_turns(player, due=at)

    def check_all(self, player: Player, at: datetime) -> None:
        """Lets all running boards of the player be checked, whoever is to move there."""
        theirs = boards.c.id.in_(select(seats.c.board_id).where(seats.c.player_id == player.id))
        running = and_(boards.c.due.is_not(None), theirs)
        self._connection.execute(update(boards).where(running).values(due=at))

    def restart(self, player: Player, at: datetime) -> None:
        """Restarts the player's current turns: earlier time doesn't count."""
        self._update_turns(player, turn=at, due=at)

    def _update_turns(self, player: Player, **values: datetime) -> None:
        seat = and_(seats.c.board_id == boards.c.id, seats.c.seat == boards.c.to_move)
        theirs = exists().where(seat, seats.c.player_id == player.id)
        running = and_(boards.c.due.is_not(None), theirs)
        self._connection.execute(update(boards).where(running).values(values))

    def first_nag(self, board: Board, day: int) -> bool:
        """Records this day's reminder in this turn of a locked board; returns True if it is new."""
        match = board.match
        key = {
            "board_id": board.id,
            "epoch": match.state.epoch,
            "ply": match.ply,
            "seat": match.to_move,
            "day": day,
        }
        same = and_(*(nags.c[name] == value for name, value in key.items()))
        if self._connection.execute(select(nags.c.day).where(same)).first():
            return False
        self._connection.execute(insert(nags).values(key))
        return True

    def skip_nags(self, board: Board, days: Iterable[int]) -> None:
        """Records these days' reminders in this turn of a locked board as sent."""
        for day in days:
            self.first_nag(board, day)

    def _last_heartbeat(self, at: datetime) -> tuple[datetime, bool]:
        """Returns the last heartbeat, locked, and True if the clocks stand still since then.

        The current time, if there was none.
        """
        first = insert_into(self._connection, downtimes).values(number=OPEN, since=at)
        self._connection.execute(first.on_conflict_do_nothing())
        query = select(downtimes).where(downtimes.c.number == OPEN).with_for_update()
        row = self._connection.execute(query).one()
        return row.since, row.until is not None


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
