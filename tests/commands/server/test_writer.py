"""The one writer: letters that arrive together are one transaction, and stand each on its own."""

import queue
import threading
from contextlib import contextmanager

import pytest

from commands.inbound.mail_handler import HandledMail
from commands.server.writer import MAX_BATCH, Writer
from mail.reading.incoming import read_incoming_mail
from mail.smtp.receiver import Busy
from storage.boards.boards import Conflict
from tests.support.smtp_sink import wait_for

PATIENCE_SECONDS = 10


class Store:
    """Counts transactions, and remembers the letters that were kept."""

    def __init__(self):
        self.kept = []
        self.works = 0
        self.error = None

    @contextmanager
    def work(self):
        work = Work()
        yield work
        self.works += 1
        if self.error:
            raise self.error
        self.kept += work.done


class Work:
    def __init__(self):
        self.done = []

    @contextmanager
    def savepoint(self):
        before = list(self.done)
        try:
            yield
        except Exception:
            self.done = before
            raise


class Office:
    """Notes each letter in the work; stumbles over `bad` ones; waits where it is told to."""

    def __init__(self):
        self.at_work = queue.Queue()
        self.go_on = threading.Event()
        self.go_on.set()
        self.late = set()

    def handle(self, work, mail):
        content = mail.content
        self.at_work.put(content)
        assert self.go_on.wait(PATIENCE_SECONDS)
        work.done.append(content)
        if content.startswith(b"bad"):
            raise ValueError(content)
        if content in self.late:
            self.late.discard(content)
            raise Conflict(content)
        return HandledMail(mail.sender, "", len(content), "done")


class Desk:
    def __init__(self):
        self.store, self.mail_handler, self.woken = Store(), Office(), []
        self.writer = Writer(self.store, self.mail_handler, lambda: self.woken.append(1))
        self.writer.start()

    def receive(self, content):
        return self.writer.receive(read_incoming_mail("a@b.c", ("pbm@x",), content))

    def together(self, *contents):
        """The futures of letters that arrive while the writer is busy with another."""
        self.mail_handler.go_on.clear()
        first = self.receive(b"first")
        self.mail_handler.at_work.get(timeout=PATIENCE_SECONDS)
        futures = [self.receive(content) for content in contents]
        self.mail_handler.go_on.set()
        first.exception(PATIENCE_SECONDS)
        return futures


@pytest.fixture
def running():
    made = Desk()
    yield made
    made.mail_handler.go_on.set()
    made.writer.stop()


def outcomes(futures):
    return [type(future.exception(PATIENCE_SECONDS)) for future in futures]


NONE = type(None)


def test_letters_that_arrive_together_share_a_transaction(running):
    """In the order in which they came."""
    futures = running.together(b"1", b"2", b"3")
    assert outcomes(futures) == [NONE] * 3
    assert running.store.kept == [b"first", b"1", b"2", b"3"]
    assert running.store.works == 2


def test_a_letter_is_done_when_it_is_kept(running):
    """Not before the transaction is committed, and then delivery is woken."""
    running.receive(b"1").result(PATIENCE_SECONDS)
    assert running.store.kept == [b"1"]
    running.receive(b"2").result(PATIENCE_SECONDS)
    assert running.woken


def test_a_bad_letter_breaks_only_itself(running):
    """It fails with its own error, and leaves nothing behind."""
    futures = running.together(b"1", b"bad", b"2", b"bad too")
    assert outcomes(futures) == [NONE, ValueError, NONE, ValueError]
    assert futures[1].exception().args == (b"bad",)
    assert running.store.kept == [b"first", b"1", b"2"]


def test_a_failing_commit_fails_all(running):
    """Nothing was kept, so all must come again; the next letters are taken."""
    running.store.error = OSError("disk full")
    futures = running.together(b"1", b"bad", b"2")
    assert outcomes(futures) == [OSError] * 3
    assert running.store.kept == []
    running.store.error = None
    running.receive(b"3").result(PATIENCE_SECONDS)
    assert running.store.kept == [b"3"]


def test_a_letter_that_others_came_before_is_tried_again(running):
    """Once, alone, before its sender is asked to send it again."""
    running.mail_handler.late = {b"2"}
    futures = running.together(b"1", b"2", b"3")
    assert outcomes(futures) == [NONE] * 3
    assert running.store.kept == [b"first", b"1", b"3", b"2"]


def test_a_transaction_takes_no_longer_than_others_can_wait(running, monkeypatch):
    """When its time is over, the rest of the batch goes into another."""
    monkeypatch.setattr("commands.server.writer.MAX_BATCH_SECONDS", 0)
    futures = running.together(b"1", b"2", b"3")
    assert outcomes(futures) == [NONE] * 3
    assert running.store.kept == [b"first", b"1", b"2", b"3"]
    assert running.store.works == 4


def test_a_transaction_has_its_limit(running):
    """More letters than a batch holds take several."""
    futures = running.together(*[b"x"] * (MAX_BATCH + 1))
    assert outcomes(futures) == [NONE] * (MAX_BATCH + 1)
    assert running.store.works == 3


def test_stopping_finishes_what_has_arrived(running):
    """All letters that came before are acted upon, be they one batch or several."""
    futures = running.together(*[b"x"] * (MAX_BATCH + 5))
    running.writer.stop()
    assert outcomes(futures) == [NONE] * (MAX_BATCH + 5)
    assert len(running.store.kept) == MAX_BATCH + 6
    assert not running.writer._thread.is_alive()


def test_trouble_with_delivery_stops_no_letters(running):
    """When the delivery can't be woken, letters are taken all the same."""

    def fail():
        raise OSError("no more processes")

    running.writer._on_commit = fail
    running.receive(b"1").result(PATIENCE_SECONDS)
    running.receive(b"2").result(PATIENCE_SECONDS)
    assert running.store.kept == [b"1", b"2"]


def test_nobody_waiting_stops_no_letters(running):
    """A letter can't be called back once it has come."""
    running.mail_handler.go_on.clear()
    first = running.receive(b"1")
    assert not first.cancel()
    running.mail_handler.go_on.set()
    running.receive(b"2").result(PATIENCE_SECONDS)
    assert running.store.kept == [b"1", b"2"]


def test_what_waits_has_its_limits(running, monkeypatch):
    """In letters and in bytes; then others are refused, and later there is room again."""
    monkeypatch.setattr("commands.server.backlog.MAX_MAILS", 3)
    monkeypatch.setattr("commands.server.backlog.MAX_BYTES", 20)
    running.mail_handler.go_on.clear()
    futures = [running.receive(b"x" * 10), running.receive(b"x")]
    with pytest.raises(Busy):
        running.receive(b"x" * 10)
    futures.append(running.receive(b"x"))
    with pytest.raises(Busy):
        running.receive(b"x")
    running.mail_handler.go_on.set()
    assert outcomes(futures) == [NONE] * 3
    wait_for(lambda: not running.writer._backlog._bytes)
    running.receive(b"x" * 20).result(PATIENCE_SECONDS)
