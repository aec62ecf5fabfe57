"""A try of a mail server that is the relay: what it offers, without a mail."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from aiosmtplib import SMTP, SMTPException

from mail.delivery.relay import DeliveryError
from mail.delivery.replies import ACCEPTED, reply_fault
from mail.delivery.smtp_session import RelayServer, SmtpSession, Timeouts
from pbm.wording import listing

GOODBYE_SECONDS = 3


@dataclass(frozen=True, slots=True)
class RelayCapabilities:
    """The capabilities of a relay that was reached, and logged in at."""

    text: str
    """A sentence about the relay, without its end."""
    tls: str = ""
    """The version of TLS; empty if there is none."""
    login: str = ""
    """The user who was logged in; empty if there is no login."""
    max_size: int | None = None
    """The most bytes of a mail; None if it isn't said."""
    smtputf8: bool = False
    """True if it takes addresses beyond ASCII."""
    extensions: Sequence[str] = ()
    """All that it offers, in upper case."""


async def probe_server(
    server: RelayServer, senders: Sequence[str], timeouts: Timeouts | None = None
) -> RelayCapabilities:
    """Connects as for a mail, with TLS and login, and quits; raises DeliveryError.

    `senders`: the envelope senders that must be accepted, of which none is used for a mail.
    """
    session = SmtpSession(server, timeouts)
    await session.open()
    try:
        for sender in senders:
            await _probe_sender(session.client, sender)
        return _capabilities(server, session.client)
    finally:
        with suppress(SMTPException, OSError, asyncio.TimeoutError):
            await session.client.quit(timeout=GOODBYE_SECONDS)
        session.client.close()


async def _probe_sender(client: SMTP, sender: str) -> None:
    try:
        reply = await client.execute_command(b"MAIL", b"FROM:<%b>" % sender.encode())
        await client.rset()
    except (SMTPException, OSError) as error:
        raise DeliveryError(f"MAIL FROM:<{sender}> got no answer: {error}", "relay") from error
    if reply.code not in ACCEPTED:
        fault = reply_fault("mail", reply.code, reply.message)
        text = f"MAIL FROM:<{sender}> was refused: {reply.code} {reply.message}"
        raise DeliveryError(text, fault, permanent=reply.code >= 500, in_mail=True)


def _capabilities(server: RelayServer, client: SMTP) -> RelayCapabilities:
    tls = client.get_transport_info("ssl_object")
    user = server.login.user if server.login else ""
    size = client.esmtp_extensions.get("size", "")
    found = RelayCapabilities(
        text="",
        tls=(tls.version() or "TLS") if tls else "",
        login=user,
        max_size=int(size) if size.isdecimal() and int(size) else None,
        smtputf8=client.supports_extension("smtputf8"),
        extensions=tuple(sorted(name.upper() for name in client.esmtp_extensions)),
    )
    parts = [f"with {found.tls}" if found.tls else "without TLS"]
    parts.append(f"logged in as {user}" if user else "without a login")
    return replace(found, text=f"{server.address} takes mail, {listing(parts, 'and')}")
