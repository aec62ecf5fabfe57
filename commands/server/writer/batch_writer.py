"""The writer: threads that handle incoming mail, and the queue of emails that have arrived."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial

from commands.inbound.mail_handler import MailHandler
from commands.server.writer.backlog import Backlog
from commands.server.writer.batch_worker import BatchWorker
from commands.server.writer.deferred_hashing import DeferredHasher, HashPending
from commands.server.writer.emails_in_hand import EmailsInHand
from commands.server.writer.fair_queue import FairQueue
from commands.server.writer.fair_worker import FairWorker
from commands.server.writer.waiting_mail import WaitingMail
from commands.system.stored_types import Database
from mail.reading.incoming import IncomingMail

TURN_SECONDS = 2
"""Maximum number of seconds that other work waits for its turn.

The limit is needed because an email may itself wait for a password hash.
"""


class Writer:
    """Threads that handle incoming mail in batches. The networks of clients take turns."""

    def __init__(
        self,
        database: Database,
        mail_handler: MailHandler,
        on_commit: Callable[[], None],
        hasher: DeferredHasher | None = None,
        in_hand: EmailsInHand | None = None,
        *,
        follow_clock: Callable[[], None] = lambda: None,
        on_results: Callable[[], None] = lambda: None,
        threads: int = 1,
    ) -> None:
        """Prepares the threads without starting them.

        `hasher`: the one that the mail handler uses for passwords.
        `in_hand`: records which emails are being handled.
        `follow_clock`: called before each batch, to compensate players for clock jumps.
        `on_commit`: called after each batch.
        `on_results`: called once the futures of a batch's emails are done.
        """
        self._hasher = hasher or DeferredHasher()
        self._in_hand = in_hand or EmailsInHand()
        self._backlog = Backlog()
        self._waiting_mails = FairQueue[WaitingMail](lambda waiting: waiting.lane)
        self._hashing = FairWorker("hashing")
        self.workers: Sequence[BatchWorker] = [
            BatchWorker(
                number,
                database,
                mail_handler,
                self._waiting_mails,
                self._hasher,
                in_hand=self._in_hand,
                sharing=threads,
                follow_clock=follow_clock,
                on_commit=on_commit,
                on_results=on_results,
                defer=self._defer,
            )
            for number in range(threads)
        ]

    @property
    def mails_waiting(self) -> int:
        """Number of emails that have arrived and aren't stored yet."""
        return self._backlog.mails

    def take_turns(self) -> None:
        """Waits until the writer has handled an email, unless none waits.

        Other work calls this before each of its transactions. SQLite gives its lock to the next
        thread that asks, so a thread that asks again immediately could otherwise block the writer
        for seconds.
        """
        self._backlog.wait_for_progress(TURN_SECONDS)

    def start(self) -> None:
        for worker in self.workers:
            worker.start()

    def stop(self) -> None:
        """Handles the emails that have arrived, and ends the threads."""
        self._backlog.wait_until_empty()
        self._waiting_mails.close()
        self._hashing.stop()
        for worker in self.workers:
            worker.join()
        self._in_hand.close()

    def receive(self, mail: IncomingMail, network: str = "") -> "Future[None]":
        """Queues an email. Raises Busy if the backlog is full.

        Returns a future that is done once the email is handled and the result is on disk.
        """
        size = len(mail.content)
        self._backlog.reserve(size)
        waiting = WaitingMail(mail, network)
        # It is handled even if nobody waits for the result.
        waiting.done.set_running_or_notify_cancel()
        waiting.done.add_done_callback(lambda _: self._backlog.release(size))
        self._waiting_mails.put(network, waiting)
        return waiting.done

    def forget_deaths(self, mail: IncomingMail) -> None:
        """Lets an email be handled again, even if servers have died because of it."""
        self._in_hand.forget(mail)

    def _defer(self, waiting: WaitingMail, pending: HashPending) -> None:
        """Queues the computation of a hash, after which the email is handled again."""
        self._hashing.submit(waiting.network, partial(self._hash, waiting, pending))

    def _hash(self, waiting: WaitingMail, pending: HashPending) -> None:
        """Computes a hash, and queues the email again as the next one of its network."""
        waiting.hashes[pending.task] = self._hasher.compute(pending.task)
        self._waiting_mails.put(waiting.network, waiting, first=True)
