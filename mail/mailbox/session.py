"""Sessions with a mailbox server, their metrics, and what can go wrong in them."""

import imaplib
import logging
import math
import re
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Literal, cast

from imapclient import IMAPClient, SocketTimeout
from imapclient.imap4 import IMAP4WithTimeout
from imapclient.tls import IMAP4_TLS

from mail.servers.address import Login, SecretError, ServerAddress
from pbm.process.counters import Counter, Gauge
from pbm.process.lazy_logger import get_logger

ErrorKind = Literal["connect", "tls", "login", "folder", "secret"]
MAX_QUOTED_LENGTH = 200
PASSING = ("UNAVAILABLE", "INUSE", "LIMIT", "SERVERBUG", "OVERQUOTA")
"""Response codes of a server that has trouble of its own, and doesn't refuse the login."""
CODE = re.compile(
    rf"\[({'|'.join(PASSING)}|AUTHENTICATIONFAILED|AUTHORIZATIONFAILED|EXPIRED|PRIVACYREQUIRED"
    r"|CONTACTADMIN|NOPERM|EXPUNGEISSUED|CORRUPTION|CLIENTBUG|CANNOT|ALREADYEXISTS|NONEXISTENT"
    r"|TRYCREATE|ALERT|WEBALERT)\b",
    re.IGNORECASE,
)

TOO_LONG = "the answer is too long"

log = get_logger()


class MailboxError(Exception):
    """Raised when a mailbox can't be used; the text is a sentence, and holds no secret.

    `connect`: the server can't be reached, hung up, or has trouble of its own: try again.
    `tls`: it has no TLS, or a certificate that isn't valid for it. `login`: it refuses the login.
    `folder`: there is no such folder, or it can't be used. `secret`: password or token are missing.
    """

    def __init__(self, text: str, kind: ErrorKind) -> None:
        super().__init__(text)
        self.text = text
        self.kind = kind


@contextmanager
def translated(kind: ErrorKind, what: str) -> Iterator[None]:
    """Raises the errors of the library as MailboxError; `kind`: the kind of a refused command.

    `what`: the sentence before the reason, such as "the folder pbm can't be opened".
    """
    try:
        yield
    except MailboxError:
        raise
    except Exception as error:  # noqa: BLE001 - of answers that aren't IMAP
        if kind != "login":
            log.debug("mailbox server", problem=what, said=str(error)[:MAX_QUOTED_LENGTH])
        reason, kind = _reason(error, kind)
        raise MailboxError(f"{what}: {reason}", kind) from None


def _reason(error: Exception, kind: ErrorKind) -> tuple[str, ErrorKind]:
    """Returns the reason of an error in our own words, and its kind."""
    if isinstance(error.__context__, imaplib.IMAP4.abort):  # not a refused login, as it is called
        error = error.__context__
    if isinstance(error, ssl.SSLCertVerificationError):
        return _certificate_problem(error), "tls"
    if isinstance(error, ssl.SSLError):
        return error.reason or "TLS failed", "tls"
    if isinstance(error, imaplib.IMAP4.abort):
        hung_up = "the server hung up, or doesn't speak IMAP"
        return TOO_LONG if TOO_LONG in str(error) else hung_up, "connect"
    if isinstance(error, imaplib.IMAP4.error):
        found = CODE.search(str(error))
        code = found[1].upper() if found else ""
        passes = kind == "login" and code in PASSING
        reason = f"the server says no [{code}]" if code else "the server says no"
        return reason, "connect" if passes else kind
    if isinstance(error, TimeoutError):
        return "no answer in time", "connect"
    if isinstance(error, OSError):
        return error.strerror or str(error), "connect"
    return f"the answer isn't understood ({type(error).__name__})", "connect"


def _certificate_problem(error: ssl.SSLCertVerificationError) -> str:
    return f"its certificate isn't valid ({error.verify_message.rstrip('.')})"


# The metrics of the mailbox at a provider.

MAILS = Counter(
    "pbm_mailbox_mails_total",
    "Mails of the mailbox that were dealt with, by what became of them: done or failed (moved to "
    "pbm/done or pbm/failed) or left (not for us, and left where they are).",
    ("became",),
    {"became": ("done", "failed", "left")},
)
FAILURES = Counter(
    "pbm_mailbox_failures_total",
    "Sessions with the mailbox that failed, by kind: connect, tls, login, folder or secret.",
    ("kind",),
    {"kind": ("connect", "tls", "login", "folder", "secret")},
)
CONNECTED = Gauge("pbm_mailbox_connected", "1 while the mailbox is open, else 0.")

METRICS = (MAILS, FAILURES, CONNECTED)


# Sessions with an IMAP server: the connection, TLS, and the login.

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


# Waiting for new mail: by IDLE where it is offered, else for a while.
#
# IDLE may hang without a sign, so it is ended and begun again every few minutes, and the folder is
# looked through each time.

SLICE_SECONDS = 1.0
"""The interval at which a wait is seen to get on, and may be ended."""


def wait_for_change(
    session: MailboxSession, seconds: float, pause: Callable[[float], bool]
) -> None:
    """Waits until the server reports a change in the open folder, or for this time.

    `pause`: waits for a number of seconds; returns True if the waiting is to end.
    """
    deadline = time.monotonic() + seconds
    if "IDLE" not in session.capabilities:
        while time.monotonic() < deadline and not pause(SLICE_SECONDS):
            pass
        return
    length = SLICE_SECONDS
    while (left := deadline - time.monotonic()) > 0 and not pause(0):
        if _idle(session.client, min(length, left), pause):
            return
        length *= 2


def _idle(client: IMAPClient, seconds: float, pause: Callable[[float], bool]) -> bool:
    """Waits in IDLE for this time; returns True if the server reports a change.

    What comes together with the answer to IDLE is seen at its end alone, as the library buffers
    it; so the first wait is short.
    """
    deadline = time.monotonic() + seconds
    with translated("connect", "waiting for new mail failed"):
        client.idle()
        changes: list[object] = []
        while not changes and time.monotonic() < deadline and not pause(0):
            began = time.monotonic()
            changes += client.idle_check(SLICE_SECONDS)
            if time.monotonic() < began + SLICE_SECONDS / 2:  # there is something, or it hung up
                break
        _, more = client.idle_done()
    return bool(changes or more)
