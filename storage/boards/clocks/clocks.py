"""The repository of clocks: heartbeats, downtimes, reminders sent."""

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
