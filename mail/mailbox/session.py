"""Sessions with an IMAP server: the connection, TLS, and the login."""

import base64
import binascii
import imaplib
import logging
import re
import ssl
from contextlib import suppress
from dataclasses import dataclass

from imapclient import IMAPClient
from imapclient.exceptions import IMAPClientError

from mail.mailbox.errors import MailboxError, answer_in, quoted, translated
from mail.servers.address import ServerAddress
from mail.servers.login import Login, SecretError

PASSING = re.compile(r"\[(?:UNAVAILABLE|INUSE|LIMIT|SERVERBUG|OVERQUOTA)\b", re.IGNORECASE)
"""Response codes of a server that has trouble of its own, and doesn't refuse the login."""

BASE64 = re.compile(r"[A-Za-z0-9+/]{4,}={0,2}")
MAX_LINE = 32 * 1024 * 1024
"""A search lists all mails in one line; Python's limit is reached by 140,000 mails."""

imaplib._MAXLINE = MAX_LINE  # type: ignore[attr-defined]  # noqa: SLF001 - there is no setting
logging.getLogger("imapclient").setLevel(logging.CRITICAL)  # it would log secrets while debugging


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

    `timeout`: the most seconds for the connection, and for each answer. `context`: that for TLS;
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
        return IMAPClient(
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
    what = f"{address} refuses the login of {login.user}"
    with translated("login", what):
        try:
            _send_login(client, login, secret)
        except IMAPClientError as error:
            _raise_refusal(error, secret, what, address)


def _raise_refusal(error: IMAPClientError, secret: str, what: str, address: ServerAddress) -> None:
    """Raises the refusal of a login without the secret, should the server have quoted it."""
    said = quoted(_without_secret(answer_in(error), secret))
    if isinstance(error, IMAPClient.AbortError):
        raise MailboxError(f"{address} hung up during the login: {said}", "connect") from None
    if PASSING.search(said):
        raise MailboxError(f"{address} takes no login now: {said}", "connect") from None
    raise MailboxError(f"{what}: {said}", "login") from None


def _without_secret(answer: str, secret: str) -> str:
    """Returns the answer of a server that may have quoted the command, in which all is encoded."""
    escaped = secret.replace("\\", r"\\").replace('"', r"\"")
    for word in dict.fromkeys(BASE64.findall(answer)):
        with suppress(binascii.Error):
            if secret.encode() in base64.b64decode(word):
                answer = answer.replace(word, "***")
    return answer.replace(escaped, "***").replace(secret, "***")


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
        raise IMAPClientError("it takes no passwords (LOGINDISABLED), perhaps access tokens")
    elif not (login.user + secret).isascii():
        raise IMAPClientError("it takes names and passwords in ASCII alone (no AUTH=PLAIN)")
    else:
        client.login(login.user, secret)


def _capabilities(client: IMAPClient) -> frozenset[str]:
    return frozenset(each.decode("ascii", "replace").upper() for each in client.capabilities())
