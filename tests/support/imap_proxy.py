"""A proxy before an IMAP server, which sees each command and may cut the connection at any."""

import socket

from tests.support.tcp_proxy import ProxiedConnection, TcpProxy

CHUNK = 4096


class _Connection(ProxiedConnection):
    command = ""
    answered = 0

    def pass_on(self):
        with self.client.makefile("rb") as lines:
            for line in lines:
                words = line.decode("ascii", "replace").upper().split()
                self.command = " ".join(words[1:3] if words[1:2] == ["UID"] else words[1:2])
                if self.proxy.on_command(self.command):
                    self.proxy.cuts += 1
                    return
                self.server.sendall(line)

    def pass_back(self):
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


class ImapProxy(TcpProxy):
    """A proxy of the IMAP server at this port of loopback.

    `on_command` gets the name of each command, such as UID MOVE, before it is passed on, and
    `on_answer` once the beginning of its answer was passed back. Either cuts the connection by
    returning True.
    """

    connection = _Connection

    def __init__(self, port):
        self.server_port = port
        self.on_command = lambda _: False
        self.on_answer = lambda _: False
        self.most_bytes = None
        """The bytes of answers after which the next connection is cut, once."""
        super().__init__()

    def connect(self):
        connection = socket.create_connection(("127.0.0.1", self.server_port), 20)
        connection.settimeout(None)
        return connection
