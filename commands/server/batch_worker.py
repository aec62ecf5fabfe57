"""A thread that answers mails: each time those that have arrived, in one transaction."""

import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from datetime import timedelta

from commands.inbound.mail_handler import HandledMail, MailHandler
from commands.server.deferred_hashing import DeferredHasher, HashPending
from commands.server.fair_queue import FairQueue, Lane
from commands.server.waiting_mail import Outcome, WaitingMail
from commands.system.metrics import MAILS_IN
from pbm.lazy_logger import get_logger
from pbm.ports import UnitOfWork, UnitOfWorkFactory
from storage import TransientError, UnknownCommitError, is_contention

MAX_BATCH = 100
MAX_BATCH_SECONDS = 0.25
"""Then the transaction ends, so that others can write, and senders hear of their mails."""
CHEAP_SECONDS = 0.02
"""Mails of a network whose mails take longer don't share a transaction with those before them.

Of processor time, here and for the turns: on a busy machine every mail takes long by the clock.
"""
MAX_TRIES, OTHER_TRIES = 12, 2
"""The tries of a mail that needs what another transaction has, and after any other error.

Each begins with one lock more: a mail may need those of many boards, in any order.
"""

log = get_logger()


class BatchWorker:
    """One of the threads that answer mails."""

    def __init__(
        self,
        number: int,
        database: UnitOfWorkFactory,
        mail_handler: MailHandler,
        waiting_mails: FairQueue[WaitingMail],
        hasher: DeferredHasher,
        *,
        sharing: int,
        follow_clock: Callable[[], None],
        on_commit: Callable[[], None],
        defer: Callable[[WaitingMail, HashPending], None],
    ) -> None:
        """Prepares the thread.

        `sharing`: the number of threads, which share the mails that wait. `follow_clock`: called
        before each batch. `defer`: takes a mail whose password must be checked first.
        """
        self._database = database
        self._mail_handler = mail_handler
        self._waiting_mails = waiting_mails
        self._hasher = hasher
        self._sharing = sharing
        self._follow_clock = follow_clock
        self._on_commit = on_commit
        self._defer = defer
        self._answering = False
        self._lanes: set[Lane] = set()
        """The senders whose mails nobody else may answer until this transaction has ended."""
        self.steps = 0
        """The number of mails tried and transactions ended, by which it is seen to get on."""
        self._thread = threading.Thread(target=self._run, name=f"writer {number}", daemon=True)

    @property
    def is_alive(self) -> bool:
        """True until the thread has ended."""
        return self._thread.is_alive()

    @property
    def has_work(self) -> bool:
        """True if it answers mails, or mails wait that it could answer."""
        return self._answering or self._waiting_mails.is_ready

    def start(self) -> None:
        """Starts the thread."""
        self._thread.start()

    def join(self) -> None:
        """Waits for the end of the thread."""
        self._thread.join()

    def _run(self) -> None:
        while first := self._waiting_mails.get(self._lanes):
            batch = [first]
            self._answering = True
            try:
                self._answer(batch)
            except Exception as error:  # noqa: BLE001 - nothing was stored: all must be sent again
                self._waiting_mails.charge(first[0], 0)
                taken = (waiting for _, waiting in batch)
                _fail_all([*taken, *self._waiting_mails.take_all()], error)
            self._waiting_mails.release(self._lanes)
            self._answering = False
            self.steps += 1

    def _answer(self, batch: list[tuple[str, WaitingMail]]) -> None:
        """Answers this mail and those that wait in one transaction; adds them to the batch."""
        began = time.monotonic()
        self._follow_clock()
        outcomes = self._answer_together(batch)
        log.debug(
            "mails stored", mails=len(batch), time=timedelta(seconds=time.monotonic() - began)
        )
        for (_, waiting), outcome in zip(batch, outcomes, strict=True):
            self._finish(waiting, self._retry(waiting, outcome))
        self._notify()

    def _answer_together(self, batch: list[tuple[str, WaitingMail]]) -> list[Outcome]:
        """Returns the outcomes of a batch; if others were in the way of all of it, that for each.

        It doesn't get those that come meanwhile: the first ones' senders would wait for them.
        """
        size = min(MAX_BATCH, 1 + len(self._waiting_mails) // self._sharing)
        try:
            with self._database.work() as work:
                deadline = time.monotonic() + MAX_BATCH_SECONDS
                outcomes = [self._handle(work, batch[0][1])]
                while len(batch) < size and time.monotonic() < deadline:
                    following = self._waiting_mails.get_cheap(CHEAP_SECONDS, self._lanes)
                    if following is None:
                        break
                    batch.append(following)
                    outcomes.append(self._handle(work, following[1]))
        except TransientError as error:
            if not is_contention(error):
                raise
            return [error] * len(batch)
        return outcomes

    def _finish(self, waiting: WaitingMail, outcome: Outcome) -> None:
        if isinstance(outcome, HashPending):
            self._defer(waiting, outcome)
        else:
            _resolve(waiting, outcome)

    def _retry(self, waiting: WaitingMail, outcome: Outcome) -> Outcome:
        """Returns the outcome; after a TransientError, that of further tries, alone."""
        errors: list[Exception] = []
        while isinstance(outcome, TransientError) and _may_be_tried_again(outcome, len(errors) + 1):
            errors.append(outcome)
            outcome = self._try_alone(waiting, errors)
        return outcome

    def _try_alone(self, waiting: WaitingMail, errors: Sequence[Exception]) -> Outcome:
        """Returns the outcome of a mail in a transaction of its own, after these errors."""
        self.steps += 1
        try:
            with self._database.work() as work:
                work.lock_for(errors)
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


def _may_be_tried_again(error: Exception, tries: int) -> bool:
    """Returns True if another try may help at once; one that may be stored is put off."""
    if isinstance(error, UnknownCommitError):
        return False
    return tries < (MAX_TRIES if is_contention(error) else OTHER_TRIES)


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
