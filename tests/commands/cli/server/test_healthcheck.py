"""`pbm healthcheck` asks a running server if it works."""

import socket
import threading
from contextlib import contextmanager, suppress

import pytest

from commands.server.app.opening import open_app
from commands.server.membership import Membership
from commands.settings import read_settings
from tests.support.cases import cases
from tests.support.waiting import TIMEOUT_SECONDS

NO_ANSWER = "SMTP: no answer (Connection refused)\n"


@contextmanager
def listener(*answers, family=socket.AF_INET, address=("127.0.0.1", 0)):
    """A server that gives each client one of these answers; yields its port and what it is sent."""
    received = []
    with socket.socket(family) as server:
        server.bind(address)
        server.listen()

        def serve():
            for answer in answers:
                client, _ = server.accept()
                with client, suppress(ConnectionError):
                    client.settimeout(TIMEOUT_SECONDS)
                    if answer.startswith(b"HTTP"):
                        received.append(client.recv(4096))
                    client.sendall(answer)
                    client.shutdown(socket.SHUT_WR)
                    while found := client.recv(4096):
                        received.append(found)

        thread = threading.Thread(target=serve)
        thread.start()
        yield server.getsockname()[1], received
        thread.join(TIMEOUT_SECONDS)


@cases(
    ("greeting", "status", "told"),
    [
        (b"220 ready\r\n", 0, "SMTP: works"),
        (b"421 too many connections\r\n", 0, "SMTP: works"),
        (b"554 not for you\r\n", 1, 'SMTP: unexpected greeting "554 not for you"'),
    ],
)
def test_it_is_greeted(greeting, status, told, shell, monkeypatch):
    """A server that is too busy for a client works; one that refuses or isn't there doesn't."""
    monkeypatch.setenv("PBM_SMTP_HOST", "0.0.0.0")
    with listener(greeting) as (port, _):
        monkeypatch.setenv("PBM_SMTP_PORT", str(port))
        assert shell("healthcheck") == (status, f"{told}\n", "")
    assert shell("healthcheck") == (1, NO_ANSWER, "")


def test_it_asks_all_listeners(shell, monkeypatch, tmp_path):
    """By SMTP with a PROXY header where that is expected, by LMTP on a socket, and /livez."""
    path, hangs = str(tmp_path / "lmtp"), b"HTTP/1.0 503 -\r\n\r\nserver: the writer has ended\n"
    monkeypatch.setenv("PBM_PROXY_PROTOCOL", "true")
    monkeypatch.setenv("PBM_LMTP", f"unix:{path}")
    with (
        listener(b"220 ready\r\n") as (smtp, sent),
        listener(b"220 ready\r\n", family=socket.AF_UNIX, address=path),
        listener(hangs) as (http, asked),
    ):
        monkeypatch.setenv("PBM_SMTP_PORT", str(smtp))
        monkeypatch.setenv("PBM_METRICS", f"127.0.0.1:{http}")
        status, out, _ = shell("healthcheck")
    assert status == 1
    assert out == "SMTP: works\nLMTP: works\nserver: server: the writer has ended\n"
    assert b"".join(sent) == b"PROXY UNKNOWN\r\nQUIT\r\n"
    assert asked[0].startswith(b"GET /livez ")


@cases("free", [{}, {"METRICS": "127.0.0.1:0"}, {"LMTP": "127.0.0.1:0"}])
def test_where_nothing_can_be_asked_it_says_so(shell, monkeypatch, free):
    """That is wrong usage, not a server that doesn't work; nobody else knows a free port."""
    monkeypatch.setenv("PBM_SMTP_PORT", "off")
    for name, place in free.items():
        monkeypatch.setenv(f"PBM_{name}", place)
    status, _, err = shell("healthcheck")
    assert (status, err.partition(".")[0]) == (2, "There is nothing to check")


@pytest.mark.slow
def test_a_server_that_runs_works(servers, shell, monkeypatch, tmp_path):
    """By LMTP, until it stops."""
    lmtp = f"unix:{tmp_path / 'lmtp'}"
    server = servers(lmtp=lmtp)
    monkeypatch.setenv("PBM_SMTP_PORT", "off")
    monkeypatch.setenv("PBM_LMTP", lmtp)
    assert shell("healthcheck") == (0, "LMTP: works\n", "")
    assert server.stop() == 0
    assert shell("healthcheck")[0] == 1


def test_a_drained_server_works(shell, monkeypatch, new_databases):
    """It greets nobody, as an admin wants: a restart wouldn't help."""
    (url,) = new_databases(1)
    monkeypatch.setenv("PBM_DATABASE", url)
    monkeypatch.setenv("PBM_SMTP_PORT", "1")
    monkeypatch.setenv("PBM_NODE", "web1")
    assert shell("healthcheck")[0] == 1
    with open_app(read_settings()) as app:
        node = Membership(app, "place", [])
        node.enter()
        assert shell("healthcheck")[0] == 1
        assert shell("admin", "node", "drain", "web1")[0] == 0
        assert shell("healthcheck")[:2] == (
            0,
            f"{NO_ANSWER}The server isn't accepting new work: an admin has drained this node.\n",
        )
        node.leave()
        assert shell("healthcheck")[0] == 1


def test_only_the_roles_of_a_server_are_asked_for(shell, monkeypatch):
    """A server that takes no mail by SMTP greets nobody there."""
    monkeypatch.setenv("PBM_SMTP_PORT", "1")
    monkeypatch.setenv("PBM_ROLES", "delivery,clocks")
    assert "There is nothing to check" in shell("healthcheck")[2]
