"""An SMTP server on loopback, and a receiver behind it that stores each mail."""

import smtplib
import socket
from concurrent.futures import Future
from contextlib import contextmanager
from unittest.mock import patch

from mail.smtp.listen_addresses import TcpPort
from mail.smtp.server import SmtpServer
from mail.smtp.smtp_limits import SmtpLimits
from tests.support.event_loop import event_loop
from tests.support.waiting import TIMEOUT_SECONDS

ME = "pbm@example.net"
CONTENT = b"Subject: help\r\n\r\nhello\r\n"
ENVELOPE = (b"HELO x", b"MAIL FROM:<alice@example.org>", b"RCPT TO:<" + ME.encode() + b">", b"DATA")


class Receiver:
    """Stores each mail; accepts it at once, or when the test says so."""

    def __init__(self):
        self.mails = []
        self.futures = []
        self.error = None
        self.refusal = None
        self.pending = False

    def accepts(self, address):
        return address == ME

    def receive(self, sender, recipients, content, network):
        if self.refusal:
            raise self.refusal
        future = Future()
        self.mails.append((sender, recipients, content))
        self.futures.append(future)
        if self.error:
            future.set_exception(self.error)
        elif not self.pending:
            future.set_result(None)
        return future


class OpenServer:
    def __init__(self, loop, lmtp, **settings):
        self.run, self._loop = loop.call, loop
        self.receiver = Receiver()
        self.smtp = SmtpServer(self.receiver, "mx.example.net", **settings)
        self.lmtp = lmtp
        sockets = TcpPort("127.0.0.1", 0).open()
        self.port = sockets[0].getsockname()[1]
        self.run(self.smtp.serve(sockets))
        self.lmtp_port = self.run(self._serve_lmtp()) if lmtp else 0

    async def _serve_lmtp(self):
        (socket,) = self.lmtp.open()
        await self.smtp.serve([socket], lmtp=True)
        return socket.getsockname()[1] if isinstance(self.lmtp, TcpPort) else 0

    def forward(self, seconds):
        """Lets the time of the server's limits go on, once all that was sent to it is read."""
        self.run(self._loop.skip(seconds))

    def stop(self):
        with patch("mail.smtp.server.CHECK_SECONDS", 0.001):
            self.run(self.smtp.stop())
        if self.lmtp:
            self.lmtp.remove()

    def client(self):
        return smtplib.SMTP(
            "127.0.0.1", self.port, local_hostname="client", timeout=TIMEOUT_SECONDS
        )

    @contextmanager
    def call(self, source="127.0.0.1"):
        """Opens a connection without reading; yields it with an iterator of its replies."""
        where = ("127.0.0.1", self.port)
        made = socket.create_connection(where, timeout=TIMEOUT_SECONDS, source_address=(source, 0))
        made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # single bytes arrive at once
        with made as connection, connection.makefile("rb") as answers:
            yield connection, answers

    @contextmanager
    def raw(self, *lines):
        """Opens a raw connection on which these lines were sent and answered."""
        with self.call() as (connection, answers):
            answers.readline()
            for line in lines:
                connection.sendall(line + b"\r\n")
                answers.readline()
            yield connection, answers


@contextmanager
def open_server(*, lmtp=None, proxied=False, tls=None, **limits):
    """Opens a server with these limits, and defaults for the others."""
    with event_loop() as loop:
        made = OpenServer(loop, lmtp, limits=SmtpLimits(**limits), tls=tls, proxied=proxied)
        try:
            yield made
        finally:
            made.stop()
