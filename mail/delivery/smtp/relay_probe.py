"""Check a mail server that is to be the relay, and report its capabilities.

This doesn't send any email.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from aiosmtplib import SMTP, SMTPException, SMTPResponse

from mail.delivery.relay import DeliveryError
from mail.delivery.smtp.connection_errors import connection_error
from mail.delivery.smtp.replies import ACCEPTED, Step, in_our_words, reply_fault
from mail.delivery.smtp.session import RelayServer, SmtpSession, Timeouts
from pbm.wording import listing

PERMANENT = 500
SIZE = re.compile(r"[0-9]{1,20}")
"""The maximum size of an email that a relay announces, as in RFC 1870. A server may send any other
text instead.
"""


@dataclass(frozen=True, slots=True)
class RelayCapabilities:
    """The capabilities of a relay, found after connecting and logging in."""

    text: str
    """A sentence about the relay, without a full stop."""
    tls: str = ""
    """Version of TLS. Empty if the connection has none."""
    login: str = ""
    """User who was logged in. Empty without a login."""
    max_size: int | None = None
    """Maximum size of an email in bytes. None if the server doesn't announce it."""
    smtputf8: bool = False
    """Whether the relay accepts addresses that aren't ASCII."""
    extensions: Sequence[str] = ()
    """Names of all extensions that the server offers, in upper case."""


async def probe_server(
    server: RelayServer, senders: Sequence[str], recipient: str, timeouts: Timeouts | None = None
) -> RelayCapabilities:
    """Connects and logs in as for sending an email, then quits. Raises DeliveryError.

    `senders`: envelope senders that the server must accept, together with `recipient`.
    """
    timeouts = timeouts or Timeouts()
    session = SmtpSession(server, timeouts)
    await session.open()
    try:
        capabilities = _capabilities(server, session.client)
        for sender in senders:
            await _probe_envelope(server, session.client, sender, recipient, timeouts)
        return capabilities
    finally:
        await session.close()


async def _probe_envelope(
    server: RelayServer, client: SMTP, sender: str, recipient: str, timeouts: Timeouts
) -> None:
    """Starts an email with this envelope, and resets it.

    The recipient is necessary because some servers refuse a sender only after RCPT.
    """
    may_log_in = server.login is None and client.supports_extension("auth")
    steps: Sequence[tuple[Step, str]] = (
        ("mail", f"MAIL FROM:<{sender}>"),
        ("recipient", f"RCPT TO:<{recipient}>"),
    )
    for step, command in steps:
        try:
            reply = await client.execute_command(command.encode(), timeout=timeouts.reply)
        except (SMTPException, OSError) as error:
            text = f"no reply to {command}: {connection_error(server.address, error)}"
            raise DeliveryError(text, "relay") from error
        if reply.code not in ACCEPTED:
            _raise_refused(step, command, reply, may_log_in=may_log_in)
    with suppress(SMTPException, OSError):
        await client.rset(timeout=timeouts.reply)


def _raise_refused(step: Step, command: str, reply: SMTPResponse, *, may_log_in: bool) -> None:
    """Raises the error of a refusal.

    Ignores temporary refusals that may concern only this recipient.
    """
    fault = reply_fault(step, reply.code, reply.message, may_log_in=may_log_in)
    permanent = reply.code >= PERMANENT
    if permanent or fault not in ("mail", "recipient"):
        text = f"{command} was refused: {in_our_words(*reply, fault)}"
        raise DeliveryError(text, fault, permanent=permanent, in_mail=True)


def _capabilities(server: RelayServer, client: SMTP) -> RelayCapabilities:
    tls = client.get_transport_info("ssl_object")
    user = server.login.user if server.login else ""
    size = client.esmtp_extensions.get("size", "")
    capabilities = RelayCapabilities(
        text="",
        tls=(tls.version() or "TLS") if tls else "",
        login=user,
        max_size=int(size) or None if SIZE.fullmatch(size) else None,
        smtputf8=client.supports_extension("smtputf8"),
        extensions=tuple(sorted(name.upper() for name in client.esmtp_extensions)),
    )
    parts = [f"with {capabilities.tls}" if capabilities.tls else "without TLS"]
    parts.append(f"with the login {user}" if user else "without a login")
    return replace(capabilities, text=f"{server.address} accepts mail {listing(parts)}")
