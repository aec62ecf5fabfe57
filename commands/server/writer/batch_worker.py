"""A thread that handles all incoming emails that have arrived in one transaction.

Each email has its own savepoint. Each line of an email has a nested savepoint.
"""

import math
import time
from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta

from commands.context.work_allowance import TurnExpired
from commands.inbound.failed_emails import is_own_fault
from commands.inbound.mail_handler import HandledMail, MailHandler
from commands.inbound.signed_labels import MailIdentity
from commands.server.writer.deferred_hashing import DeferredHasher, HashPending
from commands.server.writer.emails_in_hand import EmailsInHand
from commands.server.writer.fair_queue import FairQueue, Lane
from commands.server.writer.mail_batch import MailBatch, TakenMail
from commands.server.writer.waiting_mail import Outcome, WaitingMail
from commands.server.writer.writer_pipe import log_error
from commands.system.essential_thread import essential_thread
from commands.system.metrics import MAILS_IN
from mail.reading.incoming import IncomingMail
from mail.smtp.receiver_interface import Busy
from pbm.process.lazy_logger import get_logger
from storage import Database, UnknownCommitError, is_contention, is_of_database
from storage.unit_of_work import UnitOfWork

log = get_logger()
MAX_TRIES, OTHER_TRIES = 12, 2
"""Maximum number of tries of an email after contention, and after any other error.

Each try after contention begins by taking one more lock. An email may need the locks of many
boards, in any order.
"""


class BatchFailed(Exception):
    """A transaction wasn't stored, and any of its emails may be the cause."""


class BatchWorker:
    """One of the threads that handle incoming mail."""

    def __init__(
        self,
        number: int,
        database: Database,
        mail_handler: MailHandler,
        waiting_mails: FairQueue[WaitingMail],
        hasher: DeferredHasher,
        *,
        in_hand: EmailsInHand,
        sharing: int,
        follow_clock: Callable[[], None],
        on_commit: Callable[[], None],
        on_results: Callable[[], None],
        defer: Callable[[WaitingMail, HashPending], None],
    ) -> None:
        """Prepares the thread without starting it.

        `in_hand`: records which emails are being handled.
        `sharing`: number of threads that share the queue of waiting emails.
        `follow_clock`: called before each batch.
        `on_commit`: called after each batch.
        `on_results`: called once the futures of a batch's emails are done.
        `defer`: takes an email whose password must be hashed first.
        """
        self._database = database
        self._mail_handler = mail_handler
        self._waiting_mails = waiting_mails
        self._hasher = hasher
        self._number, self._in_hand = number, in_hand
        self._sharing = sharing
        self._follow_clock = follow_clock
        self.on_commit = on_commit
        self._on_results = on_results
        self._defer = defer
        self._answering = False
        self._lanes: set[Lane] = set()
        """Senders whose emails no other thread may handle before this transaction has ended."""
        self.steps = 0
        """Number of emails tried and batches ended, which shows that the thread makes progress."""
        self._thread = essential_thread(self._run, f"writer {number}")

    @property
    def has_work(self) -> bool:
        """Whether the thread is handling emails, or could handle one that waits."""
        return self._answering or self._waiting_mails.is_ready

    def start(self) -> None:
        self._thread.start()

    def join(self) -> None:
        self._thread.join()

    def _run(self) -> None:
        while first := self._waiting_mails.get(self._lanes):
            self._answering = True
            size = 1 + len(self._waiting_mails) // self._sharing
            batch = MailBatch(first, self._waiting_mails, self._lanes, size)
            try:
                self._answer(batch)
            except Exception as error:  # noqa: BLE001 - nothing was stored, so all emails must be sent again
                batch.put_rest_back()
                _fail_all([*batch.mails, *self._waiting_mails.take_all()], error)
                self._call(self._on_results)
            self._waiting_mails.release(self._lanes)
            self._answering = False
            self.steps += 1

    def _answer(self, batch: MailBatch) -> None:
        """Handles a batch, retries its failed emails, and reports the results."""
        began = time.monotonic()
        self._follow_clock()
        self._answer_together(batch)
        log.debug(
            "emails stored",
            mails=len(batch.mails),
            time=timedelta(seconds=time.monotonic() - began),
        )
        for waiting, outcome in zip(batch.mails, batch.outcomes, strict=True):
            self._finish(waiting, self._retry(waiting, outcome))
        self._call(self._on_results)
        self._call(self.on_commit)

    def _answer_together(self, batch: MailBatch) -> None:
        """Handles the emails of a batch in one transaction.

        If the transaction can't be committed, all emails fail.

        Emails that arrive during the transaction aren't added. Otherwise, the senders of the first
        emails would have to wait for them.
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
        """Handles emails while the transaction has time, and puts the rest back in the queue."""
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
        """Reads the data of several emails together. A single email isn't worth it.

        Returns the identity of each email, or None if it wasn't read.
        """
        return self._mail_handler.prefetch(work, mails) if len(mails) > 1 else [None]

    def _finish(self, waiting: WaitingMail, outcome: Outcome) -> None:
        if isinstance(outcome, HashPending):
            self._defer(waiting, outcome)
        elif isinstance(outcome, TurnExpired):
            self._waiting_mails.put(waiting.network, waiting, first=True)
        else:
            _resolve(waiting, outcome)

    def _retry(self, waiting: WaitingMail, outcome: Outcome) -> Outcome:
        """Returns the final outcome of an email.

        After an error, the email is tried again on its own, because another email of the batch may
        be the cause. If it fails again because of an error in pbm, it is kept.
        """
        errors: list[Exception] = []
        while isinstance(outcome, Exception) and _may_be_tried_again(outcome, len(errors) + 1):
            errors.append(outcome)
            outcome = self._try_alone(waiting, errors)
        if isinstance(outcome, Exception) and is_own_fault(outcome):
            return self._keep(waiting, outcome)
        return outcome

    def _keep(self, waiting: WaitingMail, error: Exception) -> Outcome:
        """Keeps an email that failed. Returns the error if that is impossible."""
        reference = log_error(error)
        try:
            with self._database.work() as work:
                return self._mail_handler.keep(work, waiting.mail, error, reference) or error
        except Exception:  # the email must be sent again
            log.exception("failed to save an email")
            return error

    def _try_alone(self, waiting: WaitingMail, errors: Sequence[Exception]) -> Outcome:
        """Handles an email in its own transaction, after it has failed with `errors`."""
        self.steps += 1
        try:
            with self._database.work() as work:
                work.lock_for(errors)
                return self._handle(work, waiting)
        except Exception as error:  # noqa: BLE001 - the email must be sent again
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
        """Handles an email in a savepoint and returns the outcome.

        `seconds`: processor time that was spent on it before, in seconds.
        `turn_end`: end of its turn, by the thread's processor time.
        """
        started = time.thread_time()
        try:
            self._in_hand.begin(self._number, waiting.mail)
            turn = waiting.allowance.turn(turn_end)
            with self._hasher.handling(waiting.hashes), turn, work.savepoint():
                return self._mail_handler.handle(work, waiting.mail, identity)
        except (Exception, HashPending, TurnExpired) as outcome:  # noqa: BLE001 - it must not affect other emails
            return outcome
        finally:
            self._in_hand.end(self._number)
            self.steps += 1
            seconds += time.thread_time() - started
            self._waiting_mails.charge(waiting.network, seconds)

    def _call(self, callback: Callable[[], None]) -> None:
        """Calls a function and logs its errors, so that they can't end the thread."""
        try:
            callback()
        except Exception:
            log.exception("failed to notify other processes")


def _may_be_tried_again(error: Exception, tries: int) -> bool:
    """Whether another try may help now. It can't if an unknown commit may have stored the email."""
    if isinstance(error, UnknownCommitError | Busy):
        return False
    return tries < (MAX_TRIES if is_contention(error) else OTHER_TRIES)


def _fail_all(batch: Iterable[WaitingMail], error: Exception) -> None:
    """Fails all emails. The senders retry later. An immediate retry would fail, too."""
    for waiting in batch:
        _resolve(waiting, error)


def _resolve(waiting: WaitingMail, outcome: HandledMail | Exception) -> None:
    """Resolves the future of an email and logs the outcome."""
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
