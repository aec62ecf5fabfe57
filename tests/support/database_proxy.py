"""A proxy between pbm and PostgreSQL, which cuts the connection before, in or after a commit."""

import socket
import threading
import time
from contextlib import suppress

from sqlalchemy.engine import make_url

COMMIT = b"COMMIT"
CHUNK = 65536
BEFORE, WITHOUT_ANSWER, AFTER = "before", "without an answer", "after"
"""The commit isn't passed on; it is made, and its answer is lost; or its answer is passed back."""


class DatabaseProxy:
    """Listens at a free port of loopback; each connection goes on to the PostgreSQL at the URL."""

    def __init__(self, url):
        self._url = make_url(url)
        self.cut = None
        """The place at which the next commit is cut, once; None for none."""
        self.places = iter(())
        """Those of the commits after it."""
        self.statement = b""
        """A part of a statement of the transactions that count."""
        self.cuts = 0
        self.delay = 0.0
        """The seconds by which each answer is delayed."""
        self.is_down = False
        """True while it takes connections and passes nothing on, as if the network were gone."""
        self._lock = threading.Lock()
        self._open = set()
        self._listener = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def url(self):
        """The URL of the database through the proxy."""
        port = self._listener.getsockname()[1]
        through = self._url.set(host="127.0.0.1", port=port, query={})
        return through.render_as_string(hide_password=False)

    def connect(self):
        """Returns a connection to the server itself."""
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

    def cut_all(self):
        """Cuts all connections."""
        for each in [*self._open]:
            each.end()

    def close(self):
        self._listener.close()
        self.cut_all()

    def _accept(self):
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                if self.is_down:
                    client.close()
                    continue
                with suppress(OSError):
                    _Connection(self, client, self.connect()).start()
                    continue
                client.close()


class _Connection:
    def __init__(self, proxy, client, server):
        self.proxy, self.client, self.server = proxy, client, server
        self.place = None
        self.counts = False
        proxy._open.add(self)

    def start(self):
        for work in (self._pass_on, self._pass_back):
            threading.Thread(target=self._run, args=(work,), daemon=True).start()

    def _run(self, work):
        with suppress(OSError):
            work()
        self.end()

    def _pass_on(self):
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
        while self in self.proxy._open:
            time.sleep(0.001)

    def _pass_back(self):
        while (data := self.server.recv(CHUNK)) and not self.proxy.is_down:
            place = self.place  # once an earlier answer is passed back, a commit may follow
            if place == WITHOUT_ANSWER:
                return
            time.sleep(self.proxy.delay)
            self.client.sendall(data)
            if place == AFTER:
                return

    def end(self):
        self.proxy._open.discard(self)
        for each in (self.client, self.server):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()


def _commits(data):
    """Returns True for a message that commits: a simple query, as psycopg sends it."""
    return data[:1] == b"Q" and data[5:].rstrip(b"\0").upper() == COMMIT
