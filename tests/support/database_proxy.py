"""A proxy between pbm and PostgreSQL, which cuts the connection before, in or after a commit."""

import socket
import threading
import time

from sqlalchemy.engine import make_url

from tests.support.tcp_proxy import ProxiedConnection, TcpProxy

COMMIT = b"COMMIT"
CHUNK = 65536
BEFORE, WITHOUT_ANSWER, AFTER = "before", "without an answer", "after"
"""The commit isn't passed on; it is made, and its answer is lost; or its answer is passed back."""


class _Connection(ProxiedConnection):
    place = None
    counts = False

    def pass_on(self):
        while (data := self.client.recv(CHUNK)) and not self.proxy.is_down:
            self.counts |= self.proxy.statement in data
            if _commits(data) and self.counts:
                self.place, self.counts = self.proxy.take_cut(), False
            if self.place == BEFORE:
                return
            self.server.sendall(data)
            if self.place == WITHOUT_ANSWER:
                self._wait_for_answer()
                return

    def _wait_for_answer(self):
        """Waits until the other thread has read the answer to the commit."""
        while self in self.proxy.connections:
            time.sleep(0.001)

    def pass_back(self):
        while (data := self.server.recv(CHUNK)) and not self.proxy.is_down:
            place = self.place  # once an earlier answer is passed back, a commit may follow
            if place == WITHOUT_ANSWER:
                return
            time.sleep(self.proxy.delay)
            self.client.sendall(data)
            if place == AFTER:
                return


class DatabaseProxy(TcpProxy):
    """A proxy of the PostgreSQL at the URL."""

    connection = _Connection

    def __init__(self, url):
        self._url = make_url(url)
        self.cut = None
        """The place at which the next commit is cut, once; None for none."""
        self.places = iter(())
        """Those of the commits after it."""
        self.statement = b""
        """A part of a statement of the transactions that count."""
        self.delay = 0.0
        """The seconds by which each answer is delayed."""
        self._lock = threading.Lock()
        super().__init__()

    @property
    def url(self):
        """The URL of the database through the proxy."""
        through = self._url.set(host="127.0.0.1", port=self.port, query={})
        return through.render_as_string(hide_password=False)

    def connect(self):
        host = self._url.query.get("host") or self._url.host
        port = self._url.port or 5432
        if not host.startswith("/"):
            return socket.create_connection((host, port))
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(f"{host}/.s.PGSQL.{port}")
        return connection

    def take_cut(self):
        """Returns the place at which this commit is cut, which no other will be."""
        with self._lock:
            place, self.cut = self.cut or next(self.places, None), None
            self.cuts += place is not None
        return place


def _commits(data):
    """Returns True for a message that commits: a simple query, as psycopg sends it."""
    return data[:1] == b"Q" and data[5:].rstrip(b"\0").upper() == COMMIT
