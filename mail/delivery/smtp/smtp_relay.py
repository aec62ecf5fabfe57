"""An SMTP server as the relay. Each of a few connections sends many emails."""

import re
from collections.abc import Awaitable

from aiosmtplib import SMTPDataError, SMTPException, SMTPResponse

from mail.delivery.relay import DeliveryError
from mail.delivery.smtp.connection_errors import connection_error
from mail.delivery.smtp.message_data import send_data
from mail.delivery.smtp.replies import ACCEPTED, CLOSING, Step, in_our_words, reply_fault
from mail.delivery.smtp.session import RelayServer, SmtpSession, Timeouts

MAX_CONNECTIONS = 4
"""Maximum number of connections to a server. Each process has at least one."""
UNSENDABLE = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")
"""Characters in an address that would end or break the SMTP command."""


class SmtpRelay:
    """A relay that is an SMTP server."""

    def __init__(
        self, server: RelayServer, timeouts: Timeouts | None = None, *, workers: int = 1
    ) -> None:
        """`workers`: number of processes that share the connections."""
        self._login = server.login
        self.connections = tuple(
            SmtpConnection(server, timeouts or Timeouts())
            for _ in range(max(MAX_CONNECTIONS // workers, 1))
        )

    def has_new_secret(self) -> bool:
        """Whether the password or token has changed since the server refused it."""
        return self._login is not None and self._login.secret.refused()


class SmtpConnection:
    """A connection that the first email opens, and that stays open until `close`."""

    def __init__(self, server: RelayServer, timeouts: Timeouts) -> None:
        self._server, self._timeouts = server, timeouts
        self._session = SmtpSession(server, timeouts)
        self._client = self._session.client

    async def open(self) -> None:
        """Connects, unless it is connected already."""
        await self._session.open()

    async def send(self, sender: str, recipient: str, message: bytes) -> None:
        """Sends an email to the server. Raises DeliveryError."""
        if UNSENDABLE.search(sender + recipient):
            raise DeliveryError(
                "the address contains a character that SMTP can't send", permanent=True
            )
        await self._start_email(sender, recipient)
        await self._ask("message", send_data(self._client, message, self._timeouts.message))

    async def close(self) -> None:
        """Closes the connection, with QUIT if it still works."""
        await self._session.close()

    async def _start_email(self, sender: str, recipient: str) -> None:
        """Sends the envelope.

        If the server has closed an idle connection, reconnects and sends it again.
        """
        used = self._client.is_connected
        try:
            await self._send_envelope(sender, recipient)
        except DeliveryError:
            if not used or self._client.is_connected:
                raise
            await self._send_envelope(sender, recipient)

    async def _send_envelope(self, sender: str, recipient: str) -> None:
        await self._session.open()
        option = self._smtputf8_option(sender, recipient)
        await self._command("mail", f"MAIL FROM:<{sender}>{option}")
        await self._command("recipient", f"RCPT TO:<{recipient}>")

    def _smtputf8_option(self, sender: str, recipient: str) -> str:
        if (sender + recipient).isascii():
            return ""
        if not self._client.supports_extension("smtputf8"):
            error = "the relay accepts only ASCII addresses, because it doesn't support SMTPUTF8"
            raise DeliveryError(error, "recipient", permanent=True)
        return " SMTPUTF8"

    async def _command(self, step: Step, command: str) -> None:
        # aiosmtplib's mail() and rcpt() would quote the address again.
        reply = self._client.execute_command(command.encode(), timeout=self._timeouts.reply)
        await self._ask(step, reply)

    async def _ask(self, step: Step, question: Awaitable[SMTPResponse]) -> None:
        """Waits for the reply to a step. Raises DeliveryError unless the server accepts it."""
        try:
            reply = await question
        except SMTPDataError as error:
            # Even a 250 isn't an acceptance here: in reply to DATA, it means that nothing was sent.
            reply = SMTPResponse(error.code, error.message)
        except (SMTPException, OSError) as error:
            await self._session.abort()
            text = connection_error(self._server.address, error)
            raise _broken(text, step) from error
        else:
            if reply.code in ACCEPTED:
                return
        await self._raise_refused(reply, step)

    async def _raise_refused(self, reply: SMTPResponse, step: Step) -> None:
        """Resets or closes the connection, and raises the error for this reply."""
        offers_login = self._client.supports_extension("auth")
        if not _is_refusal(reply):
            await self._session.abort()
            raise _broken(in_our_words(*reply, "connection"), step)
        if reply.code == CLOSING:
            await self._session.abort()
        else:
            await self._reset()
        may_log_in = self._server.login is None and offers_login
        fault = reply_fault(step, reply.code, reply.message, may_log_in=may_log_in)
        text = in_our_words(*reply, fault)
        raise DeliveryError(text, fault, permanent=reply.code >= 500, in_mail=True)

    async def _reset(self) -> None:
        """Resets the connection for the next email, or closes it."""
        try:
            await self._client.rset(timeout=self._timeouts.reply)
        except (SMTPException, OSError):
            await self._session.abort()


def _is_refusal(reply: SMTPResponse) -> bool:
    """Whether the reply is a refusal, rather than something that makes no sense here."""
    return 400 <= reply.code < 600


def _broken(text: str, step: Step) -> DeliveryError:
    """Returns the error for a connection that broke, or on which the server sent an invalid reply.

    If it broke after MAIL, the relay is at fault and not the email. For example, Dovecot closes the
    connection after the login while it can't reach the server behind it.
    """
    return DeliveryError(text, "relay" if step == "mail" else "connection", in_mail=True)
