"""Heartbeats, downtimes, due boards, and the reminders that were sent."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from sqlalchemy import and_, exists, func, insert, select, update

from pbm.board.board import Board
from pbm.board.players import Player
from pbm.board.time_control.board_clock import NEVER
from pbm.board.time_control.periods import Period
from storage.boards.clocks.clock_corrections import correct_times
from storage.sql.inserts import insert_into
from storage.sql.repository import Repository
from storage.tables.boards import boards, counters, downtimes, nags, seats

MAX_DOUBT = timedelta(days=1)
"""Maximum time before a downtime is confirmed. By then, an admin will have corrected a wrong
clock.
"""
OPEN = 0
"""The number of the row with the last heartbeat."""


class ClockRepository(Repository):
    """Downtimes, reminders and due boards."""

    def heartbeat(self, at: datetime, longest: timedelta) -> Period | None:
        """Records that the server is running.

        Returns the downtime that ends now, if the last heartbeat is older than `longest`.
        """
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
        """Returns the time of the last heartbeat, or None if there was none."""
        query = select(downtimes.c.since).where(downtimes.c.number == OPEN)
        return self._connection.execute(query).scalar()

    def confirmed(self, at: datetime) -> datetime:
        """Returns the time up to which work is due, except for boards' clocks.

        It excludes unconfirmed downtimes, because the clock may have jumped. A downtime is
        confirmed when the server has since run for a quarter of its length, or for MAX_DOUBT.
        """
        past = select(downtimes.c.since, downtimes.c.until).where(downtimes.c.number != OPEN)
        for since, until in self._connection.execute(past.order_by(downtimes.c.until.desc())):
            length = until - since
            if at - until < min(length / 4, MAX_DOUBT):
                at -= length
            elif at - until >= MAX_DOUBT:
                break
        return at

    def downtimes(self, after: datetime) -> Sequence[Period]:
        """Returns the downtimes that ended after this time."""
        query = select(downtimes.c.since, downtimes.c.until)
        past = query.where(downtimes.c.number != OPEN, downtimes.c.until > after)
        return [Period(row.since, row.until) for row in self._connection.execute(past)]

    def stop_since_heartbeat(self, at: datetime) -> Period:
        """Stops all clocks from the last heartbeat to the next one. Returns the stop until now."""
        last, _ = self._last_heartbeat(at)
        correct_times(self._connection, last, at)
        stop = Period(min(last, at), at)
        down = update(downtimes).where(downtimes.c.number == OPEN)
        self._connection.execute(down.values(since=stop.since, until=stop.until))
        return stop

    def follow_games(self, served: Collection[str], at: datetime) -> Mapping[str, timedelta]:
        """Records which games are served. On boards of a game that is back, turns begin again.

        Returns how long each game that is back was absent.
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
        """Returns game and number of each board on which a reminder or a forfeit may be due.

        `served`: the games whose clocks run.
        """
        now = boards.c.due <= at, boards.c.game.in_(served)
        query = select(boards.c.game, boards.c.number).where(*now)
        rows = self._connection.execute(query.order_by(boards.c.due, boards.c.id))
        return [(row.game, row.number) for row in rows]

    def check_again(self, game: str, number: int, at: datetime) -> None:
        """Sets the time of the next check of a running board."""
        one = and_(boards.c.game == game, boards.c.number == number, boards.c.due.is_not(None))
        self._connection.execute(update(boards).where(one).values(due=at))

    def restart_turn(self, game: str, number: int, now: datetime, again: datetime) -> None:
        """Restarts the turn of a board that can't be played at the moment.

        `again`: the time of the next check.
        """
        one = and_(boards.c.game == game, boards.c.number == number, boards.c.due.is_not(None))
        self._connection.execute(update(boards).where(one).values(turn=now, due=again))

    def check_soon(self, player: Player, at: datetime) -> None:
        """Makes the boards due for a check on which it is the player's turn.

        Use it after their deadlines have changed.
        """
        self._update_turns(player, due=at)

    def check_all(self, player: Player, at: datetime) -> None:
        """Makes all running boards of the player due for a check, whosever turn it is."""
        theirs = boards.c.id.in_(select(seats.c.board_id).where(seats.c.player_id == player.id))
        running = and_(boards.c.due.is_not(None), theirs)
        self._connection.execute(update(boards).where(running).values(due=at))

    def restart(self, player: Player, at: datetime) -> None:
        """Restarts the player's current turns, so that the time used in them isn't counted."""
        self._update_turns(player, turn=at, due=at)

    def _update_turns(self, player: Player, **values: datetime) -> None:
        seat = and_(seats.c.board_id == boards.c.id, seats.c.seat == boards.c.to_move)
        theirs = exists().where(seat, seats.c.player_id == player.id)
        running = and_(boards.c.due.is_not(None), theirs)
        self._connection.execute(update(boards).where(running).values(values))

    def first_nag(self, board: Board, day: int) -> bool:
        """Records a day's reminder in the current turn of a locked board.

        Returns whether it is new.
        """
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
        """Records that these days' reminders were sent in the current turn of a locked board."""
        for day in days:
            self.first_nag(board, day)

    def _last_heartbeat(self, at: datetime) -> tuple[datetime, bool]:
        """Locks and returns the last heartbeat, and whether the clocks are stopped since then.

        If there was none, now becomes the first one.
        """
        first = insert_into(self._connection, downtimes).values(number=OPEN, since=at)
        self._connection.execute(first.on_conflict_do_nothing())
        query = select(downtimes).where(downtimes.c.number == OPEN).with_for_update()
        row = self._connection.execute(query).one()
        return row.since, row.until is not None
