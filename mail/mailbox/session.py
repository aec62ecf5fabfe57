"""Open sessions with an IMAP server: connection, TLS and login.

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
        return BoundedClient(
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
