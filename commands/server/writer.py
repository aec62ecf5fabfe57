"""The one writer: takes all letters that have arrived meanwhile into one transaction."""

import queue
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import asdict, dataclass, field

import structlog

from commands.inbound.mail_handler import HandledMail, MailHandler
from commands.server.backlog import Backlog
from mail.reading.incoming import IncomingMail
from pbm.ports import UnitOfWork, UnitOfWorkFactory
from storage import TransientError

MAX_BATCH = 100
MAX_BATCH_SECONDS = 1.0
"""Then the transaction ends, so that shell and delivery get their turn."""

log = structlog.get_logger()


@dataclass(frozen=True)
class WaitingMail:
    """A mail that waits to be acted upon, and whoever waits for that."""

    mail: IncomingMail
    done: "Future[None]" = field(default_factory=Future)


class Writer:
    """A thread that answers letters, in batches."""

    def __init__(
        self, store: UnitOfWorkFactory, mail_handler: MailHandler, on_commit: Callable[[], None]
    ) -> None:
        self._store = store
        self._mail_handler = mail_handler
        self._on_commit = on_commit
        self._backlog = Backlog()
        self._waiting_mails: queue.Queue[WaitingMail | None] = queue.Queue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)

    def start(self) -> None:
        """Begins to work."""
        self._thread.start()

    def stop(self) -> None:
        """Finishes what has arrived, and ends."""
        self._waiting_mails.put(None)
        self._thread.join()

    def receive(self, mail: IncomingMail) -> "Future[None]":
        """Done once the letter has been acted upon and that is on disk; raises Busy."""
        size = len(mail.content)
        self._backlog.reserve(size)
        waiting = WaitingMail(mail)
        waiting.done.set_running_or_notify_cancel()  # it is carried out, whoever stops waiting
        waiting.done.add_done_callback(lambda _: self._backlog.release(size))
        self._waiting_mails.put(waiting)
        return waiting.done

    def _run(self) -> None:
        while batch := self._batch():
            while batch:
                batch = self._answer(batch)

    def _batch(self) -> list[WaitingMail]:
        """All that has arrived; empty when it is time to stop."""
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
        """Answers letters in one transaction; gives back those for which there was no time."""
        outcomes: list[HandledMail | Exception] = []
        try:
            with self._store.work() as work:
                deadline = time.monotonic() + MAX_BATCH_SECONDS
                for waiting in batch:
                    outcomes.append(self._handle(work, waiting))
                    if time.monotonic() > deadline:
                        break
        except Exception as error:  # noqa: BLE001 - nothing was kept: all must come again
            self._put_off(batch, error)
            return []
        for waiting, outcome in zip(batch, outcomes, strict=False):
            _resolve(waiting, self._again(waiting, outcome))
        self._wake()
        return list(batch[len(outcomes) :])

    def _put_off(self, batch: Sequence[WaitingMail], error: Exception) -> None:
        """Has all sent again: a database in trouble is none the better for being asked at once."""
        for waiting in batch:
            _resolve(waiting, error)

    def _again(
        self, waiting: WaitingMail, outcome: HandledMail | Exception
    ) -> HandledMail | Exception:
        """A second try, alone, for a letter that others' changes came in the way of."""
        if not isinstance(outcome, TransientError):
            return outcome
        try:
            with self._store.work() as work:
                return self._handle(work, waiting)
        except Exception as error:  # noqa: BLE001 - it must be sent again
            return error

    def _handle(self, work: UnitOfWork, waiting: WaitingMail) -> HandledMail | Exception:
        try:
            with work.savepoint():
                return self._mail_handler.handle(work, waiting.mail)
        except Exception as error:  # noqa: BLE001 - it breaks nobody else's letter
            return error

    def _wake(self) -> None:
        try:
            self._on_commit()
        except Exception:  # a delivery in trouble must not end the writer
            log.exception("delivery can't be woken")


def _resolve(waiting: WaitingMail, outcome: HandledMail | Exception) -> None:
    """Lets the sender know, and the log."""
    if isinstance(outcome, Exception):
        waiting.done.set_exception(outcome)
    else:
        log.info("mail in", **asdict(outcome))
        waiting.done.set_result(None)
