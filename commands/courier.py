"""The delivery worker: a process of its own, woken when there is mail to send."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Lock

import structlog

from commands.keys import open_keys
from commands.logs import configure_logs
from commands.post import OutboxQueue
from commands.seal import make_seal
from commands.settings import Settings
from mail.delivery import deliver
from mail.relay import Relay, open_relay
from pbm.clock import SystemClock
from storage import Database, open_database

POLL_SECONDS = 1.0
"""How often to look for mails that others have queued, or that are due again."""
STOP_SECONDS = 15

log = structlog.get_logger()


class Courier:
    """Runs the delivery worker, and starts another when it dies."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._lock = Lock()
        self._begin()

    def wake(self) -> None:
        """There is mail to send. Starts another worker if the last one has died."""
        with self._lock:
            try:
                self._pipe.send_bytes(b".")
            except BlockingIOError:
                return  # it is busy, and has wakes enough
            except OSError:
                log.error("delivery worker died")  # noqa: TRY400 - the pipe's error tells nothing
                self._pipe.close()
                self._begin()

    def stop(self) -> None:
        """Lets the mail in hand leave, and ends."""
        self._pipe.close()
        self._process.join(STOP_SECONDS)
        if self._process.is_alive():
            self._process.kill()

    def _begin(self) -> None:
        context = get_context("spawn")
        worker_end, self._pipe = context.Pipe(duplex=False)
        os.set_blocking(self._pipe.fileno(), False)  # a busy worker must hold up no letters
        self._process = context.Process(
            target=run_worker, args=(self._settings, worker_end), name="courier", daemon=True
        )
        with _signals_held_back():
            self._process.start()
        worker_end.close()


@contextmanager
def _signals_held_back() -> Iterator[None]:
    """What is started meanwhile never sees the signals that stop the server and all its group."""
    resource_tracker.ensure_running()  # which would let the signals through
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def run_worker(settings: Settings, wakes: Connection) -> None:
    """Delivers mail until the other end of the pipe is closed, be it by the server's death."""
    configure_logs()
    database = open_database(settings.database_url)
    relay = relay_of(settings)
    queue = queue_of(settings, database)
    try:
        while True:
            _deliver(queue, relay)
            if wakes.poll(POLL_SECONDS):
                _drain(wakes)
    except EOFError:
        _deliver(queue, relay)
    finally:
        relay.close()
        database.close()


def deliver_now(settings: Settings, database: Database) -> None:
    """Delivers what is due from the shell, where that is a matter of writing files."""
    if settings.relay.startswith("maildir:"):
        relay = relay_of(settings)
        deliver(queue_of(settings, database), relay)
        relay.close()


def queue_of(settings: Settings, database: Database) -> OutboxQueue:
    """Outgoing mail, with all that it takes to write it."""
    clock = SystemClock()
    keys = open_keys(settings.data / "key", clock)
    return OutboxQueue(database, clock, make_seal(settings.address, keys))


def relay_of(settings: Settings) -> Relay:
    """Where outgoing mail goes."""
    return open_relay(settings.relay, Path(settings.data) / "outbox")


def _deliver(queue: OutboxQueue, relay: Relay) -> None:
    try:
        deliver(queue, relay)
    except Exception:
        log.exception("delivery failed")


def _drain(wakes: Connection) -> None:
    while wakes.poll():
        wakes.recv_bytes()
