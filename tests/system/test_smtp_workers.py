"""Several SMTP processes of one server, at one port."""

import os
import signal
import socket
from collections import Counter
from contextlib import ExitStack, closing

import pytest

from tests.support.server_process import ended
from tests.support.waiting import TIMEOUT_SECONDS, wait_for

pytestmark = pytest.mark.slow  # processes are started and replaced


@pytest.fixture
def server(servers):
    """A server with three SMTP processes, which have all begun to listen."""
    made = servers(smtp_workers=3, max_connections=15, max_connections_per_address=10)
    wait_for(lambda: made.times_opened() == 3, "three processes that listen")
    return made


@pytest.fixture
def connect(server):
    """Connects to the server from an address of loopback; connections stay open."""
    with ExitStack() as stack:

        def made(source="127.0.0.1"):
            address = ("127.0.0.1", server.port)
            options = {"timeout": TIMEOUT_SECONDS, "source_address": (source, 0)}
            return stack.enter_context(closing(socket.create_connection(address, **options)))

        yield made


def smtp_processes(server):
    return [each for each in server.processes() if each.name().startswith("pbm smtp")]


def test_limits_hold_for_all_of_them_together(connect):
    """An address, and all addresses, get as many connections as of a single process."""
    assert answers(connect, 12, "127.0.0.1") == {b"220": 10, b"421": 2}
    assert answers(connect, 8, "127.0.0.2") == {b"220": 5, b"421": 3}


def answers(connect, number, source):
    """Returns how often each code came; who is refused counts as connected until the end."""
    found = Counter()
    for _ in range(number):
        connection = connect(source)
        code = connection.recv(3)
        found[code] += 1
        while code == b"421" and connection.recv(1000):
            pass
    return found


def test_clients_that_wait_when_processes_die(server, connect):
    """Those in the queue of the socket are served by the next processes, at the same port.

    The connections that died with a process aren't counted any more.
    """
    for _ in range(10):
        assert connect().recv(3) == b"220"
    killed = smtp_processes(server)
    for each in killed:
        os.kill(each.pid, signal.SIGSTOP)
    waiting = [connect() for _ in range(5)]
    for each in killed:
        each.kill()
    wait_for(lambda: all(map(ended, killed)))
    assert [each.recv(3) for each in waiting] == [b"220"] * 5
    log = server.log()
    assert [log.count(f"'{name} process died'") for name in ("smtp", "smtp-2", "smtp-3")] == [1] * 3
    assert server.stop() == 0


def test_one_that_is_left_takes_all_mail(server):
    """While the others hang, mails are taken, each acts once, and all end in time."""
    for each in smtp_processes(server)[1:]:
        os.kill(each.pid, signal.SIGSTOP)
    server.sign_up_and_challenge()
    server.move("alice", "a1-c5#1")
    server.expect(6)
    for each in smtp_processes(server):
        os.kill(each.pid, signal.SIGCONT)
    assert server.stop() == 0
    assert "Traceback" not in server.log()
