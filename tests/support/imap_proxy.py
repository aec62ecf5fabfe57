"""A proxy before an IMAP server, which sees each command and may cut the connection at any."""

import socket
import threading
from contextlib import suppress

CHUNK = 4096


class ImapProxy:
    """Listens at a free port of loopback; each connection goes on to the server.

    `on_command` gets the name of each command, such as UID MOVE, before it is passed on, and
    `on_answer` once the beginning of its answer was passed back. Either cuts the connection by
    returning True.
    """

    def __init__(self, port):
        self.server_port = port
        self.on_command = lambda _: False
        self.on_answer = lambda _: False
        self.most_bytes = None
        """The bytes of answers after which the next connection is cut, once."""
        self.cuts = 0
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._open = set()
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def port(self):
        return self._listener.getsockname()[1]

    def _accept(self):
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                with suppress(OSError):
                    server = socket.create_connection(("127.0.0.1", self.server_port), 20)
                    _Connection(self, client, server).start()
                    continue
                client.close()

    def close(self):
        self._listener.close()
        for each in [*self._open]:
            each.cut()


class _Connection:
    def __init__(self, proxy, client, server):
        self.proxy, self.client, self.server = proxy, client, server
        server.settimeout(None)
        self.command = ""
        self.answered = 0
        proxy._open.add(self)

    def start(self):
        for work in (self._pass_on, self._pass_back):
            threading.Thread(target=self._run, args=(work,), daemon=True).start()

    def _run(self, work):
        with suppress(OSError, ValueError):
            work()
        self.cut()

    def cut(self):
        self.proxy._open.discard(self)
        for each in (self.client, self.server):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def _pass_on(self):
        with self.client.makefile("rb") as lines:
            for line in lines:
                words = line.decode("ascii", "replace").upper().split()
                self.command = " ".join(words[1:3] if words[1:2] == ["UID"] else words[1:2])
                if self.proxy.on_command(self.command):
                    self.proxy.cuts += 1
                    return
                self.server.sendall(line)

    def _pass_back(self):
        while data := self.server.recv(CHUNK):
            most = self.proxy.most_bytes
            self.answered += len(data)
            if most is not None and self.answered > most:
                self.client.sendall(data[: len(data) // 2])
                self.proxy.most_bytes = None
                self.proxy.cuts += 1
                return
            self.client.sendall(data)
            if self.proxy.on_answer(self.command):
                self.proxy.cuts += 1
                return
