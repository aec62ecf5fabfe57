"""The threads that answer mail, and the queue of mails that have arrived."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial

from commands.inbound.mail_handler import MailHandler
from commands.server.writer.backlog import Backlog
from commands.server.writer.batch_worker import BatchWorker
from commands.server.writer.deferred_hashing import DeferredHasher, HashPending
from commands.server.writer.fair_queue import FairQueue
from commands.server.writer.fair_worker import FairWorker
from commands.server.writer.waiting_mail import WaitingMail
from commands.system.stored_types import Database
from mail.reading.incoming import IncomingMail

TURN_SECONDS = 2
"""Maximum time that other work waits for its turn: a mail may itself wait for a hash."""


class Writer:
    """Threads that answer mails, in batches; client networks take turns."""

    def __init__(
        self,
        database: Database,
        mail_handler: MailHandler,
        on_commit: Callable[[], None],
        hasher: DeferredHasher | None = None,
        *,
        follow_clock: Callable[[], None] = lambda: None,
        on_results: Callable[[], None] = lambda: None,
        threads: int = 1,
    ) -> None:
        """Prepares the threads; the hasher is the one that the handler's passwords have.

        `follow_clock`: called before each batch, so that jumps of the clock are given back.
        `on_results`: called once the futures of a batch's mails are done.
        """
        self._hasher = hasher or DeferredHasher()
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
                sharing=threads,
                follow_clock=follow_clock,
                on_commit=on_commit,
                on_results=on_results,
                defer=self._defer,
            )
            for number in range(threads)
        ]
        """The threads."""

    @property
    def mails_waiting(self) -> int:
        """The number of mails that have arrived and aren't stored yet."""
        return self._backlog.mails

    def take_turns(self) -> None:
        """Waits while mails wait and none is processed; other work calls it before each piece.

        SQLite gives its lock to whoever asks next, so without turns a thread that asks again at
        once keeps it from the writer for seconds.
        """
        self._backlog.wait_for_progress(TURN_SECONDS)

    def start(self) -> None:
        """Starts the threads."""
        for worker in self.workers:
            worker.start()

    def stop(self) -> None:
        """Processes the mails that have arrived, and ends the threads."""
        self._backlog.wait_until_empty()
        self._waiting_mails.close()
        self._hashing.stop()
        for worker in self.workers:
            worker.join()

    def receive(self, mail: IncomingMail, network: str = "") -> "Future[None]":
        """Returns a future, done once the mail is processed and that is on disk; raises Busy."""
        size = len(mail.content)
        self._backlog.reserve(size)
        waiting = WaitingMail(mail, network)
        waiting.done.set_running_or_notify_cancel()  # it is processed even if nobody waits
        waiting.done.add_done_callback(lambda _: self._backlog.release(size))
        self._waiting_mails.put(network, waiting)
        return waiting.done

    def _defer(self, waiting: WaitingMail, pending: HashPending) -> None:
        """Has a hash computed before the mail is handled again."""
        self._hashing.submit(waiting.network, partial(self._hash, waiting, pending))

    def _hash(self, waiting: WaitingMail, pending: HashPending) -> None:
        """Computes a hash in the other thread; the mail is next of its network then."""
        waiting.hashes[pending.task] = self._hasher.compute(pending.task)
        self._waiting_mails.put(waiting.network, waiting, first=True)
