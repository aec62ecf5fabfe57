"""Reads the queue for the metrics, a few times a minute at most."""

import time
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooSlow
from contextlib import ExitStack

from commands.app import App, open_app
from commands.settings import Settings
from storage.mail.queue_state import QueueState

FRESH_SECONDS = 5.0
"""The time for which a reading is used again, however often it is asked for."""
WAIT_SECONDS = 2.0
"""A request doesn't wait longer for the database."""


class QueueReader:
    """Reads the queue in a thread of its own, which may hang with the database."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._thread = ThreadPoolExecutor(1, "queue")
        self._reading: Future[QueueState] | None = None
        self._since = 0.0
        self._opened = ExitStack()
        self._app: App | None = None

    def read(self) -> QueueState | None:
        """Returns the state of the queue; None if the database doesn't answer."""
        reading, now = self._reading, time.monotonic()
        if reading is None or (reading.done() and now > self._since + FRESH_SECONDS):
            reading = self._reading = self._thread.submit(self._read)
            self._since = now
        try:
            return reading.result(WAIT_SECONDS)
        except TooSlow:
            return None
        except Exception:  # noqa: BLE001 - the server itself logs what is wrong with its database
            return None

    def _read(self) -> QueueState:
        try:
            if self._app is None:
                # a database that is gone must not be made again
                opened = open_app(self._settings, new=False, check_key=False)
                self._app = self._opened.enter_context(opened)
            with self._app.database.snapshot() as work:
                return work.outbox_admin.state(self._app.clock.now())
        except Exception:
            self._app = None
            self._opened.close()
            raise
