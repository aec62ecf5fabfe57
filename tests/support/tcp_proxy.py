"""A proxy on loopback, whose connections each have a thread for either direction."""

import socket
import threading
from contextlib import suppress


class TcpProxy:
    """Listens at a free port of loopback; each connection goes on to a server.

    Subclasses say how to `connect` to that, and the class of a connection, which passes data on.
    """

    connection: type["ProxiedConnection"]

    def __init__(self):
        self.cuts = 0
        """The number of connections that were cut by rule."""
        self.is_down = False
        """True while it takes connections and passes nothing on, as if the network were gone."""
        self.connections = set()
        """The open connections."""
        self._listener = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def port(self):
        return self._listener.getsockname()[1]

    def connect(self):
        """Returns a connection to the server itself."""
        raise NotImplementedError

    def cut_all(self):
        for connection in [*self.connections]:
            connection.cut()

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
                    self.connection(self, client, self.connect()).start()
                    continue
                client.close()


class ProxiedConnection:
    """One connection of a client, which ends as soon as one of its directions does."""

    def __init__(self, proxy, client, server):
        self.proxy, self.client, self.server = proxy, client, server
        proxy.connections.add(self)

    def start(self):
        for work in (self.pass_on, self.pass_back):
            threading.Thread(target=self._run, args=(work,), daemon=True).start()

    def pass_on(self):
        """Passes on what the client sends."""
        raise NotImplementedError

    def pass_back(self):
        """Passes back what the server answers."""
        raise NotImplementedError

    def _run(self, work):
        with suppress(OSError, ValueError):  # a file of a closed socket raises ValueError
            work()
        self.cut()

    def cut(self):
        self.proxy.connections.discard(self)
        for each in (self.client, self.server):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()
