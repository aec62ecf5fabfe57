"""Open a session with an IMAP server: connection, TLS and login.

Returns a `MailboxSession`. Raises MailboxError.
"""

import logging
import ssl
from contextlib import suppress
from dataclasses import dataclass

from imapclient import IMAPClient

from mail.login import Login, SecretError
from mail.mailbox.bounded_answers import BoundedClient
from mail.mailbox.errors import MailboxError, translated
from mail.server_address import ServerAddress

# It would log secrets at the level debug.
logging.getLogger("imapclient").setLevel(logging.CRITICAL)


@dataclass(frozen=True, slots=True)
class MailboxSession:
    """A connection to a mailbox, logged in."""

    client: IMAPClient
    capabilities: frozenset[str]
    """The extensions that the server offers after the login, in upper case, such as IDLE and MOVE.
    """

    @property
    def can_move(self) -> bool:
        """Whether emails can be moved without deleting others.

        A plain EXPUNGE would also delete emails that other programs have flagged.
        """
        return bool(self.capabilities & {"MOVE", "UIDPLUS"})

    def close(self) -> None:
        """Logs out and closes the connection. Never raises."""
        with suppress(Exception):
            self.client.logout()
        self.abort()

    def abort(self) -> None:
        """Closes the connection without logging out. Never raises."""
        with suppress(Exception):
            self.client.shutdown()


def open_session(
    address: ServerAddress,
    login: Login,
    *,
    timeout: float,
    context: ssl.SSLContext | None = None,
) -> MailboxSession:
    """Connects and logs in. Raises MailboxError.

    `timeout`: maximum seconds for the connection, and for each answer.
    `context`: the TLS context. By default, certificates are verified with the authorities of the
    system.
    """
    context = context or ssl.create_default_context()
    client = _connect(address, timeout, context)
    try:
        if address.scheme == "imap":
            _secure(client, address, context)
        _log_in(client, login, address)
        with translated("connect", f"{address} doesn't report its capabilities"):
            return MailboxSession(client, _capabilities(client))
    except BaseException:
        with suppress(Exception):
            client.shutdown()
        raise


def _connect(address: ServerAddress, timeout: float, context: ssl.SSLContext) -> IMAPClient:
    with translated("connect", f"{address} can't be reached"):
        return BoundedClient(
            address.host,
            address.port,
            ssl=address.scheme == "imaps",
            ssl_context=context,
            timeout=timeout,
        )


def _secure(client: IMAPClient, address: ServerAddress, context: ssl.SSLContext) -> None:
    """Starts TLS, unless the server is on this machine.

    Raises MailboxError if that isn't possible.
    """
    with translated("tls", f"TLS with {address} failed"):
        offered = _capabilities(client)
        if address.is_loopback and "LOGINDISABLED" not in offered:
            return
        if "STARTTLS" not in offered:
            text = f"{address} doesn't offer STARTTLS, and pbm never sends a password without TLS"
            raise MailboxError(text, "tls")
        client.starttls(context)


def _log_in(client: IMAPClient, login: Login, address: ServerAddress) -> None:
    """Logs in. If the secret may have expired, tries again with a new one."""
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
    with translated("login", f"{address} rejected the login for {login.user}"):
        _send_login(client, login, secret)


def _send_login(client: IMAPClient, login: Login, secret: str) -> None:
    """Sends the login by the best mechanism that the server offers.

    PLAIN is preferred to LOGIN because LOGIN is limited to ASCII.
    """
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
        text = "the server doesn't accept passwords (LOGINDISABLED). Try an access token instead"
        raise MailboxError(text, "login")
    elif not (login.user + secret).isascii():
        text = "the server doesn't offer AUTH=PLAIN, so the user name and password must be ASCII"
        raise MailboxError(text, "login")
    else:
        client.login(login.user, secret)


def _capabilities(client: IMAPClient) -> frozenset[str]:
    return frozenset(name.decode("ascii", "replace").upper() for name in client.capabilities())
