"""The only thread that answers mail: processes the mails that have arrived in one transaction."""

import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from dataclasses import asdict, dataclass, field
from datetime import timedelta
from functools import partial

from commands.inbound.mail_handler import HandledMail, MailHandler
from commands.server.backlog import Backlog
from commands.server.deferred_hashing import DeferredHasher, Hashes, HashPending
from commands.server.fair_queue import FairQueue
from commands.server.fair_worker import FairWorker
from commands.system.metrics import MAILS_IN
from mail.reading.incoming import IncomingMail
from pbm.lazy_logger import get_logger
from pbm.ports import UnitOfWork, UnitOfWorkFactory
from storage import TransientError

MAX_BATCH = 100
MAX_BATCH_SECONDS = 0.25
"""Then the transaction ends, so that others can write, and senders hear of their mails."""
CHEAP_SECONDS = 0.02
"""Mails of a network whose mails take longer don't share a transaction with those before them.

Of processor time, here and for the turns: on a busy machine every mail takes long by the clock.
"""

Outcome = HandledMail | Exception | HashPending

log = get_logger()


@dataclass(frozen=True)
class WaitingMail:
    """A mail that waits to be processed, and the future of its result."""

    mail: IncomingMail
    network: str
    """The client's network."""
    done: "Future[None]" = field(default_factory=Future)
    hashes: Hashes = field(default_factory=dict)
    """The hashes that were computed for it."""


class Writer:
    """A thread that answers mails, in batches; client networks take turns."""

    def __init__(
        self,
        database: UnitOfWorkFactory,
        mail_handler: MailHandler,
        on_commit: Callable[[], None],
        hasher: DeferredHasher | None = None,
        *,
        follow_clock: Callable[[], None] = lambda: None,
    ) -> None:
        """Prepares the thread; the hasher is the one that the handler's passwords have.

        `follow_clock`: called before each batch, so that jumps of the clock are given back.
        """
        self._database = database
        self._mail_handler = mail_handler
        self._on_commit = on_commit
        self._follow_clock = follow_clock
        self._hasher = hasher or DeferredHasher()
        self._backlog = Backlog()
        self._waiting_mails: FairQueue[WaitingMail] = FairQueue()
        self._hashing = FairWorker("hashing")
        self._answering = False
        self.steps = 0
        """The number of mails tried and transactions ended, by which it is seen to get on."""
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)

    @property
    def is_alive(self) -> bool:
        """True until the thread has ended."""
        return self._thread.is_alive()

    @property
    def has_work(self) -> bool:
        """True if it answers mails, or mails wait for it."""
        return self._answering or len(self._waiting_mails) > 0

    @property
    def mails_waiting(self) -> int:
        """The number of mails that have arrived and aren't stored yet."""
        return self._backlog.mails

    def start(self) -> None:
        """Starts the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Processes the mails that have arrived, and ends the thread."""
        self._backlog.wait_until_empty()
        self._waiting_mails.close()
        self._hashing.stop()
        self._thread.join()

    def receive(self, mail: IncomingMail, network: str = "") -> "Future[None]":
        """Returns a future, done once the mail is processed and that is on disk; raises Busy."""
        size = len(mail.content)
        self._backlog.reserve(size)
        waiting = WaitingMail(mail, network)
        waiting.done.set_running_or_notify_cancel()  # it is processed even if nobody waits
        waiting.done.add_done_callback(lambda _: self._backlog.release(size))
        self._waiting_mails.put(network, waiting)
        return waiting.done

    def _run(self) -> None:
        while first := self._waiting_mails.get():
            batch: list[WaitingMail] = []
            self._answering = True
            try:
                self._answer(first[1], batch)
            except Exception as error:  # noqa: BLE001 - nothing was stored: all must be sent again
                _fail_all([*batch, *self._waiting_mails.take_all()], error)
            self._answering = False
            self.steps += 1

    def _answer(self, first: WaitingMail, batch: list[WaitingMail]) -> None:
        """Answers this mail and those that wait in one transaction; adds them to the batch.

        Not those that come meanwhile: the first ones' senders would wait for them.
        """
        batch.append(first)
        began = time.monotonic()
        size = min(MAX_BATCH, 1 + len(self._waiting_mails))
        self._follow_clock()
        with self._database.work() as work:
            deadline = time.monotonic() + MAX_BATCH_SECONDS
            outcomes = [self._handle(work, first)]
            while len(batch) < size and time.monotonic() < deadline:
                following = self._waiting_mails.get_cheap(CHEAP_SECONDS)
                if following is None:
                    break
                batch.append(following[1])
                outcomes.append(self._handle(work, following[1]))
        log.debug(
            "mails stored", mails=len(batch), time=timedelta(seconds=time.monotonic() - began)
        )
        for waiting, outcome in zip(batch, outcomes, strict=True):
            self._finish(waiting, self._retry(waiting, outcome))
        self._notify()

    def _finish(self, waiting: WaitingMail, outcome: Outcome) -> None:
        if isinstance(outcome, HashPending):
            self._hashing.submit(waiting.network, partial(self._hash, waiting, outcome))
        else:
            _resolve(waiting, outcome)

    def _hash(self, waiting: WaitingMail, pending: HashPending) -> None:
        """Computes a hash in the other thread; the mail is next of its network then."""
        waiting.hashes[pending.task] = self._hasher.compute(pending.task)
        self._waiting_mails.put(waiting.network, waiting, first=True)

    def _retry(self, waiting: WaitingMail, outcome: Outcome) -> Outcome:
        """Returns the outcome; after a TransientError, that of a second try, alone."""
        if not isinstance(outcome, TransientError):
            return outcome
        try:
            with self._database.work() as work:
                return self._handle(work, waiting)
        except Exception as error:  # noqa: BLE001 - it must be sent again
            return error

    def _handle(self, work: UnitOfWork, waiting: WaitingMail) -> Outcome:
        started = time.thread_time()
        try:
            with self._hasher.handling(waiting.hashes), work.savepoint():
                return self._mail_handler.handle(work, waiting.mail)
        except (Exception, HashPending) as outcome:  # noqa: BLE001 - it must not affect other mails
            return outcome
        finally:
            self.steps += 1
            self._waiting_mails.charge(waiting.network, time.thread_time() - started)

    def _notify(self) -> None:
        try:
            self._on_commit()
        except Exception:  # a failed delivery process must not end the writer
            log.exception("delivery process not woken")


def _fail_all(batch: Iterable[WaitingMail], error: Exception) -> None:
    """Has all mails sent again later: a database that fails would fail a retry at once, too."""
    for waiting in batch:
        _resolve(waiting, error)


def _resolve(waiting: WaitingMail, outcome: HandledMail | Exception) -> None:
    """Resolves the future, and logs the mail."""
    if waiting.done.done():
        return
    if isinstance(outcome, Exception):
        waiting.done.set_exception(outcome)
    else:
        facts = asdict(outcome)
        MAILS_IN.add(facts.pop("kind"))
        log.info("mail in", **facts)
        waiting.done.set_result(None)
