"""The login at an SMTP server, by one mechanism: each refused try may lock the account."""

import asyncio
from collections.abc import Sequence

from aiosmtplib import SMTP, SMTPAuthenticationError
from aiosmtplib.auth import auth_login_encode, auth_plain_encode, auth_xoauth2_encode

from mail.delivery.relay import DeliveryError
from mail.delivery.replies import login_fault
from mail.servers.address import ServerAddress
from mail.servers.login import Login, SecretError

MECHANISMS = ("plain", "login", "cram-md5")
"""The mechanisms for a password, the most reliable first: TLS protects it, or it stays on this
machine.
"""
TOKEN_MECHANISM = "xoauth2"  # noqa: S105 - the name of a mechanism
UNKNOWN_MECHANISM = (500, 501, 502, 504)
"""Replies of servers that don't have the mechanism that they offer; the secret wasn't checked."""


async def log_in(client: SMTP, address: ServerAddress, login: Login, seconds: float) -> None:
    """Logs in; with another secret at once if the first may have expired. Raises DeliveryError.

    The secret is in no error, even if the server quotes it.
    """
    try:
        await _log_in_once(client, address, login, seconds)
    except DeliveryError as error:
        if not (error.permanent and client.is_connected and login.secret.refused()):
            raise
        await _log_in_once(client, address, login, seconds)
    login.secret.accepted()


async def _log_in_once(client: SMTP, address: ServerAddress, login: Login, seconds: float) -> None:
    mechanisms = _mechanisms(client, address, login)
    try:
        secret = await asyncio.to_thread(login.secret.read)
    except SecretError as error:
        raise DeliveryError(f"no login at {address}: {error}", "login") from None
    for mechanism in mechanisms:
        try:
            await _authenticate(client, mechanism, login.user, secret, seconds)
        except SMTPAuthenticationError as error:
            if error.code in UNKNOWN_MECHANISM and mechanism != mechanisms[-1]:
                continue
            raise _refusal(address, login, error, secret) from None
        return


def _mechanisms(client: SMTP, address: ServerAddress, login: Login) -> Sequence[str]:
    """Returns the mechanisms to try; raises DeliveryError if the server offers none of ours."""
    ours = MECHANISMS if login.kind == "password" else (TOKEN_MECHANISM,)
    found = [mechanism for mechanism in ours if mechanism in client.server_auth_methods]
    if found:
        return found
    offered = ", ".join(method.upper() for method in client.server_auth_methods)
    what = f"only {offered}" if offered else "none"
    kind = "a password" if login.kind == "password" else "an access token"
    raise DeliveryError(f"{address} offers no login by {kind} ({what} is offered)", "login")


async def _authenticate(
    client: SMTP, mechanism: str, user: str, secret: str, seconds: float
) -> None:
    if mechanism == "plain":
        await client.auth_plain(user, secret, timeout=seconds)
    elif mechanism == "login":
        await client.auth_login(user, secret, timeout=seconds)
    elif mechanism == "cram-md5":
        await client.auth_crammd5(user, secret, timeout=seconds)
    else:
        await client.auth_xoauth2(user, secret, timeout=seconds)


def _refusal(
    address: ServerAddress, login: Login, error: SMTPAuthenticationError, secret: str
) -> DeliveryError:
    reply = f"{error.code} {error.message}"
    for known in _encodings(login.user, secret):
        reply = reply.replace(known, "***")
    fault = login_fault(error.code, error.message)
    verb = "refuses the login of" if fault == "login" else "can't log in now"
    text = f"{address} {verb} {login.user}: {reply}"
    return DeliveryError(text, fault, permanent=error.code >= 500)


def _encodings(user: str, secret: str) -> Sequence[str]:
    """Returns the forms in which a server that quotes commands may show a secret."""
    encoded = (
        auth_plain_encode(user, secret),
        *auth_login_encode(user, secret)[1:],
        auth_xoauth2_encode(user, secret),
    )
    return [*(form.decode() for form in encoded), secret]
