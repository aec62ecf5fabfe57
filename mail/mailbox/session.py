"""Open sessions with an IMAP server: connection, TLS and login.

Returns a `MailboxSession`. Raises MailboxError.
"""

import imaplib
import logging
import math
import ssl
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, cast

from imapclient import IMAPClient, SocketTimeout
from imapclient.imap4 import IMAP4WithTimeout
from imapclient.tls import IMAP4_TLS

from mail.login import Login, SecretError
from mail.mailbox.errors import TOO_LONG, MailboxError, translated
from mail.server_address import ServerAddress

MAX_LINES_BYTES = 2**20
"""The most bytes of an answer's lines: more than the UIDs that are asked for at once."""
MAX_LITERALS_BYTES = 2**23
"""The most bytes of what else is in an answer: more than the mails that are read at once."""
TIMEOUTS = 4
"""An answer may take as many timeouts, each of which is for a piece of it."""
DONE = b"DONE\r\n"
"""Ends IDLE, in place of a command."""

logging.getLogger("imapclient").setLevel(logging.CRITICAL)  # it would log secrets while debugging


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


class _Client(IMAPClient):
    def _create_IMAP4(self) -> imaplib.IMAP4:  # noqa: N802 - the library's name
        seconds = cast(SocketTimeout, self._timeout).connect
        if self.ssl:
            return _TlsConnection(self.host, self.port, self.ssl_context, seconds)
        return _PlainConnection(self.host, self.port, seconds)


@dataclass(frozen=True, slots=True)
class MailboxSession:
    """A connection to a mailbox, logged in."""

    client: IMAPClient
    capabilities: frozenset[str]
    """The extensions offered after the login, in capitals, such as IDLE and MOVE."""

    @property
    def can_move(self) -> bool:
        """True if mails can be moved without deleting any other.

        A plain EXPUNGE would delete what others have flagged.
        """
        return bool(self.capabilities & {"MOVE", "UIDPLUS"})

    def close(self) -> None:
        """Logs out, and closes the connection; never raises."""
        with suppress(Exception):
            self.client.logout()
        self.abort()

    def abort(self) -> None:
        """Closes the connection without a word; never raises."""
        with suppress(Exception):
            self.client.shutdown()


def open_session(
    address: ServerAddress,
    login: Login,
    *,
    timeout: float,
    context: ssl.SSLContext | None = None,
) -> MailboxSession:
    """Connects and logs in; raises MailboxError.

    `timeout`: the seconds for the connection, and for each answer. `context`: the TLS context;
    without it, certificates are verified with the authorities of the system.
    """
    context = context or ssl.create_default_context()
    client = _connect(address, timeout, context)
    try:
        if address.scheme == "imap":
            _secure(client, address, context)
        _log_in(client, login, address)
        with translated("connect", f"{address} doesn't say what it offers"):
            return MailboxSession(client, _capabilities(client))
    except BaseException:
        with suppress(Exception):
            client.shutdown()
        raise


def _connect(address: ServerAddress, timeout: float, context: ssl.SSLContext) -> IMAPClient:
    with translated("connect", f"{address} can't be reached"):
        return _Client(
            address.host,
            address.port,
            ssl=address.scheme == "imaps",
            ssl_context=context,
            timeout=timeout,
        )


def _secure(client: IMAPClient, address: ServerAddress, context: ssl.SSLContext) -> None:
    """Begins TLS, without which no password is sent, unless the server is on this machine."""
    with translated("tls", f"{address} doesn't begin TLS"):
        offered = _capabilities(client)
        if address.is_loopback and "LOGINDISABLED" not in offered:
            return
        if "STARTTLS" not in offered:
            text = f"{address} doesn't offer STARTTLS, and no password is sent without TLS"
            raise MailboxError(text, "tls")
        client.starttls(context)


def _log_in(client: IMAPClient, login: Login, address: ServerAddress) -> None:
    """Logs in; asks for another secret once, if the first may have expired."""
    for is_last in (False, True):
        try:
            _try_login(client, login, address)
        except MailboxError as error:
            if error.kind != "login" or not login.secret.refused() or is_last:
                raise
        else:
            login.secret.accepted()
            return


def _try_login(client: IMAPClient, login: Login, address: ServerAddress) -> None:
    try:
        secret = login.secret.read()
    except SecretError as error:
        raise MailboxError(str(error), "secret") from None
    with translated("login", f"{address} refuses the login of {login.user}"):
        _send_login(client, login, secret)


def _send_login(client: IMAPClient, login: Login, secret: str) -> None:
    """Sends the login in the best way that is offered: PLAIN takes all letters, LOGIN ASCII."""
    offered = _capabilities(client)
    if login.kind == "token":
        mechanism = (
            client.oauthbearer_login
            if "AUTH=OAUTHBEARER" in offered and "AUTH=XOAUTH2" not in offered
            else client.oauth2_login
        )
        mechanism(login.user, secret)
    elif "AUTH=PLAIN" in offered:
        client.plain_login(login.user, secret)
    elif "LOGINDISABLED" in offered:
        text = "the server takes no passwords (LOGINDISABLED), perhaps access tokens"
        raise MailboxError(text, "login")
    elif not (login.user + secret).isascii():
        text = "the server takes names and passwords in ASCII alone (it has no AUTH=PLAIN)"
        raise MailboxError(text, "login")
    else:
        client.login(login.user, secret)


def _capabilities(client: IMAPClient) -> frozenset[str]:
    return frozenset(each.decode("ascii", "replace").upper() for each in client.capabilities())
