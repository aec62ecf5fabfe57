"""A thread that answers mails: each time all that have arrived, in one transaction.

A mail is a savepoint in it, and a line a savepoint in that.
"""

import math
import time
from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta

from commands.context.allowance import GaveWay
from commands.inbound.labels import MailIdentity
from commands.inbound.mail_handler import HandledMail, MailHandler
from commands.server.writer.deferred_hashing import DeferredHasher, HashPending
from commands.server.writer.fair_queue import FairQueue, Lane
from commands.server.writer.mail_batch import MailBatch, TakenMail
from commands.server.writer.waiting_mail import Outcome, WaitingMail
from commands.system.essential_thread import essential_thread
from commands.system.metrics import MAILS_IN
from mail.reading.incoming import IncomingMail
from pbm.process.lazy_logger import get_logger
from storage import Database, TransientError, UnknownCommitError, is_contention, is_of_database
from storage.unit_of_work import UnitOfWork

log = get_logger()
MAX_TRIES, OTHER_TRIES = 12, 2
"""The tries of a mail that needs what another transaction has, and after any other error.

Each begins with one lock more: a mail may need the locks of many boards, in any order.
"""


class BatchFailed(Exception):
    """A transaction wasn't stored, and any of its mails may be the reason."""


RETRIED = (BatchFailed, *TransientError)
"""The errors after which a mail is tried alone."""


class BatchWorker:
    """One of the threads that answer mails."""

    def __init__(
        self,
        number: int,
        database: Database,
        mail_handler: MailHandler,
        waiting_mails: FairQueue[WaitingMail],
        hasher: DeferredHasher,
        *,
        sharing: int,
        follow_clock: Callable[[], None],
        on_commit: Callable[[], None],
        on_results: Callable[[], None],
        defer: Callable[[WaitingMail, HashPending], None],
    ) -> None:
        """Prepares the thread.

        `sharing`: the number of threads, which share the mails that wait. `follow_clock`: called
        before each batch. `on_results`: called once the futures of its mails are done.
        `defer`: takes a mail whose password must be checked first.
        """
        self._database = database
        self._mail_handler = mail_handler
        self._waiting_mails = waiting_mails
        self._hasher = hasher
        self._sharing = sharing
        self._follow_clock = follow_clock
        self.on_commit = on_commit
        self._on_results = on_results
        self._defer = defer
        self._answering = False
        self._lanes: set[Lane] = set()
        """The senders whose mails nobody else may answer until this transaction has ended."""
        self.steps = 0
        """The number of mails tried and transactions ended, by which it is seen to get on."""
        self._thread = essential_thread(self._run, f"writer {number}")

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
            self._answering = True
            size = 1 + len(self._waiting_mails) // self._sharing
            batch = MailBatch(first, self._waiting_mails, self._lanes, size)
            try:
                self._answer(batch)
            except Exception as error:  # noqa: BLE001 - nothing was stored: all must be sent again
                batch.put_rest_back()
                _fail_all([*batch.mails, *self._waiting_mails.take_all()], error)
                self._call(self._on_results)
            self._waiting_mails.release(self._lanes)
            self._answering = False
            self.steps += 1

    def _answer(self, batch: MailBatch) -> None:
        """Answers the mails of a batch in one transaction."""
        began = time.monotonic()
        self._follow_clock()
        self._answer_together(batch)
        log.debug(
            "mails stored", mails=len(batch.mails), time=timedelta(seconds=time.monotonic() - began)
        )
        for waiting, outcome in zip(batch.mails, batch.outcomes, strict=True):
            self._finish(waiting, self._retry(waiting, outcome))
        self._call(self._on_results)
        self._call(self.on_commit)

    def _answer_together(self, batch: MailBatch) -> None:
        """Handles the mails of a batch; each has failed if nothing of it could be stored.

        It doesn't get mails that come meanwhile: the first ones' senders would wait for them.
        """
        try:
            with self._database.work(deferred_writes=True) as work:
                while chunk := batch.next_chunk():
                    self._handle_chunk(work, batch, chunk)
        except Exception as error:
            if is_of_database(error) and not is_contention(error):
                raise
            batch.fail(error if is_contention(error) else BatchFailed(error))

    def _handle_chunk(self, work: UnitOfWork, batch: MailBatch, chunk: Sequence[TakenMail]) -> None:
        """Handles mails for as long as the transaction may take; puts back the others."""
        started = time.thread_time()
        identities = self._prefetch(work, [waiting.mail for _, waiting in chunk])
        share = (time.thread_time() - started) / len(chunk)
        for (network, waiting), identity in zip(chunk, identities, strict=True):
            if not batch.admits(network):
                batch.put_rest_back()
                return
            outcome = self._handle(work, waiting, identity, share, turn_end=batch.turn_end)
            batch.outcomes.append(outcome)

    def _prefetch(
        self, work: UnitOfWork, mails: Sequence[IncomingMail]
    ) -> Sequence[MailIdentity | None]:
        """Reads ahead for several mails: for one it doesn't pay. Returns their identities."""
        return self._mail_handler.prefetch(work, mails) if len(mails) > 1 else [None]

    def _finish(self, waiting: WaitingMail, outcome: Outcome) -> None:
        if isinstance(outcome, HashPending):
            self._defer(waiting, outcome)
        elif isinstance(outcome, GaveWay):
            self._waiting_mails.put(waiting.network, waiting, first=True)
        else:
            _resolve(waiting, outcome)

    def _retry(self, waiting: WaitingMail, outcome: Outcome) -> Outcome:
        """Returns the outcome; after an error that another mail may have caused, tries it alone."""
        errors: list[Exception] = []
        while isinstance(outcome, RETRIED) and _may_be_tried_again(outcome, len(errors) + 1):
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

    def _handle(
        self,
        work: UnitOfWork,
        waiting: WaitingMail,
        identity: MailIdentity | None = None,
        seconds: float = 0,
        *,
        turn_end: float = math.inf,
    ) -> Outcome:
        """Returns the outcome of a mail, for which so much time has been used already.

        `turn_end`: the end of its turn, by the thread's processor time.
        """
        started = time.thread_time()
        try:
            turn = waiting.allowance.turn(turn_end)
            with self._hasher.handling(waiting.hashes), turn, work.savepoint():
                return self._mail_handler.handle(work, waiting.mail, identity)
        except (Exception, HashPending, GaveWay) as outcome:  # noqa: BLE001 - it must not affect other mails
            return outcome
        finally:
            self.steps += 1
            seconds += time.thread_time() - started
            self._waiting_mails.charge(waiting.network, seconds)

    def _call(self, others: Callable[[], None]) -> None:
        """Tells others of a batch; an error of theirs must not end the writer."""
        try:
            others()
        except Exception:
            log.exception("other processes not told of a batch")


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
        MAILS_IN.add(outcome.kind)
        log.info(
            "mail in",
            sender=outcome.sender,
            id=outcome.id,
            size=outcome.size,
            outcome=outcome.outcome,
        )
        waiting.done.set_result(None)
