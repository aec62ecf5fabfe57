"""The delivery worker: a process of its own, woken when there is mail to send."""

import signal
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

import structlog

from commands.logs import configure_logs
from commands.post import OutboxQueue
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
        self._begin()

    def wake(self) -> None:
        """There is mail to send."""
        try:
            self._pipe.send_bytes(b".")
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
        self._process = context.Process(
            target=run_worker, args=(self._settings, worker_end), name="courier", daemon=True
        )
        self._process.start()
        worker_end.close()


def run_worker(settings: Settings, wakes: Connection) -> None:
    """Delivers mail until the other end of the pipe is closed, be it by the server's death."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    configure_logs()
    database = open_database(settings.database_url)
    relay = relay_of(settings)
    queue = OutboxQueue(database, SystemClock(), settings.address)
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
        deliver(OutboxQueue(database, SystemClock(), settings.address), relay)
        relay.close()


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
