"""The HTTP server has limits: on connections, on the size of a request, and on its time."""

import http.client
import socket
import threading
from contextlib import ExitStack, suppress

import pytest

from commands.server import http_server
from commands.server.http_server import MAX_BYTES, MAX_CONNECTIONS, LimitedServer
from mail.smtp.listen_addresses import TcpPort
from tests.support.waiting import TIMEOUT_SECONDS


def hello(_environ, start):
    start("200 OK", [("Content-Type", "text/plain")])
    return [b"hello\n"]


@pytest.fixture
def server(monkeypatch):
    """A server whose clients may take their time."""
    monkeypatch.setattr(http_server, "MAX_SECONDS", 3600)
    made = LimitedServer(TcpPort("127.0.0.1", 0), hello)
    thread = threading.Thread(target=made.serve_forever, args=(0.01,))
    thread.start()
    yield made
    made.shutdown()
    thread.join()
    made.socket.close()


def connect(server, content=b""):
    made = socket.create_connection(("127.0.0.1", server.server_port), TIMEOUT_SECONDS)
    made.sendall(content)
    return made


def answer(server):
    """Returns the answer to a request; nothing if the connection was closed."""
    client = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=TIMEOUT_SECONDS)
    try:
        client.request("GET", "/")
        return client.getresponse().read()
    except (http.client.HTTPException, ConnectionError):
        return b""
    finally:
        client.close()


def test_a_slow_client_has_its_time(server, monkeypatch):
    """A request that isn't complete by then is dropped, however much of it keeps coming."""
    with connect(server, b"GET / HT"):
        assert answer(server) == b"hello\n"
        monkeypatch.setattr(http_server, "MAX_SECONDS", 0.2)
        with connect(server, b"GET / HT") as slow:
            assert slow.recv(100) == b""


def test_a_large_request_is_dropped(server):
    """It isn't read to its end."""
    request = b"GET / HTTP/1.0\r\n" + b"X: y\r\n" * (MAX_BYTES // 6 + 1)
    with connect(server, request) as large, suppress(ConnectionResetError):
        assert large.recv(100) == b""


def is_open(client):
    """Returns False once the server has closed the connection."""
    client.setblocking(False)
    try:
        return client.recv(1) != b""
    except BlockingIOError:
        return True


def test_slow_clients_keep_nobody_out(server):
    """Each further connection closes the oldest one, and is answered."""
    with ExitStack() as stack:
        slow = [stack.enter_context(connect(server, b"GET / HT")) for _ in range(40)]
        assert answer(server) == b"hello\n"
        assert slow[0].recv(100) == b""
        assert sum(map(is_open, slow)) <= MAX_CONNECTIONS
