"""Commands and replies over an open SMTP connection, several commands at once [RFC 2920].

aiosmtplib opens the connection, with TLS and login. It can't send a command before it has the reply
to the last one, and takes three times as long for a mail; so it lends its transport.
"""

import asyncio
import re
from asyncio import Transport
from collections import deque
from collections.abc import Iterable
from typing import cast

from aiosmtplib import (
    SMTP,
    SMTPReadTimeoutError,
    SMTPResponse,
    SMTPResponseException,
    SMTPServerDisconnected,
)

from mail.delivery.connection_errors import MALFORMED
from mail.transports import abort

MAX_REPLY_BYTES = 32_768
MAX_REPLIES = 16
"""The most replies that wait to be read: commands that are sent together have three."""
CONTROLS = re.compile(rb"[\x00-\x1f\x7f]")
OTHER_LINE_ENDS = re.compile(rb"\r\n|\r|\n")


class SmtpDialogue(asyncio.Protocol):
    """The dialogue over a client's connection until it is given back."""

    def __init__(self, client: SMTP) -> None:
        """Takes over the transport of a client that is connected, and waits for no reply."""
        self._client, self._protocol = client, client.protocol
        self._transport = cast(Transport, client.transport)
        self._transport.set_protocol(self)
        self._buffer = bytearray()
        self._lines: list[bytes] = []
        """The lines of a reply whose last one hasn't come yet."""
        self._replies: deque[SMTPResponse] = deque()
        self._error: Exception | None = None
        """The reason why no reply comes any more."""
        self._waiter: asyncio.Future[None] | None = None

    def give_back(self) -> None:
        """Lets the client go on with its connection."""
        if self._protocol and not self._transport.is_closing():
            self._transport.set_protocol(self._protocol)

    @property
    def is_usable(self) -> bool:
        """True unless the connection is lost, or the server has spoken unasked."""
        return not (self._error or self._replies or self._buffer or self._transport.is_closing())

    def send(self, commands: Iterable[bytes]) -> None:
        """Sends commands in one piece."""
        self._transport.write(b"".join(b"%b\r\n" % command for command in commands))

    def send_content(self, message: bytes) -> None:
        """Sends a message, and its end."""
        self._transport.write(as_content(message))

    async def reply(self, seconds: float) -> SMTPResponse:
        """Returns the next reply; raises SMTPException if it isn't whole in time, or makes none.

        The connection can't be used after that.
        """
        timeout = SMTPReadTimeoutError("Timed out waiting for server response")
        timer = asyncio.get_running_loop().call_later(seconds, self._fail, timeout)
        try:
            while not self._replies:
                if self._error:
                    raise self._error
                await self._wait()
        finally:
            timer.cancel()
        return self._replies.popleft()

    def data_received(self, data: bytes) -> None:
        """Takes replies apart; hangs up when there are more than can have been asked for."""
        if self._error:
            return
        self._buffer += data
        *lines, rest = self._buffer.split(b"\n")
        self._buffer = rest
        for line in lines:
            self._add(bytes(line))
        unread = len(rest) + sum(map(len, self._lines))
        if unread > MAX_REPLY_BYTES or len(self._replies) > MAX_REPLIES:
            self._fail(SMTPResponseException(MALFORMED, "Response too long"))
            abort(self._transport)
        self._wake()

    def eof_received(self) -> None:
        """Lets the transport close."""
        self._fail(SMTPServerDisconnected("Unexpected EOF received"))

    def connection_lost(self, error: Exception | None) -> None:
        """Tells the client, too."""
        lost = SMTPServerDisconnected("Connection lost")
        lost.__cause__ = error
        self._fail(lost)
        if self._protocol:
            self._protocol.connection_lost(error)

    def _add(self, line: bytes) -> None:
        """Adds a line of a reply, which is complete if no hyphen follows its code.

        What comes after an error can't be told apart any more.
        """
        if self._error:
            return
        if not line[:3].isdigit():
            self._fail(SMTPResponseException(MALFORMED, "Malformed SMTP response line"))
            return
        self._lines.append(line[4:].strip())
        if line[3:4] != b"-":
            text = b"\n".join(self._lines).decode(errors="surrogateescape")
            self._replies.append(SMTPResponse(int(line[:3]), text))
            self._lines = []

    async def _wait(self) -> None:
        """Waits until there is more to know."""
        self._waiter = asyncio.get_running_loop().create_future()
        try:
            await self._waiter
        finally:
            self._waiter = None

    def _fail(self, error: Exception) -> None:
        self._error = self._error or error
        self._wake()

    def _wake(self) -> None:
        if self._waiter and not self._waiter.done():
            self._waiter.set_result(None)


def check_command(command: bytes) -> bytes:
    """Returns the command; raises ValueError for one that would be more than that."""
    if CONTROLS.search(command):
        raise ValueError("it has a control character")
    return command


def as_content(message: bytes) -> bytes:
    """Returns a message as it follows DATA [RFC 5321, 4.5.2]."""
    ends = message.count(b"\r\n")
    if not ends == message.count(b"\n") == message.count(b"\r"):
        message = OTHER_LINE_ENDS.sub(b"\r\n", message)
    if not message.endswith(b"\r\n"):
        message += b"\r\n"
    content = message.replace(b"\r\n.", b"\r\n..")
    return b"%b%b.\r\n" % (b"." if content.startswith(b".") else b"", content)
