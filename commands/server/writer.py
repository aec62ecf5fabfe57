"""The one writer: takes all letters that have arrived meanwhile into one transaction."""

import queue
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import asdict, dataclass, field

import structlog

from commands.inbound.mail_handler import Handled, Office
from commands.server.backlog import Room
from mail.reading.incoming import Incoming
from pbm.ports import Store, Work
from storage import Trouble

LARGEST_BATCH = 100
LONGEST_BATCH_SECONDS = 1.0
"""Then the transaction ends, so that shell and delivery get their turn."""

log = structlog.get_logger()


@dataclass(frozen=True)
class Arrived:
    """A mail that waits to be acted upon, and whoever waits for that."""

    mail: Incoming
    done: "Future[None]" = field(default_factory=Future)


class Writer:
    """A thread that answers letters, in batches."""

    def __init__(self, store: Store, office: Office, on_commit: Callable[[], None]) -> None:
        self._store = store
        self._office = office
        self._on_commit = on_commit
        self._room = Room()
        self._arrived: queue.Queue[Arrived | None] = queue.Queue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)

    def start(self) -> None:
        """Begins to work."""
        self._thread.start()

    def stop(self) -> None:
        """Finishes what has arrived, and ends."""
        self._arrived.put(None)
        self._thread.join()

    def receive(self, mail: Incoming) -> "Future[None]":
        """Done once the letter has been acted upon and that is on disk; raises Busy."""
        size = len(mail.content)
        self._room.enter(size)
        arrived = Arrived(mail)
        arrived.done.set_running_or_notify_cancel()  # it is carried out, whoever stops waiting
        arrived.done.add_done_callback(lambda _: self._room.leave(size))
        self._arrived.put(arrived)
        return arrived.done

    def _run(self) -> None:
        while batch := self._batch():
            while batch:
                batch = self._answer(batch)

    def _batch(self) -> list[Arrived]:
        """All that has arrived; empty when it is time to stop."""
        first = self._arrived.get()
        batch = [first] if first else []
        while batch and len(batch) < LARGEST_BATCH and not self._arrived.empty():
            following = self._arrived.get()
            if following is None:
                self._arrived.put(None)
                break
            batch.append(following)
        return batch

    def _answer(self, batch: Sequence[Arrived]) -> list[Arrived]:
        """Answers letters in one transaction; gives back those for which there was no time."""
        outcomes: list[Handled | Exception] = []
        try:
            with self._store.work() as work:
                deadline = time.monotonic() + LONGEST_BATCH_SECONDS
                for arrived in batch:
                    outcomes.append(self._handle(work, arrived))
                    if time.monotonic() > deadline:
                        break
        except Exception as error:  # noqa: BLE001 - nothing was kept: all must come again
            self._put_off(batch, error)
            return []
        for arrived, outcome in zip(batch, outcomes, strict=False):
            _tell(arrived, self._again(arrived, outcome))
        self._wake()
        return list(batch[len(outcomes) :])

    def _put_off(self, batch: Sequence[Arrived], error: Exception) -> None:
        """Has all sent again: a database in trouble is none the better for being asked at once."""
        for arrived in batch:
            _tell(arrived, error)

    def _again(self, arrived: Arrived, outcome: Handled | Exception) -> Handled | Exception:
        """A second try, alone, for a letter that others' changes came in the way of."""
        if not isinstance(outcome, Trouble):
            return outcome
        try:
            with self._store.work() as work:
                return self._handle(work, arrived)
        except Exception as error:  # noqa: BLE001 - it must be sent again
            return error

    def _handle(self, work: Work, arrived: Arrived) -> Handled | Exception:
        try:
            with work.part():
                return self._office.handle(work, arrived.mail)
        except Exception as error:  # noqa: BLE001 - it breaks nobody else's letter
            return error

    def _wake(self) -> None:
        try:
            self._on_commit()
        except Exception:  # a delivery in trouble must not end the writer
            log.exception("delivery can't be woken")


def _tell(arrived: Arrived, outcome: Handled | Exception) -> None:
    """Lets the sender know, and the log."""
    if isinstance(outcome, Exception):
        arrived.done.set_exception(outcome)
    else:
        log.info("mail in", **asdict(outcome))
        arrived.done.set_result(None)
