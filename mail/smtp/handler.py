"""What aiosmtpd asks about a mail, and what it is told."""

import asyncio
import logging
import secrets
from asyncio import shield, wrap_future
from typing import Protocol

import structlog
from aiosmtpd.proxy_protocol import ProxyData
from aiosmtpd.smtp import SMTP, Envelope, Session, TLSSetupException

from mail.smtp.limits import SmtpLimits
from mail.smtp.receiver import Busy, Receiver, TemporaryFailure
from mail.smtp.throttled_log import ThrottledLog

UNOFFERED = ("250-AUTH", "250-HELP")
"""Nobody has a name and a password here; aiosmtpd offers them once there is TLS."""

WRONG = "451 4.3.0 Something went wrong here (reference {}); please try again"

log = structlog.get_logger()
for name in ("mail.log", "mail.debug"):
    logging.getLogger(name).setLevel(logging.CRITICAL)  # aiosmtpd logs what clients say


class Client(Protocol):
    """A connection through a proxy."""

    def comes_from(self, address: object) -> bool:
        """Notes where; False when there are too many from there."""
        ...


class Handler:
    """Answers for all connections."""

    def __init__(self, receiver: Receiver, limits: SmtpLimits, remarks: ThrottledLog) -> None:
        self._receiver = receiver
        self._limits = limits
        self._remarks = remarks
        self.in_hand: set[asyncio.Future[None]] = set()
        """Letters that the receiver isn't done with."""

    async def handle_EHLO(
        self, server: SMTP, session: Session, envelope: Envelope, name: str, offers: list[str]
    ) -> list[str]:
        """What we offer; in one piece, or each line would cost a packet and a wait."""
        session.host_name = name
        kept = [offer for offer in offers[:-1] if not offer.startswith(UNOFFERED)]
        return ["\r\n".join([*kept, "250-PIPELINING", offers[-1]])]

    async def handle_PROXY(
        self, server: Client, session: Session, envelope: Envelope, proxy: ProxyData
    ) -> bool:
        """A proxy says for whom it speaks; whether that one may go on."""
        return server.comes_from(proxy.src_addr)

    async def handle_MAIL(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """A mail begins."""
        if not address.isprintable():  # nor can it be stored or answered
            return "553 5.1.7 This sender's address can't be written"
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 2.1.0 Ok"

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Only our own addresses are accepted."""
        if not (address.isprintable() and self._receiver.accepts(address)):
            return "550 5.1.1 There is no such address here"
        if len(envelope.rcpt_tos) >= self._limits.recipients:
            return "452 4.5.3 Too many recipients"
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(options)
        return "250 2.1.5 Ok"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """A mail has come; 250 once it is safe."""
        content = envelope.content if isinstance(envelope.content, bytes) else b""
        sender, recipients = envelope.mail_from or "", tuple(envelope.rcpt_tos)
        try:
            done = wrap_future(self._receiver.receive(sender, recipients, content))
            self.in_hand.add(done)
            done.add_done_callback(self.in_hand.discard)
            await shield(done)  # a client that hangs up cancels us, but not its letter
        except Busy:
            self._remarks.make("too many letters wait", "")
            return "451 4.3.2 Too many mails wait here; please try again later"
        except TemporaryFailure as again:
            return WRONG.format(again.reference)
        return "250 2.0.0 Accepted"

    async def handle_exception(self, error: Exception) -> str:
        """It is our fault, so the client may try again; only the log says why."""
        if isinstance(error, TLSSetupException):
            self._remarks.make("tls failed", "")
            return ""
        reference = secrets.token_hex(4)
        log.error("smtp failed", reference=reference, exc_info=error)
        return WRONG.format(reference)
