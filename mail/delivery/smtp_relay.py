"""An SMTP server as the relay, with a few connections that are each used for many mails."""

from collections.abc import Collection, Mapping, Sequence

from aiosmtplib import SMTPException, SMTPResponse

from mail.delivery.connection_errors import connection_error
from mail.delivery.relay import DeliveryError
from mail.delivery.smtp_dialogue import SmtpDialogue, check_command
from mail.delivery.smtp_replies import ACCEPTED, CLOSING, Step, in_our_words, reply_fault
from mail.delivery.smtp_session import RelayServer, SmtpSession, Timeouts

MAX_CONNECTIONS = 4
"""The most connections of a server, unless it has more processes that deliver."""
GO_ON = 354
EXPECTED: Mapping[Step, Collection[int]] = {
    "mail": ACCEPTED,
    "recipient": ACCEPTED,
    "data": (GO_ON,),
}


class SmtpRelay:
    """A relay that sends mails to an SMTP server."""

    def __init__(
        self, server: RelayServer, timeouts: Timeouts | None = None, *, workers: int = 1
    ) -> None:
        """`workers`: the processes that share the connections."""
        self._login = server.login
        self.connections = tuple(
            SmtpConnection(server, timeouts or Timeouts())
            for _ in range(max(MAX_CONNECTIONS // workers, 1))
        )

    def has_new_secret(self) -> bool:
        """Returns True if the secret of a refused login has changed since."""
        return self._login is not None and self._login.secret.refused()


class SmtpConnection:
    """A connection that is opened by the first mail, and kept until it is closed."""

    def __init__(self, server: RelayServer, timeouts: Timeouts) -> None:
        self._server, self._timeouts = server, timeouts
        self._session = SmtpSession(server, timeouts)
        self._client = self._session.client
        self._dialogue: SmtpDialogue | None = None

    async def open(self) -> None:
        """Connects, unless it is connected."""
        await self._open()

    async def send(self, sender: str, recipient: str, message: bytes) -> None:
        """Sends the mail to the server."""
        try:
            dialogue = await self._start_mail(sender, recipient)
        except ValueError as error:  # control characters or surrogates
            raise DeliveryError(f"no such address: {error}", permanent=True) from error
        dialogue.send_content(message)
        reply = await self._reply(dialogue, "message")
        if reply.code not in ACCEPTED:
            await self._raise_refused(dialogue, reply, "message")

    async def close(self) -> None:
        """Closes the connection, politely if it works."""
        if self._dialogue:
            self._dialogue.give_back()
        self._dialogue = None
        await self._session.close()

    async def _open(self) -> SmtpDialogue:
        """Returns the dialogue over a connection, a new one if the last can't be used any more."""
        if self._dialogue and self._dialogue.is_usable and self._client.is_connected:
            return self._dialogue
        if self._dialogue:
            await self._session.abort()
        await self._session.open()
        self._dialogue = SmtpDialogue(self._client)
        return self._dialogue

    async def _start_mail(self, sender: str, recipient: str) -> SmtpDialogue:
        """Sends all before the message; again if the server has closed an old connection."""
        used = self._client.is_connected
        try:
            return await self._send_envelope(sender, recipient)
        except DeliveryError:
            if not used or self._client.is_connected:
                raise
            return await self._send_envelope(sender, recipient)

    async def _send_envelope(self, sender: str, recipient: str) -> SmtpDialogue:
        """Sends sender, recipient and DATA, together if the server allows that."""
        dialogue = await self._open()
        commands = self._envelope(sender, recipient)
        together = self._client.supports_extension("pipelining")
        if together:
            dialogue.send(command for _, command in commands)
        for place, (step, command) in enumerate(commands, 1):
            if not together:
                dialogue.send([command])
            reply = await self._reply(dialogue, step)
            if reply.code not in EXPECTED[step]:
                if together and _is_refusal(reply):
                    await self._skip_replies(dialogue, len(commands) - place)
                await self._raise_refused(dialogue, reply, step)
        return dialogue

    def _envelope(self, sender: str, recipient: str) -> Sequence[tuple[Step, bytes]]:
        """Returns the commands before the message; raises ValueError for bad addresses."""
        smtputf8 = b""
        if not (sender + recipient).isascii():
            if not self._client.supports_extension("smtputf8"):
                error = "the relay doesn't take addresses beyond ASCII (SMTPUTF8)"
                raise DeliveryError(error, "recipient", permanent=True)
            smtputf8 = b" SMTPUTF8"
        return (
            ("mail", check_command(b"MAIL FROM:<%b>%b" % (sender.encode(), smtputf8))),
            ("recipient", check_command(b"RCPT TO:<%b>" % recipient.encode())),
            ("data", b"DATA"),
        )

    async def _skip_replies(self, dialogue: SmtpDialogue, count: int) -> None:
        """Reads the replies to what was sent together with a refused command.

        A server that wants a message all the same gets none: it might deliver it.
        """
        try:
            replies = [await dialogue.reply(self._timeouts.reply) for _ in range(count)]
        except (SMTPException, OSError):
            self._client.close()
        else:
            if replies and replies[-1].code == GO_ON:
                self._client.close()

    async def _reply(self, dialogue: SmtpDialogue, step: Step) -> SMTPResponse:
        in_message = step in ("data", "message")
        seconds = self._timeouts.message if in_message else self._timeouts.reply
        try:
            return await dialogue.reply(seconds)
        except (SMTPException, OSError) as error:
            self._client.close()
            text = connection_error(self._server.address, error)
            raise _broken(text, step) from error

    async def _raise_refused(self, dialogue: SmtpDialogue, reply: SMTPResponse, step: Step) -> None:
        """Raises the error of an unexpected reply."""
        offers_login = self._client.supports_extension("auth")
        if not _is_refusal(reply):
            self._client.close()
            raise _broken(in_our_words(*reply, "connection"), step)
        if reply.code == CLOSING:
            self._client.close()
        else:
            await self._reset(dialogue)
        may_log_in = self._server.login is None and offers_login
        fault = reply_fault(step, reply.code, reply.message, may_log_in=may_log_in)
        text = in_our_words(*reply, fault)
        raise DeliveryError(text, fault, permanent=reply.code >= 500, in_mail=True)

    async def _reset(self, dialogue: SmtpDialogue) -> None:
        """Resets the connection for the next mail, or closes it."""
        if not self._client.is_connected:
            return
        dialogue.send([b"RSET"])
        try:
            reset = (await dialogue.reply(self._timeouts.reply)).code in ACCEPTED
        except (SMTPException, OSError):
            reset = False
        if not reset:
            self._client.close()


def _is_refusal(reply: SMTPResponse) -> bool:
    """Returns True for a reply that says no, and False for one that makes no sense."""
    return 400 <= reply.code < 600


def _broken(text: str, step: Step) -> DeliveryError:
    """Returns the error of a connection that broke, or said nothing that makes sense.

    In reply to MAIL it is no mail's fault: a server may close after the login, as Dovecot does
    while it can't reach the server behind it.
    """
    return DeliveryError(text, "relay" if step == "mail" else "connection", in_mail=True)
