"""The single writer: mails that arrive together share a transaction, each in its own savepoint."""

import math
import queue
import threading
from contextlib import contextmanager

import pytest

from commands.inbound.mail_handler import HandledMail
from commands.server.writer.batch_writer import Writer
from commands.server.writer.mail_batch import CHUNK, MAX_BATCH
from commands.system.metrics import MailOutcome
from mail.reading.incoming import read_incoming_mail
from mail.smtp.receiver_interface import Busy
from storage.sql.lock_keys import Conflict
from tests.support.waiting import wait_for

TIMEOUT_SECONDS = 60


class UnitOfWorkFactory:
    """Counts transactions, and records the mails that were committed."""

    def __init__(self):
        self.kept = []
        self.transactions = 0
        self.error = None

    @contextmanager
    def work(self, *, deferred_writes=False):
        work = UnitOfWork()
        yield work
        self.transactions += 1
        if self.error:
            raise self.error
        self.kept += work.done


class UnitOfWork:
    def __init__(self):
        self.done = []

    def lock_for(self, errors):
        pass

    @contextmanager
    def savepoint(self):
        before = list(self.done)
        try:
            yield
        except Exception:
            self.done = before
            raise


class MailHandler:
    """Adds each mail to the unit of work; fails on `bad` ones; waits if the test says so."""

    def __init__(self):
        self.at_work = queue.Queue()
        self.go_on = threading.Event()
        self.go_on.set()
        self.late = set()
        self.prefetched = []

    def prefetch(self, work, mails):
        self.prefetched.append([mail.content for mail in mails])
        if any(mail.content == b"unexpected" for mail in mails):
            raise LookupError
        return [None] * len(mails)

    def handle(self, work, mail, identity=None):
        content = mail.content
        self.at_work.put(content)
        assert self.go_on.wait(TIMEOUT_SECONDS)
        work.done.append(content)
        if content.startswith(b"bad"):
            raise ValueError(content)
        if content in self.late:
            self.late.discard(content)
            raise Conflict(content)
        return HandledMail(mail.sender, "", len(content), "done", MailOutcome.ANSWERED)

    def keep(self, work, mail, error, reference):
        """Keeps no failed mails, as if there were too many."""


class RunningWriter:
    def __init__(self):
        self.store, self.mail_handler, self.woken = UnitOfWorkFactory(), MailHandler(), []
        self.writer = Writer(self.store, self.mail_handler, lambda: self.woken.append(1))
        self.writer.start()

    def receive(self, content):
        return self.writer.receive(read_incoming_mail("a@b.c", ("pbm@x",), content))

    def together(self, *contents):
        """Returns the futures of mails that arrive while the writer is busy with another."""
        self.mail_handler.go_on.clear()
        first = self.receive(b"first")
        self.mail_handler.at_work.get(timeout=TIMEOUT_SECONDS)
        futures = [self.receive(content) for content in contents]
        self.mail_handler.go_on.set()
        first.exception(TIMEOUT_SECONDS)
        return futures


@pytest.fixture
def running(monkeypatch):
    """A writer whose transactions end for no lack of time."""
    monkeypatch.setattr("commands.server.writer.mail_batch.MAX_BATCH_SECONDS", math.inf)
    monkeypatch.setattr("commands.server.writer.mail_batch.CHEAP_SECONDS", math.inf)
    made = RunningWriter()
    yield made
    made.mail_handler.go_on.set()
    made.writer.stop()


def outcomes(futures):
    return [type(future.exception(TIMEOUT_SECONDS)) for future in futures]


NONE = type(None)


def test_mails_that_arrive_together_share_a_transaction(running):
    """The mails are handled in the order in which they came."""
    futures = running.together(b"1", b"2", b"3")
    assert outcomes(futures) == [NONE] * 3
    assert running.store.kept == [b"first", b"1", b"2", b"3"]
    assert running.store.transactions == 2


def test_a_mail_is_done_when_it_is_kept(running):
    """The future is done after the commit, and then delivery is woken."""
    running.receive(b"1").result(TIMEOUT_SECONDS)
    assert running.store.kept == [b"1"]
    running.receive(b"2").result(TIMEOUT_SECONDS)
    assert running.woken


def test_a_bad_mail_breaks_only_itself(running):
    """A failing mail has its own error, and leaves nothing behind."""
    futures = running.together(b"1", b"bad", b"2", b"bad too")
    assert outcomes(futures) == [NONE, ValueError, NONE, ValueError]
    assert futures[1].exception().args == (b"bad",)
    assert running.store.kept == [b"first", b"1", b"2"]


def test_a_failing_commit_fails_all(running):
    """A failed commit saved nothing, so all senders must try again; the next mails are taken."""
    running.store.error = OSError("disk full")
    futures = running.together(b"1", b"bad", b"2")
    assert outcomes(futures) == [OSError] * 3
    assert running.store.kept == []
    running.store.error = None
    running.receive(b"3").result(TIMEOUT_SECONDS)
    assert running.store.kept == [b"3"]


def test_a_mail_that_others_came_before_is_tried_again(running):
    """A mail with a conflict is tried once more, alone, before its sender must send it again."""
    running.mail_handler.late = {b"2"}
    futures = running.together(b"1", b"2", b"3")
    assert outcomes(futures) == [NONE] * 3
    assert running.store.kept == [b"first", b"1", b"3", b"2"]


def test_a_transaction_takes_no_longer_than_others_can_wait(running, monkeypatch):
    """The rest of a batch whose time is over goes into another transaction."""
    monkeypatch.setattr("commands.server.writer.mail_batch.MAX_BATCH_SECONDS", 0)
    futures = running.together(b"1", b"2", b"3")
    assert outcomes(futures) == [NONE] * 3
    assert running.store.kept == [b"first", b"1", b"2", b"3"]
    assert running.store.transactions == 4


def test_a_transaction_has_its_limit(running):
    """More mails than a batch holds take several transactions."""
    futures = running.together(*[b"x"] * (MAX_BATCH + 1))
    assert outcomes(futures) == [NONE] * (MAX_BATCH + 1)
    assert running.store.transactions == 3


def test_stopping_finishes_what_has_arrived(running):
    """All mails that came before the stop are handled, in one batch or several."""
    futures = running.together(*[b"x"] * (MAX_BATCH + 5))
    running.writer.stop()
    assert outcomes(futures) == [NONE] * (MAX_BATCH + 5)
    assert len(running.store.kept) == MAX_BATCH + 6


def test_delivery_errors_stop_no_mails(running):
    """Mails are taken even if delivery can't be woken."""

    def fail():
        raise OSError("no more processes")

    running.writer.workers[0].on_commit = fail
    running.receive(b"1").result(TIMEOUT_SECONDS)
    running.receive(b"2").result(TIMEOUT_SECONDS)
    assert running.store.kept == [b"1", b"2"]


def test_nobody_waiting_stops_no_mails(running):
    """A cancelled future doesn't cancel its mail."""
    running.mail_handler.go_on.clear()
    first = running.receive(b"1")
    assert not first.cancel()
    running.mail_handler.go_on.set()
    running.receive(b"2").result(TIMEOUT_SECONDS)
    assert running.store.kept == [b"1", b"2"]


def test_the_backlog_is_bounded(running, monkeypatch):
    """The backlog is bounded in mails and bytes; mails above it are refused until it shrinks."""
    monkeypatch.setattr("commands.server.writer.backlog.MAX_MAILS", 3)
    monkeypatch.setattr("commands.server.writer.backlog.MAX_BYTES", 20)
    running.mail_handler.go_on.clear()
    futures = [running.receive(b"x" * 10), running.receive(b"x")]
    with pytest.raises(Busy):
        running.receive(b"x" * 10)
    futures.append(running.receive(b"x"))
    with pytest.raises(Busy):
        running.receive(b"x")
    running.mail_handler.go_on.set()
    assert outcomes(futures) == [NONE] * 3
    wait_for(lambda: not running.writer.mails_waiting)
    running.receive(b"x" * 20).result(TIMEOUT_SECONDS)


def test_mails_are_read_for_in_chunks(running):
    """They are read for before the first of them is handled; a single one isn't."""
    mails = [str(number).encode() for number in range(CHUNK + 2)]
    assert outcomes(running.together(*mails)) == [NONE] * len(mails)
    assert running.mail_handler.prefetched == [mails[:CHUNK], mails[CHUNK:]]


def test_reading_ahead_may_fail(running):
    """When it fails, each mail of the batch is handled alone, without it."""
    futures = running.together(b"1", b"unexpected", b"2")
    assert outcomes(futures) == [NONE] * 3
    assert running.store.kept == [b"first", b"1", b"unexpected", b"2"]
    assert running.store.transactions == 4


def test_mails_after_a_costly_one_wait_for_another_transaction(running, monkeypatch):
    """The others of a chunk wait again, in their order, once a mail of their network was costly."""
    monkeypatch.setattr("commands.server.writer.mail_batch.CHEAP_SECONDS", -1)
    futures = running.together(b"1", b"2", b"3")
    assert outcomes(futures) == [NONE] * 3
    assert running.store.kept == [b"first", b"1", b"2", b"3"]
    assert running.store.transactions == 4
