"""IMAP connections that limit the size and duration of each answer.

A hostile or broken server could otherwise fill the memory, or keep pbm waiting. `BoundedClient`
raises `imaplib.IMAP4.abort` or TimeoutError instead.
"""

import imaplib
import math
import time
from typing import Any, cast

from imapclient import IMAPClient, SocketTimeout
from imapclient.imap4 import IMAP4WithTimeout
from imapclient.tls import IMAP4_TLS

from mail.mailbox.errors import TOO_LONG

MAX_LINES_BYTES = 2**20
"""Maximum bytes of the lines of an answer. The longest list of UIDs that pbm requests is shorter.
"""
MAX_LITERALS_BYTES = 2**23
"""Maximum bytes of the literals in one IMAP response. The emails that pbm requests in one command
are smaller.
"""
TIMEOUTS = 4
"""Maximum duration of an answer, in timeouts of the socket. Each timeout is for one piece of it."""
DONE = b"DONE\r\n"
"""Ends IDLE. It is a line without a tag."""


class _BoundedAnswers(imaplib.IMAP4):
    """A connection that limits the size and duration of each answer.

    Raises `imaplib.IMAP4.abort` for longer ones, before they are read.
    """

    _lines_left = MAX_LINES_BYTES
    _literals_left = MAX_LITERALS_BYTES
    _deadline = math.inf

    def send(self, data: Any) -> None:
        """Sends a command or a part of one. A new command resets the limits.

        Lines that the server sends before it answers a command belong to the answer. Everything
        left of the last answer is dropped, except for a report of new mail (EXISTS).
        """
        if data.startswith((self.tagpre, DONE)):
            self._lines_left, self._literals_left = MAX_LINES_BYTES, MAX_LITERALS_BYTES
            self._deadline = time.monotonic() + TIMEOUTS * (self.sock.gettimeout() or math.inf)
            new_mail = self.untagged_responses.get("EXISTS", [])
            self.untagged_responses = {"EXISTS": new_mail[-1:]} if new_mail else {}
        super().send(data)

    def readline(self) -> bytes:
        """Returns a line. Raises TimeoutError if the answer takes too long."""
        # IDLE waits without a timeout.
        if time.monotonic() > self._deadline and self.sock.gettimeout():
            raise TimeoutError
        try:
            line = super().readline()
        except imaplib.IMAP4.error:  # the line is longer than the library allows
            raise self.abort(TOO_LONG) from None
        self._lines_left -= len(line)
        if self._lines_left < 0:
            raise self.abort(TOO_LONG)
        return line

    def read(self, size: int) -> bytes:
        """Returns a literal of this size."""
        self._literals_left -= size
        if self._literals_left < 0:
            raise self.abort(TOO_LONG)
        return super().read(size)


class _TlsConnection(_BoundedAnswers, IMAP4_TLS):
    """A connection with TLS from the beginning."""


class _PlainConnection(_BoundedAnswers, IMAP4WithTimeout):
    """A connection without TLS, or before STARTTLS."""


class BoundedClient(IMAPClient):
    """An IMAP client that limits the size and duration of each answer."""

    def _create_IMAP4(self) -> imaplib.IMAP4:  # noqa: N802 - the library's name
        seconds = cast(SocketTimeout, self._timeout).connect
        if self.ssl:
            return _TlsConnection(self.host, self.port, self.ssl_context, seconds)
        return _PlainConnection(self.host, self.port, seconds)
