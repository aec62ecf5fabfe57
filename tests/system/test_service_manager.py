"""`pbm serve` under a service manager such as systemd, of which a socket takes the place."""

import fcntl
import os
import queue
import signal
import smtplib
import socket
import sqlite3
import threading
from contextlib import closing, contextmanager, suppress

import psutil
import pytest

from tests.support.server_process import Server, ended
from tests.support.stuck_program import HANG_SECONDS, LOCK_FILE
from tests.support.waiting import TIMEOUT_SECONDS, wait_for

WATCHDOG_SECONDS = 4
OPENING = [
    "STATUS=Opening the database, and upgrading it if necessary.",
    "EXTEND_TIMEOUT_USEC=3600000000",
]
VARIABLES = ("NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID")

MAX_LINES = 500


class Messages:
    """The messages that come through a socket; few fit it, so they are read as they come."""

    def __init__(self, address):
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(address.replace("@", "\0", 1))
        self._lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        while content := self._socket.recv(4096):
            for line in content.decode().splitlines():
                self._lines.put(line)

    def next(self, seconds=TIMEOUT_SECONDS):
        """The next line; empty if none comes in time."""
        try:
            return self._lines.get(timeout=seconds)
        except queue.Empty:
            return ""

    def wait_for(self, start):
        """The lines up to the first one that starts so."""
        lines = []
        while not lines or not lines[-1].startswith(start):
            lines.append(self.next())
            assert lines[-1], f"no {start} after {lines}"
            assert len(lines) < MAX_LINES, f"no {start} among {lines}"
        return lines

    def close(self):
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()


@pytest.fixture
def manage(monkeypatch):
    """Makes a service manager listen at an address, for servers that are started then."""
    made = []

    def make(address):
        made.append(Messages(address))
        monkeypatch.setenv("NOTIFY_SOCKET", address)
        monkeypatch.setenv("WATCHDOG_USEC", str(WATCHDOG_SECONDS * 10**6))
        return made[-1]

    yield make
    for each in made:
        each.close()


def named(server, name):
    """Returns the process with this name, if there is one now."""
    found = (each for each in server.processes() if each.name() == name)
    with suppress(psutil.NoSuchProcess):  # one has ended since it was listed
        return next(found, None)


def replaced_fork_server(server):
    """Kills the fork server; returns the next one, which is a program that the server starts.

    The first, and its processes, show the environment with which the server was started.
    """
    old = named(server, "pbm fork server")
    old.kill()
    named(server, "pbm delivery").kill()  # so that one is needed
    found = lambda: (new := named(server, "pbm fork server")) and new.pid != old.pid and new  # noqa: E731
    return wait_for(found, "another fork server")


@pytest.mark.slow
def test_it_tells_that_it_starts_works_and_stops(servers, manage):
    """READY comes once mail is taken; then its state and heartbeats; and STOPPING."""
    messages = manage(f"@pbm-{os.getpid()}")
    server = servers()
    before = messages.wait_for("READY=1")
    assert before == [*OPENING, "READY=1"]
    server.send("alice", "signup alice PASSWORD")  # it is taken at once
    messages.wait_for("STATUS=0 emails to send; all processes are running.")
    messages.wait_for("WATCHDOG=1")
    assert not set(VARIABLES) & replaced_fork_server(server).environ().keys()
    assert server.stop() == 0
    assert "STOPPING=1" in messages.wait_for("STATUS=Stopping")


@pytest.mark.slow
def test_it_isnt_ready_while_it_cant_listen(manage, tmp_path):
    """With its port taken it ends with a sentence that names it, and was never ready."""
    messages = manage(str(tmp_path / "notify"))
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        server = Server(tmp_path, smtp_port=port)
        server.launch()
        assert server.process.wait(TIMEOUT_SECONDS) == 2
    assert f"pbm can't listen on 127.0.0.1 (port {port})" in server.log()
    assert "Traceback" not in server.log()
    assert list(iter(lambda: messages.next(0.1), "")) == OPENING


@contextmanager
def stuck_writer(server):
    """Lets the writer of this stuck_program wait meanwhile."""
    with (server.folder / LOCK_FILE).open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@pytest.mark.slow
def test_a_stuck_writer_gives_no_sign_of_life(servers, manage, tmp_path):
    """The main loop goes on, but the watchdog would bite; and not once the writer goes on."""
    messages = manage(str(tmp_path / "notify"))
    server = servers(program="tests.support.stuck_program", hang_seconds=HANG_SECONDS)
    messages.wait_for("STATUS=0 emails")
    sending = threading.Thread(target=server.send, args=("alice", "signup alice PASSWORD"))
    with stuck_writer(server):
        sending.start()
        (*_, hanging) = messages.wait_for("STATUS=The server isn't responding: emails are waiting")
        assert "has stored none for" in hanging
        for _ in range(3 * WATCHDOG_SECONDS):
            assert messages.next().startswith("STATUS=The server isn't responding")
    messages.wait_for("WATCHDOG=1")
    sending.join(TIMEOUT_SECONDS)
    server.expect(1)
    assert server.stop() == 0
    assert server.log().count("event='the server is not responding'") == 1


@pytest.mark.slow
def test_a_database_that_is_busy_for_long_is_no_reason(servers, manage, tmp_path):
    """Each mail is refused for now, and the server goes on sending heartbeats."""
    messages = manage(str(tmp_path / "notify"))
    database = f"sqlite:///{tmp_path / 'pbm-data' / 'pbm.db'}?timeout=0.5"
    server = servers(program="tests.support.stuck_program", database=database)
    messages.wait_for("WATCHDOG=1")
    with closing(sqlite3.connect(server.data / "pbm.db")) as other:
        other.execute("BEGIN IMMEDIATE")
        sending = threading.Thread(target=refused_mails, args=(server, 3 * HANG_SECONDS))
        sending.start()
        while sending.is_alive():
            assert messages.next().startswith(("WATCHDOG=1", "STATUS=0 emails"))
    server.send("alice", "signup alice PASSWORD")
    server.expect(1)
    assert server.stop() == 0


def refused_mails(server, count):
    """Sends mails that are refused, each after half a second or more."""
    for _ in range(count):
        with pytest.raises(smtplib.SMTPDataError, match="451"):
            server.send("alice", "signup alice PASSWORD")


@pytest.mark.slow
def test_the_watchdogs_signal_shows_where_the_server_was(servers):
    """SIGABRT, which systemd sends, ends all processes; the log tells what each thread did."""
    server = servers()
    children = server.processes()
    os.kill(server.process.pid, signal.SIGABRT)
    assert server.process.wait(TIMEOUT_SECONDS) == -signal.SIGABRT
    wait_for(lambda: all(map(ended, children)), "the children's end")
    assert "batch_worker.py" in server.log()
