"""Handle the events of aiosmtpd."""

import asyncio
import logging
import secrets
from asyncio import shield, wrap_future
from collections.abc import Sequence
from typing import Protocol

from aiosmtpd.proxy_protocol import ProxyData
from aiosmtpd.smtp import SMTP, Envelope, Session, TLSSetupException

from mail.smtp import metrics
from mail.smtp.networks import network_of
from mail.smtp.receiver_interface import Busy, Receiver, TemporaryFailure
from mail.smtp.smtp_limits import SmtpLimits
from pbm.process.lazy_logger import get_logger

HOOKS = ("handle_PROXY", "handle_MAIL", "handle_RCPT", "handle_DATA")
INTERNAL_ERROR = "451 4.3.0 Internal error (reference {}); please try again later"

log = get_logger()
for name in ("mail.log", "mail.debug"):
    logging.getLogger(name).setLevel(logging.CRITICAL)  # aiosmtpd logs clients' data


class Client(Protocol):
    """The attributes of a connection that the handler needs."""

    source: str
    """The client's address or network. Empty for our own mail server."""

    def set_source(self, address: object) -> bool:
        """Sets the source. If it has too many connections, disconnects and returns False."""
        ...


class Handler:
    """Handles the events of all connections."""

    def __init__(self, receiver: Receiver, limits: SmtpLimits) -> None:
        self._receiver = receiver
        self._limits = limits
        self.pending: set[asyncio.Future[None]] = set()
        """The emails that the receiver is still processing."""

    def __dir__(self) -> Sequence[str]:
        # For each connection, aiosmtpd searches these for hooks.
        return HOOKS

    async def handle_PROXY(
        self, server: Client, session: Session, envelope: Envelope, proxy: ProxyData
    ) -> bool:
        """Sets the source that a proxy reports. Returns whether the connection may continue."""
        return server.set_source(proxy.src_addr)

    async def handle_MAIL(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Accepts any sender that can be stored."""
        if not address.isprintable():  # it couldn't be stored or answered
            return "553 5.1.7 The sender's address is invalid"
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 2.1.0 Ok"

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Accepts a recipient only if it is one of the server's addresses."""
        if not (address.isprintable() and self._receiver.accepts(address)):
            metrics.RECIPIENTS_REFUSED.add()
            return "550 5.1.1 No such address here"
        if len(envelope.rcpt_tos) >= self._limits.recipients:
            metrics.RECIPIENTS_REFUSED.add()
            return "452 4.5.3 Too many recipients"
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(options)
        return "250 2.1.5 Ok"

    async def handle_DATA(self, server: Client, session: Session, envelope: Envelope) -> str:
        """Passes an email to the receiver. Replies 250 once it is stored."""
        content = envelope.content if isinstance(envelope.content, bytes) else b""
        sender, recipients = envelope.mail_from or "", tuple(envelope.rcpt_tos)
        try:
            network = network_of(server.source) or sender.lower()
            done = wrap_future(self._receiver.receive(sender, recipients, content, network))
            self.pending.add(done)
            done.add_done_callback(self._finish)
            # If the client disconnects, this task is cancelled, but the email is still stored.
            await shield(done)
        except Busy:
            log.warning("backlog full")
            return "451 4.3.2 Too many messages are waiting; please try again later"
        except TemporaryFailure as failure:
            return INTERNAL_ERROR.format(failure.reference)
        return "250 2.0.0 Accepted"

    def _finish(self, done: "asyncio.Future[None]") -> None:
        """Forgets an email that was processed. Its error, if any, was logged where it occurred."""
        self.pending.discard(done)
        if not done.cancelled():
            done.exception()  # otherwise asyncio logs that nobody retrieved it

    async def handle_exception(self, error: Exception) -> str:
        """Logs an internal error, and returns a reply after which the client tries again."""
        if isinstance(error, TLSSetupException):
            log.warning("TLS failed")
            return ""
        reference = secrets.token_hex(4)
        log.error("SMTP failed", reference=reference, exc_info=error)
        return INTERNAL_ERROR.format(reference)
