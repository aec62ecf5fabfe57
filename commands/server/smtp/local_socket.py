"""Serve `pbm receive` and lines typed in the shell on a socket in the data folder.

The mail server's program gets its answer once its email is stored. Without an answer, the mail
server sends the email again. A typed line isn't repeated once its program was notified that it has
begun.
"""

import asyncio
import math
import os
import socket
import struct
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from commands.server.typed_lines import TypedLine
from commands.system import local_socket_protocol as protocol
from mail import MAX_MAIL_BYTES
from mail.reading.envelope import Envelope, find_envelope
from mail.reading.incoming import IncomingMail, read_incoming_mail
from mail.smtp.receiver_interface import Busy, TemporaryFailure
from pbm.process.lazy_logger import get_logger

log = get_logger()
MAX_AT_ONCE = 16
"""Maximum number of simultaneous connections. Further programs wait for a free one."""
PATIENCE_SECONDS = 1
"""Seconds after which an incomplete email is cut off if another program waits for a connection."""
READ_SECONDS = 60
"""Seconds for an email to arrive completely. Both ends are on this machine."""
DRAIN_SECONDS = 10
"""Seconds for answering emails that have already arrived when the server stops."""
PAUSE_SECONDS = 1
Submit = Callable[[str, int, Callable[[], object]], "asyncio.Future[Any]"]
"""Passes on an email or a typed line.

It gets the client's network, the number of bytes, and a function that reads them.
"""


class PipeServer:
    """Takes emails and typed lines from programs on this machine. Each uses its own connection."""

    def __init__(self, submit: Submit) -> None:
        self._submit = submit
        self._accepting: list[asyncio.Task[None]] = []
        self._taking: set[asyncio.Task[None]] = set()
        self._reading: dict[asyncio.Task[None] | None, float] = {}
        """The tasks that are still reading their emails, oldest first, with their start times."""

    def serve(self, listening: socket.socket) -> None:
        """Takes connections from a listening socket until `stop`.

        Other processes may share the socket.
        """
        listening.setblocking(False)
        self._accepting.append(asyncio.create_task(self._accept(listening)))

    async def stop(self) -> None:
        """Stops accepting connections, and answers the emails that have arrived."""
        for task in self._accepting:
            task.cancel()
        if self._taking:
            await asyncio.wait(self._taking, timeout=DRAIN_SECONDS)

    async def _accept(self, listening: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        with listening:
            while True:
                await self._make_room()
                try:
                    connection, _ = await loop.sock_accept(listening)
                except OSError as error:  # no more files can be opened now
                    log.warning("failed to accept a connection from pbm receive", error=error)
                    await asyncio.sleep(PAUSE_SECONDS)
                    continue
                task = asyncio.create_task(self._take(connection))
                self._taking.add(task)
                self._reading[task] = loop.time()
                task.add_done_callback(self._finish)

    async def _make_room(self) -> None:
        """Waits for a free connection. If that takes too long, disconnects the slowest program."""
        while len(self._taking) >= MAX_AT_ONCE:
            oldest, begun = next(iter(self._reading.items()), (None, math.inf))
            wait = begun + PATIENCE_SECONDS - asyncio.get_running_loop().time()
            done, _ = await asyncio.wait(
                self._taking,
                timeout=max(wait, 0) if oldest else None,
                return_when=asyncio.FIRST_COMPLETED,
            )
            if oldest in self._reading and not done and oldest:
                oldest.cancel()
                await asyncio.wait([oldest])

    def _finish(self, task: "asyncio.Task[None]") -> None:
        self._taking.discard(task)
        self._reading.pop(task, None)

    async def _take(self, connection: socket.socket) -> None:
        """Serves a connection.

        An error closes the connection without an answer, so that the sender retries later.
        """
        with suppress(OSError, ValueError, TimeoutError, asyncio.IncompleteReadError):
            reader, writer = await asyncio.open_unix_connection(sock=connection)
            try:
                async with asyncio.timeout(READ_SECONDS):
                    is_line, values, content = await _read(reader)
                self._reading.pop(asyncio.current_task(), None)
                if is_line:
                    if not _is_own(connection):
                        return
                    writer.write(protocol.BEGUN)
                    if writer.is_closing():  # the program has exited
                        return
                answer = self._run if is_line else self._answer
                writer.write(await answer(values, content))
                await writer.drain()
            finally:
                writer.close()

    async def _run(self, values: protocol.Values, content: bytes) -> bytes:
        """Passes on a typed line and returns its answer."""
        try:
            done = self._submit("", len(content), partial(TypedLine, values, content))
            answer: bytes = await done
        except (Busy, TemporaryFailure):  # it wasn't passed on
            return protocol.encode_answer(protocol.ELSEWHERE)
        return answer

    async def _answer(self, values: protocol.Values, content: bytes) -> bytes:
        """Passes on an email and returns the answer, once the email is stored or has failed."""
        options = dict(values)
        network = options.get(protocol.FROM, options.get("SENDER", "")).lower()
        try:
            read = partial(read_piped_mail, values, content)
            await self._submit(network, len(content), read)
        except Busy:
            return protocol.BUSY
        except TemporaryFailure as failure:
            return f"error, reference {failure.reference}".encode()
        return protocol.STORED


def read_piped_mail(values: protocol.Values, content: bytes) -> IncomingMail:
    """Returns the email that a program sent with these options and environment variables."""
    envelope = envelope_of(values, content)
    return read_incoming_mail(envelope.sender, envelope.recipients, content)


def envelope_of(values: protocol.Values, content: bytes) -> Envelope:
    """Returns the envelope given by options and variables, or else by the email's headers."""
    options = dict(values)
    recipients = [value for name, value in values if name == protocol.TO]
    return find_envelope(content, options.get(protocol.FROM), recipients, options)


def _is_own(connection: socket.socket) -> bool:
    """Whether a program of the server's own user or of root is connected."""
    size = struct.calcsize("3i")
    credentials = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size)
    _, user, _ = struct.unpack("3i", credentials)
    return user in (0, os.geteuid())


async def _read(reader: asyncio.StreamReader) -> tuple[bool, protocol.Values, bytes]:
    """Reads an email with its values, or a typed line.

    Returns whether it is a line, the values, and the content. Raises ValueError if it is too long,
    or IncompleteReadError if it is cut off.
    """
    first = await reader.readline()
    head, content = protocol.read_lengths(first.removeprefix(protocol.LINE))
    if head > protocol.MAX_HEAD_BYTES or content > MAX_MAIL_BYTES + 1:
        raise ValueError("too long")
    values = protocol.read_values(await reader.readexactly(head))
    return first.startswith(protocol.LINE), values, await reader.readexactly(content)
