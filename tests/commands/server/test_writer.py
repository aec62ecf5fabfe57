"""The one writer: letters that arrive together are one transaction, and stand each on its own."""

import queue
import threading
from contextlib import contextmanager

import pytest

from commands.inbound.mail_handler import Handled
from commands.server.writer import LARGEST_BATCH, Writer
from mail.reading.incoming import read_incoming
from mail.smtp import Busy
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
    def part(self):
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
        return Handled(mail.sender, "", len(content), "done")


class Desk:
    def __init__(self):
        self.store, self.office, self.woken = Store(), Office(), []
        self.writer = Writer(self.store, self.office, lambda: self.woken.append(1))
        self.writer.start()

    def receive(self, content):
        return self.writer.receive(read_incoming("a@b.c", ("pbm@x",), content))

    def together(self, *contents):
        """The futures of letters that arrive while the writer is busy with another."""
        self.office.go_on.clear()
        first = self.receive(b"first")
        self.office.at_work.get(timeout=PATIENCE_SECONDS)
        futures = [self.receive(content) for content in contents]
        self.office.go_on.set()
        first.exception(PATIENCE_SECONDS)
        return futures


@pytest.fixture
def desk():
    made = Desk()
    yield made
    made.office.go_on.set()
    made.writer.stop()


def outcomes(futures):
    return [type(future.exception(PATIENCE_SECONDS)) for future in futures]


NONE = type(None)


def test_letters_that_arrive_together_share_a_transaction(desk):
    """In the order in which they came."""
    futures = desk.together(b"1", b"2", b"3")
    assert outcomes(futures) == [NONE] * 3
    assert desk.store.kept == [b"first", b"1", b"2", b"3"]
    assert desk.store.works == 2


def test_a_letter_is_done_when_it_is_kept(desk):
    """Not before the transaction is committed, and then delivery is woken."""
    desk.receive(b"1").result(PATIENCE_SECONDS)
    assert desk.store.kept == [b"1"]
    desk.receive(b"2").result(PATIENCE_SECONDS)
    assert desk.woken


def test_a_bad_letter_breaks_only_itself(desk):
    """It fails with its own error, and leaves nothing behind."""
    futures = desk.together(b"1", b"bad", b"2", b"bad too")
    assert outcomes(futures) == [NONE, ValueError, NONE, ValueError]
    assert futures[1].exception().args == (b"bad",)
    assert desk.store.kept == [b"first", b"1", b"2"]


def test_a_failing_commit_fails_all(desk):
    """Nothing was kept, so all must come again; the next letters are taken."""
    desk.store.error = OSError("disk full")
    futures = desk.together(b"1", b"bad", b"2")
    assert outcomes(futures) == [OSError] * 3
    assert desk.store.kept == []
    desk.store.error = None
    desk.receive(b"3").result(PATIENCE_SECONDS)
    assert desk.store.kept == [b"3"]


def test_a_letter_that_others_came_before_is_tried_again(desk):
    """Once, alone, before its sender is asked to send it again."""
    desk.office.late = {b"2"}
    futures = desk.together(b"1", b"2", b"3")
    assert outcomes(futures) == [NONE] * 3
    assert desk.store.kept == [b"first", b"1", b"3", b"2"]


def test_a_transaction_takes_no_longer_than_others_can_wait(desk, monkeypatch):
    """When its time is over, the rest of the batch goes into another."""
    monkeypatch.setattr("commands.server.writer.LONGEST_BATCH_SECONDS", 0)
    futures = desk.together(b"1", b"2", b"3")
    assert outcomes(futures) == [NONE] * 3
    assert desk.store.kept == [b"first", b"1", b"2", b"3"]
    assert desk.store.works == 4


def test_a_transaction_has_its_limit(desk):
    """More letters than a batch holds take several."""
    futures = desk.together(*[b"x"] * (LARGEST_BATCH + 1))
    assert outcomes(futures) == [NONE] * (LARGEST_BATCH + 1)
    assert desk.store.works == 3


def test_stopping_finishes_what_has_arrived(desk):
    """All letters that came before are acted upon, be they one batch or several."""
    futures = desk.together(*[b"x"] * (LARGEST_BATCH + 5))
    desk.writer.stop()
    assert outcomes(futures) == [NONE] * (LARGEST_BATCH + 5)
    assert len(desk.store.kept) == LARGEST_BATCH + 6
    assert not desk.writer._thread.is_alive()


def test_trouble_with_delivery_stops_no_letters(desk):
    """When the delivery can't be woken, letters are taken all the same."""

    def fail():
        raise OSError("no more processes")

    desk.writer._on_commit = fail
    desk.receive(b"1").result(PATIENCE_SECONDS)
    desk.receive(b"2").result(PATIENCE_SECONDS)
    assert desk.store.kept == [b"1", b"2"]


def test_nobody_waiting_stops_no_letters(desk):
    """A letter can't be called back once it has come."""
    desk.office.go_on.clear()
    first = desk.receive(b"1")
    assert not first.cancel()
    desk.office.go_on.set()
    desk.receive(b"2").result(PATIENCE_SECONDS)
    assert desk.store.kept == [b"1", b"2"]


def test_what_waits_has_its_limits(desk, monkeypatch):
    """In letters and in bytes; then others are refused, and later there is room again."""
    monkeypatch.setattr("commands.server.backlog.MOST_LETTERS", 3)
    monkeypatch.setattr("commands.server.backlog.MOST_BYTES", 20)
    desk.office.go_on.clear()
    futures = [desk.receive(b"x" * 10), desk.receive(b"x")]
    with pytest.raises(Busy):
        desk.receive(b"x" * 10)
    futures.append(desk.receive(b"x"))
    with pytest.raises(Busy):
        desk.receive(b"x")
    desk.office.go_on.set()
    assert outcomes(futures) == [NONE] * 3
    wait_for(lambda: not desk.writer._room._bytes)
    desk.receive(b"x" * 20).result(PATIENCE_SECONDS)
