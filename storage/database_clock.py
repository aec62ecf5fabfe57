"""The clock that all nodes on one PostgreSQL share: the clock of its host."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from threading import Lock

from sqlalchemy import Connection, func, select

from pbm.clock import uptime

ASK_AFTER_SECONDS = 10.0
NOW = select(func.clock_timestamp())


class DatabaseClock:
    """The time on PostgreSQL's host, because the clocks of the nodes may be wrong or disagree.

    `follow` asks the database every few seconds, within a transaction that runs anyway. In between,
    `now` adds the seconds that have passed.
    """

    def __init__(self, connection: Connection, uptime: Callable[[], float] = uptime) -> None:
        self._uptime = uptime
        self._lock = Lock()
        self._answer = self._ask(connection)
        """The database's time, and our uptime in seconds at that moment."""

    def now(self) -> datetime:
        """Returns the current time, aware, in UTC."""
        then, asked = self._answer
        return then + timedelta(seconds=self._uptime() - asked)

    def follow(self, connection: Connection) -> None:
        """Asks the database for the time again if the last answer is old. Only one thread asks."""
        if self._uptime() - self._answer[1] < ASK_AFTER_SECONDS:
            return
        if self._lock.acquire(blocking=False):
            try:
                self._answer = self._ask(connection)
            finally:
                self._lock.release()

    def _ask(self, connection: Connection) -> tuple[datetime, float]:
        before = self._uptime()
        then: datetime = connection.execute(NOW).scalar_one()
        # The database read its clock at some moment in between: the middle halves the error.
        return then.astimezone(UTC), (before + self._uptime()) / 2
