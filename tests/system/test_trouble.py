"""Errors of disk, database and clock: 250 is sent only for completed work, and service goes on."""

import io
import smtplib
import sqlite3
import sys
from contextlib import closing, contextmanager, suppress
from datetime import timedelta

import psutil
import pytest
import structlog
from sqlalchemy.exc import DBAPIError

from commands.server.workers.clock_watcher import ClockWatcher
from commands.server.writer.batch_writer import Writer
from mail.reading.incoming import read_incoming_mail
from storage import open_database
from tests.support.server_process import Server
from tests.support.site import ADDRESS, NOON, PLAYERS, Site, simple_mail, text_of

TIMEOUT_SECONDS = 300
ALICE, BOB = (PLAYERS[name][1] for name in ("alice", "bob"))
GAME = [
    ("alice", "a1-c5"),
    ("bob", "e7-c3"),
    ("alice", "c1-g3"),
    ("bob", "g7-e3"),
    ("alice", "g1-e5"),
]
MOVE = f"knightpanic move 101 alice {PLAYERS['alice'][0]} a1-c5"


@pytest.fixture
def playing(site):
    """A server on which alice and bob have started a game."""
    site.sign_up("alice", "bob")
    site.begin("knightpanic challenge alice bob")
    site.limit(emails_per_address=5000)
    return site


def mail_of(number, line, body=""):
    return simple_mail(ALICE, line, body, Message_ID=f"<{number}@x>")


def answered_together(site, contents):
    """Returns for each mail, in one transaction if possible, True if it was accepted."""
    writer = Writer(site.database, site.mail_handler, lambda: None)
    futures = [
        writer.receive(read_incoming_mail(ALICE, (ADDRESS,), content)) for content in contents
    ]
    writer.start()
    outcomes = [future.exception(TIMEOUT_SECONDS) for future in futures]
    writer.stop()
    return [outcome is None for outcome in outcomes]


@contextmanager
def full(site, pages=0):
    """Leaves the database so many pages to grow; the limit holds for one connection alone."""
    engine = site.database.engine
    engine.dispose()
    with engine.connect() as connection:
        count = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count={count + pages}")
    yield
    engine.dispose()


@pytest.mark.parametrize("pages", [0, 6])
def test_a_full_disk_forgets_nothing_that_was_accepted(playing, pages):
    """SQLite rolls back the whole transaction; earlier mails in it are handled again."""
    contents = [mail_of(0, MOVE), *(mail_of(n, "list", "x" * 3000) for n in range(1, 40))]
    with full(playing, pages):
        accepted = answered_together(playing, contents)
    assert not all(accepted)
    again = [content for content, yes in zip(contents, accepted, strict=True) if not yes]
    assert all(answered_together(playing, again))
    mails = playing.mails()
    assert len(mails) == len(contents) + 1
    assert sum(mail["To"] == BOB for mail in mails) == 1
    assert all(answered_together(playing, contents))
    assert playing.mails() == []


def test_a_savepoint_in_which_all_was_lost_ends_the_unit_of_work(site):
    """Nothing more can be done in that transaction, and it doesn't count as committed."""

    def lose(work):
        with work.savepoint():
            work.connection.connection.dbapi_connection.rollback()
            raise ZeroDivisionError("the reason")

    def go_on():
        with site.database.work() as work:
            work.players.add("alice", "hash", [ALICE], NOON)
            with suppress(ZeroDivisionError):
                lose(work)
            with suppress(ZeroDivisionError), work.savepoint():
                work.players.add("bob", "hash", [BOB], NOON)

    with pytest.raises(ZeroDivisionError, match="the reason"):
        go_on()
    with site.database.work() as work:
        assert not work.players.find("alice")
        assert not work.players.find("bob")


def in_a_statement(work, cut):
    with work.savepoint():
        cut()
        work.players.find("alice")


def before_a_savepoint(work, cut):
    cut()
    with work.savepoint():
        pass


def at_the_end_of_a_savepoint(work, cut):
    with work.savepoint():
        cut()


def before_a_savepoint_is_rolled_back(work, cut):
    with work.savepoint():
        cut()
        raise ZeroDivisionError


@pytest.mark.parametrize("database_url", ["postgresql"], indirect=True)
@pytest.mark.parametrize(
    "lose",
    [
        in_a_statement,
        *(
            pytest.param(each, marks=pytest.mark.slow)
            for each in (
                before_a_savepoint,
                at_the_end_of_a_savepoint,
                before_a_savepoint_is_rolled_back,
            )
        ),
    ],
)
def test_a_lost_connection_ends_the_unit_of_work(database_url, lose):
    """Earlier statements don't count as committed; the next unit of work reconnects."""
    database, other = open_database(database_url), open_database(database_url)

    def go_on():
        with database.work() as work:
            work.players.add("alice", "hash", [ALICE], NOON)
            pid = work.connection.exec_driver_sql("SELECT pg_backend_pid()").scalar()
            with suppress(DBAPIError), other.work() as another:
                say = another.connection.exec_driver_sql
                lose(work, lambda: say(f"SELECT pg_terminate_backend({pid}, 5000)"))
            with suppress(DBAPIError), work.savepoint():
                work.players.add("bob", "hash", [BOB], NOON)

    with pytest.raises(DBAPIError):
        go_on()
    with database.work() as work:
        assert not work.players.find("alice")
        assert not work.players.find("bob")
    database.close()
    other.close()


def test_a_database_that_is_locked_for_long(tmp_path):
    """Mails fail after the timeout, and are taken once the database is free."""
    url = f"sqlite:///{tmp_path / 'pbm.db'}?timeout=0.05"
    site = Site(url)
    site.sign_up("alice", "bob")
    contents = [mail_of(0, "knightpanic challenge alice bob"), mail_of(1, MOVE)]
    with closing(sqlite3.connect(tmp_path / "pbm.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert answered_together(site, contents) == [False, False]
    assert answered_together(site, contents) == [True, True]
    assert len(site.mails()) == 4
    site.close()


def test_a_log_that_cannot_be_written(monkeypatch):
    """Its lines are lost, and the program goes on."""

    class Full(io.StringIO):
        def write(self, text):
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(sys, "stderr", Full())
    structlog.get_logger().info("mail in")
    structlog.get_logger().error("SMTP failed", exc_info=ValueError("x"))


def test_a_log_that_several_processes_write(monkeypatch):
    """A line is written with its end in one piece, so that another process's can't come between."""
    pieces = []

    class Shared(io.StringIO):
        def write(self, text):
            pieces.append(text)

    monkeypatch.setattr(sys, "stderr", Shared())
    structlog.get_logger().info("mail in")
    structlog.get_logger().info("mail out")
    assert [piece.endswith("\n") for piece in pieces] == [True, True]


ANSWERED_AND_ANNOUNCED = [1, 1, 0]


class TestAClockThatGoesBack:
    """The machine's clock was wrong, and is corrected."""

    @pytest.mark.parametrize("days", [1, 400])
    def test_mails_leave(self, playing, days):
        """Mails whose times are now in the future leave too."""
        clock_watcher = ClockWatcher(playing.database, playing.services, playing.mailer)
        clock_watcher.tick()
        playing.clock.forward(days=days)
        clock_watcher.tick()
        with playing.database.work() as work:
            playing.mail_handler.handle(
                work, read_incoming_mail(ALICE, (ADDRESS,), mail_of(1, MOVE))
            )
        playing.clock.forward(days=-days)
        assert playing.mails() == []
        clock_watcher.tick()
        assert {mail["To"] for mail in playing.mails()} == {ALICE, BOB}

    def test_a_game_goes_on(self, playing):
        """No unused time is charged, nobody forfeits, and all answers leave."""
        clock_watcher = ClockWatcher(playing.database, playing.services, playing.mailer)
        for number, (name, move) in enumerate(GAME):
            playing.clock.forward(days=2 if number % 2 else -3)
            clock_watcher.tick()
            line = f"knightpanic move 101 {name} {PLAYERS[name][0]} {move}"
            address = PLAYERS[name][1]
            mails = playing.mail(address, line, Message_ID=f"<{number}@x>")
            assert {mail["To"] for mail in mails} == {ALICE, BOB}
            assert playing.mail(address, line, Message_ID=f"<{number}@x>") == []
        assert "You won." in text_of(mails[0])
        with playing.database.work() as work:
            used = work.boards.find("knightpanic", 101).clock.used
        assert all(timedelta() <= each <= timedelta(days=4) for each in used)

    def test_answers_given_later_than_now_are_not_counted(self, playing):
        """Otherwise a sender would wait for as long as the clock was wrong."""
        playing.limit(emails_per_address=1)
        playing.clock.forward(days=400)
        assert [len(playing.mail(ALICE, "list")) for _ in range(3)] == ANSWERED_AND_ANNOUNCED
        playing.clock.forward(days=-400)
        assert [len(playing.mail(ALICE, "list")) for _ in range(3)] == ANSWERED_AND_ANNOUNCED


@pytest.mark.slow
def test_a_server_whose_files_cannot_grow(tmp_path):
    """The sender gets 451 meanwhile; later repeated mails are accepted, and all answers leave."""
    server = Server(tmp_path)
    with closing(server.start()):
        server.sign_up_and_challenge()
        process = psutil.Process(server.process.pid)
        content = mail_of(1, MOVE)
        size = (server.data / "pbm.db-wal").stat().st_size
        process.rlimit(psutil.RLIMIT_FSIZE, (size, -1))
        said = [refusal(server, mail_of(n, "list")) for n in range(2, 5)]
        said.append(refusal(server, content))
        assert {code for code, _ in said} == {451}
        assert not any(b"Traceback" in text for _, text in said)
        process.rlimit(psutil.RLIMIT_FSIZE, (-1, -1))
        for _ in range(2):
            server.deliver(ALICE, content)
        recipients = [mail["To"] for mail in server.expect(6)]
        assert recipients.count(BOB) == 3
        assert server.stop() == 0


def refusal(server, content):
    """Returns the code and text of its refusal."""
    with pytest.raises(smtplib.SMTPDataError) as raised:
        server.deliver(ALICE, content)
    return raised.value.smtp_code, raised.value.smtp_error
