"""Commands and replies over an open SMTP connection, several commands at once [RFC 2920].

aiosmtplib opens the connection, with TLS and login. It can't send a command before it has the reply
to the last one, and takes three times as long for a mail; so it lends its transport.
"""

import asyncio
import re
import socket
import ssl
from asyncio import Transport
from collections import deque
from collections.abc import Iterable, Iterator
from typing import cast

from aiosmtplib import (
    SMTP,
    SMTPConnectTimeoutError,
    SMTPReadTimeoutError,
    SMTPResponse,
    SMTPResponseException,
    SMTPServerDisconnected,
    SMTPTimeoutError,
)

from mail.delivery.relay import Fault
from mail.delivery.relay_address import RELAY_PORTS
from mail.delivery.smtp_replies import in_our_words, is_about_rate
from mail.servers.address import ServerAddress

MAX_REPLY_BYTES = 32_768
MAX_REPLIES = 16
"""The most replies that wait to be read: commands that are sent together have three."""
MALFORMED = -1
"""The code of what is no reply."""
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
            self._transport.abort()
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


# Errors of a connection to a mail server, in plain words.

EXPIRED, NOT_YET_VALID = 10, 9
SELF_SIGNED = (18, 19)
UNKNOWN_ISSUER = (2, 20, 21)
OTHER_NAME = (62, 64)
"""OpenSSL's codes of errors in certificates (x509_vfy.h)."""
NUMBERS = re.compile(r"\[Errno (\d+)\]")


def connection_error(address: ServerAddress, error: BaseException) -> str:
    """Returns the reason why a connection can't be used, in a sentence without its end."""
    if isinstance(error, SMTPTimeoutError) and not isinstance(error, SMTPConnectTimeoutError):
        return f"{address} stopped answering"
    for cause in _causes(error):
        if text := _text(address, cause):
            return text
    return f"{address} can't be used ({type(error).__name__})"


def connection_fault(error: BaseException) -> Fault:
    """Returns the fault of an error in opening a connection."""
    if isinstance(error, SMTPResponseException) and is_about_rate(error.code, error.message):
        return "rate"
    return "tls" if any(isinstance(cause, ssl.SSLError) for cause in _causes(error)) else "relay"


def _causes(error: BaseException) -> Iterator[BaseException]:
    """Yields the errors behind an error, the first cause first."""
    found = [error]
    while cause := found[-1].__cause__:
        found.append(cause)
    return reversed(found)


def _text(address: ServerAddress, error: BaseException) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"the certificate of {address} isn't valid: {_certificate(address, error)}"
    if isinstance(error, ssl.SSLError):
        return _tls(address, error)
    if isinstance(error, socket.gaierror):
        return _name(address, error)
    if isinstance(error, SMTPResponseException):
        if error.code == MALFORMED:
            return f"{address} doesn't speak SMTP"
        said = in_our_words(error.code, error.message, connection_fault(error))
        return f"{address} takes no mail: {said}"
    if isinstance(error, TimeoutError):
        return _silence(address)
    if isinstance(error, SMTPServerDisconnected | ConnectionResetError):
        return f"{address} closed the connection"
    if isinstance(error, OSError):
        return _network(address, error)
    return ""


def _certificate(address: ServerAddress, error: ssl.SSLCertVerificationError) -> str:
    """Returns the fault of a certificate."""
    reasons = {
        EXPIRED: "it has expired",
        NOT_YET_VALID: "it isn't valid yet (is this machine's clock right?)",
        **dict.fromkeys(OTHER_NAME, f"it is for another name than {address.host}"),
        **dict.fromkeys(SELF_SIGNED, "it is signed by itself, and not by a known issuer"),
        **dict.fromkeys(UNKNOWN_ISSUER, "its issuer isn't known here"),
    }
    return reasons.get(error.verify_code, error.verify_message)


def _tls(address: ServerAddress, error: ssl.SSLError) -> str:
    if error.reason in ("WRONG_VERSION_NUMBER", "HTTP_REQUEST") and address.scheme != "submission":
        return f"{address} doesn't begin with TLS: submission://, on port 587, may be meant"
    return f"{address} and this machine find no common TLS: {error.reason or error}"


def _name(address: ServerAddress, error: socket.gaierror) -> str:
    if error.errno == socket.EAI_AGAIN:
        return f"the name {address.host} can't be looked up now: no name server answers"
    return f"there is no host {address.host}"


def _silence(address: ServerAddress) -> str:
    if address.scheme != "submissions" and address.port == RELAY_PORTS["submissions"]:
        return f"{address} doesn't answer: this port wants TLS at once, by submissions://"
    return f"{address} doesn't answer (is a firewall in between?)"


def _network(address: ServerAddress, error: OSError) -> str:
    """Returns the error of a connection; of several, one for each IP address, if all agree."""
    numbers = {error.errno} if error.errno else set(map(int, NUMBERS.findall(str(error))))
    errors = {type(OSError(number, "")) for number in numbers}
    if errors == {ConnectionRefusedError}:
        return f"{address} refuses connections: no mail server runs there"
    return f"{address} can't be reached: {error.strerror or error}"
