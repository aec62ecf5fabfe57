"""The server's state for the metrics process, from the last report and the database."""

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooSlow
from contextlib import ExitStack
from dataclasses import dataclass, field

from commands.server.app.app import App
from commands.server.app.opening import open_app
from commands.server.health.nodes import NodeStatus, read_nodes
from commands.server.health.registry import count_by_check
from commands.server.metrics.report import Report
from commands.settings import Settings
from storage.mail.delivery_order import QueueState

FRESH_SECONDS = 5.0
"""Seconds for which data that was read from the database is reused."""
WAIT_SECONDS = 2.0
"""Maximum number of seconds that a request waits for the database."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Facts from the database that the pages show."""

    queue: QueueState
    overflow_mails: int = 0
    """Number of emails that exceeded the limits of their recipients and wait for a digest."""
    nodes: Sequence[NodeStatus] = ()
    problems: Mapping[str, int] = field(default_factory=dict)
    """Number of current problems of each health check."""


class DatabaseReader:
    """Reads the database in a separate thread, because access to the database may hang."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._thread = ThreadPoolExecutor(1, "reader")
        self._reading: Future[Reading] | None = None
        self._since = 0.0
        self._opened = ExitStack()
        self._app: App | None = None

    def read(self) -> Reading | None:
        """Returns a recent reading, or None if the database doesn't answer."""
        reading, now = self._reading, time.monotonic()
        if reading is None or (reading.done() and now > self._since + FRESH_SECONDS):
            reading = self._reading = self._thread.submit(self._read)
            self._since = now
        try:
            return reading.result(WAIT_SECONDS)
        except TooSlow:
            return None
        except Exception:  # noqa: BLE001 - the main process logs problems with its database
            return None

    def _read(self) -> Reading:
        try:
            if self._app is None:
                # With `new`, a database that has gone missing would be created again.
                opened = open_app(self._settings, new=False, force=True, check_key=False)
                self._app = self._opened.enter_context(opened)
            with self._app.database.snapshot() as work:
                now = self._app.clock.now()
                nodes = read_nodes(self._app.settings, work, now)
                problems = [each.name for each in work.problems.all() if not each.ended]
                queue, overflow = work.outbox_admin.state(now), work.overflow.state()
                return Reading(queue, overflow.mails, nodes, count_by_check(problems))
        except Exception:
            self._app = None
            self._opened.close()
            raise


@dataclass
class ServerState:
    """The last report of the main process, and a reader of the database."""

    read: Callable[[], Reading | None]
    """Reads the database. Returns None if it doesn't answer."""
    database_missing: Callable[[], str] = str
    """Returns a sentence if the database file is missing, or an empty string."""
    clock: Callable[[], float] = time.monotonic
    report: Report = field(default_factory=Report)
    reported_at: float = 0

    def __post_init__(self) -> None:
        self.reported_at = self.clock()

    def take(self, report: Report) -> None:
        self.report, self.reported_at = report, self.clock()

    @property
    def report_age(self) -> float:
        """Seconds since the last report."""
        return self.clock() - self.reported_at
