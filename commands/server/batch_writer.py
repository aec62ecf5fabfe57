"""The only thread that answers mail: processes the mails that have arrived in one transaction."""

import queue
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import asdict, dataclass, field

from commands.inbound.mail_handler import HandledMail, MailHandler
from commands.server.backlog import Backlog
from mail.reading.incoming import IncomingMail
from pbm.lazy_logger import get_logger
from pbm.ports import UnitOfWork, UnitOfWorkFactory
from storage import TransientError

MAX_BATCH = 100
MAX_BATCH_SECONDS = 1.0
"""Then the transaction ends, so that the shell and the delivery process can write."""

log = get_logger()


@dataclass(frozen=True)
class WaitingMail:
    """A mail that waits to be processed, and the future of its result."""

    mail: IncomingMail
    done: "Future[None]" = field(default_factory=Future)


class Writer:
    """A thread that answers mails, in batches."""

    def __init__(
        self, database: UnitOfWorkFactory, mail_handler: MailHandler, on_commit: Callable[[], None]
    ) -> None:
        self._database = database
        self._mail_handler = mail_handler
        self._on_commit = on_commit
        self._backlog = Backlog()
        self._waiting_mails: queue.Queue[WaitingMail | None] = queue.Queue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)

    def start(self) -> None:
        """Starts the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Processes the mails that have arrived, and ends the thread."""
        self._waiting_mails.put(None)
        self._thread.join()

    def receive(self, mail: IncomingMail) -> "Future[None]":
        """Returns a future, done once the mail is processed and that is on disk; raises Busy."""
        size = len(mail.content)
        self._backlog.reserve(size)
        waiting = WaitingMail(mail)
        waiting.done.set_running_or_notify_cancel()  # it is processed even if nobody waits
        waiting.done.add_done_callback(lambda _: self._backlog.release(size))
        self._waiting_mails.put(waiting)
        return waiting.done

    def _run(self) -> None:
        while batch := self._batch():
            while batch:
                batch = self._answer(batch)

    def _batch(self) -> list[WaitingMail]:
        """Waits for mails, and returns those that have arrived; empty when it is time to stop."""
        first = self._waiting_mails.get()
        batch = [first] if first else []
        while batch and len(batch) < MAX_BATCH and not self._waiting_mails.empty():
            following = self._waiting_mails.get()
            if following is None:
                self._waiting_mails.put(None)
                break
            batch.append(following)
        return batch

    def _answer(self, batch: Sequence[WaitingMail]) -> list[WaitingMail]:
        """Answers mails in one transaction; returns those for which there was no time."""
        outcomes: list[HandledMail | Exception] = []
        try:
            with self._database.work() as work:
                deadline = time.monotonic() + MAX_BATCH_SECONDS
                for waiting in batch:
                    outcomes.append(self._handle(work, waiting))
                    if time.monotonic() > deadline:
                        break
        except Exception as error:  # noqa: BLE001 - nothing was stored: all must be sent again
            _fail_all(batch, error)
            return []
        for waiting, outcome in zip(batch, outcomes, strict=False):
            _resolve(waiting, self._retry(waiting, outcome))
        self._notify()
        return list(batch[len(outcomes) :])

    def _retry(
        self, waiting: WaitingMail, outcome: HandledMail | Exception
    ) -> HandledMail | Exception:
        """Returns the outcome; after a TransientError, that of a second try, alone."""
        if not isinstance(outcome, TransientError):
            return outcome
        try:
            with self._database.work() as work:
                return self._handle(work, waiting)
        except Exception as error:  # noqa: BLE001 - it must be sent again
            return error

    def _handle(self, work: UnitOfWork, waiting: WaitingMail) -> HandledMail | Exception:
        try:
            with work.savepoint():
                return self._mail_handler.handle(work, waiting.mail)
        except Exception as error:  # noqa: BLE001 - it must not affect other mails
            return error

    def _notify(self) -> None:
        try:
            self._on_commit()
        except Exception:  # a failed delivery process must not end the writer
            log.exception("delivery process not woken")


def _fail_all(batch: Sequence[WaitingMail], error: Exception) -> None:
    """Has all mails sent again later: a database that fails would fail a retry at once, too."""
    for waiting in batch:
        _resolve(waiting, error)


def _resolve(waiting: WaitingMail, outcome: HandledMail | Exception) -> None:
    """Resolves the future, and logs the mail."""
    if isinstance(outcome, Exception):
        waiting.done.set_exception(outcome)
    else:
        log.info("mail in", **asdict(outcome))
        waiting.done.set_result(None)
