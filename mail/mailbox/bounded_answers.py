"""IMAP connections on which no answer takes more memory, or time, than was asked for."""

import imaplib
import math
import time
from typing import Any, cast

from imapclient import IMAPClient, SocketTimeout
from imapclient.imap4 import IMAP4WithTimeout
from imapclient.tls import IMAP4_TLS

from mail.mailbox.errors import TOO_LONG

MAX_LINES_BYTES = 2**20
"""The most bytes of an answer's lines: more than the UIDs that are asked for at once."""
MAX_LITERALS_BYTES = 2**23
"""The most bytes of what else is in an answer: more than the mails that are read at once."""
TIMEOUTS = 4
"""An answer may take as many timeouts, each of which is for a piece of it."""
DONE = b"DONE\r\n"
"""Ends IDLE, in place of a command."""


class _BoundedAnswers(imaplib.IMAP4):
    """A connection on which no answer takes more memory than was asked for.

    Raises `imaplib.IMAP4.abort` for longer ones, before they are read.
    """

    _lines_left = MAX_LINES_BYTES
    _literals_left = MAX_LITERALS_BYTES
    _deadline = math.inf

    def send(self, data: Any) -> None:
        """Begins a new answer, and drops what was left of the last one but for news of mail.

        What a server asks for before it answers a command is a part of the answer.
        """
        if data.startswith((self.tagpre, DONE)):
            self._lines_left, self._literals_left = MAX_LINES_BYTES, MAX_LITERALS_BYTES
            self._deadline = time.monotonic() + TIMEOUTS * (self.sock.gettimeout() or math.inf)
            told = self.untagged_responses.get("EXISTS", [])
            self.untagged_responses = {"EXISTS": told[-1:]} if told else {}
        super().send(data)

    def readline(self) -> bytes:
        """Returns a line; raises TimeoutError if the answer takes too long."""
        if time.monotonic() > self._deadline and self.sock.gettimeout():  # IDLE waits without one
            raise TimeoutError
        try:
            line = super().readline()
        except imaplib.IMAP4.error:  # it is longer than the library allows
            raise self.abort(TOO_LONG) from None
        self._lines_left -= len(line)
        if self._lines_left < 0:
            raise self.abort(TOO_LONG)
        return line

    def read(self, size: int) -> bytes:
        """Returns what follows a line that gives its size."""
        self._literals_left -= size
        if self._literals_left < 0:
            raise self.abort(TOO_LONG)
        return super().read(size)


class _TlsConnection(_BoundedAnswers, IMAP4_TLS):
    """One with TLS from its start."""


class _PlainConnection(_BoundedAnswers, IMAP4WithTimeout):
    """One without, or not yet."""


class BoundedClient(IMAPClient):
    """A client whose connection has bounded answers."""

    def _create_IMAP4(self) -> imaplib.IMAP4:  # noqa: N802 - the library's name
        seconds = cast(SocketTimeout, self._timeout).connect
        if self.ssl:
            return _TlsConnection(self.host, self.port, self.ssl_context, seconds)
        return _PlainConnection(self.host, self.port, seconds)
