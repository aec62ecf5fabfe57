"""Log in to an SMTP server.

pbm tries one mechanism only, because each refused login may lock the account.
"""

import asyncio
from collections.abc import Sequence

from aiosmtplib import SMTP, SMTPResponse, SMTPResponseException

from mail.delivery.relay import DeliveryError
from mail.delivery.smtp.replies import code_of, login_fault
from mail.login import Login, SecretError
from mail.server_address import ServerAddress

MECHANISMS = ("plain", "login", "cram-md5")
"""Mechanisms for passwords, the most reliable first. Unprotected ones are fine because the
connection uses TLS or stays on this machine.
"""
TOKEN_MECHANISM = "xoauth2"  # noqa: S105 - the name of a mechanism
UNKNOWN_MECHANISM = (500, 501, 502, 504)
"""Reply codes of servers that don't support a mechanism that they offer. They haven't checked the
secret.
"""


async def log_in(client: SMTP, address: ServerAddress, login: Login, seconds: float) -> None:
    """Logs in.

    If the secret may have expired, tries again with a new one. Raises DeliveryError.
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
        raise DeliveryError(f"can't log in to {address}: {error}", "login") from None
    for mechanism in mechanisms:
        refused = await _authenticate(client, mechanism, login.user, secret, seconds)
        if refused is None:
            return
        if refused.code not in UNKNOWN_MECHANISM or mechanism == mechanisms[-1]:
            raise _refusal(address, login, refused)


def _mechanisms(client: SMTP, address: ServerAddress, login: Login) -> Sequence[str]:
    """Returns the mechanisms to try.

    Raises DeliveryError if the server offers none that pbm knows.
    """
    ours = MECHANISMS if login.kind == "password" else (TOKEN_MECHANISM,)
    common = [mechanism for mechanism in ours if mechanism in client.server_auth_methods]
    if common:
        return common
    if not client.server_auth_methods:
        raise DeliveryError(f"{address} doesn't support logging in", "login")
    kind = "a password" if login.kind == "password" else "an access token"
    raise DeliveryError(f"{address} doesn't support logging in with {kind}", "login")


async def _authenticate(
    client: SMTP, mechanism: str, user: str, secret: str, seconds: float
) -> SMTPResponse | None:
    """Logs in by one mechanism.

    Returns None, or the server's refusal. The refusal may quote the secret.
    """
    methods = {
        "plain": client.auth_plain,
        "login": client.auth_login,
        "cram-md5": client.auth_crammd5,
        TOKEN_MECHANISM: client.auth_xoauth2,
    }
    try:
        await methods[mechanism](user, secret, timeout=seconds)
    except SMTPResponseException as error:  # raised also for lines that aren't replies
        return SMTPResponse(error.code, error.message)
    return None


def _refusal(address: ServerAddress, login: Login, refused: SMTPResponse) -> DeliveryError:
    fault = login_fault(refused.code, refused.message)
    verb = "rejected" if fault == "login" else "temporarily rejected"
    # Only the code, because the text of the reply may quote the secret.
    text = f"{address} {verb} the login for {login.user}: {code_of(*refused)}"
    return DeliveryError(text, fault, permanent=refused.code >= 500)
