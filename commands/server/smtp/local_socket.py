"""Serve `pbm receive` and lines typed in the shell on a socket in the data folder.

The program gets its answer once its email is stored. If it gets none, the email comes again. A line
doesn't, once its program was told that it has begun.
"""

import asyncio
import math
import os
import socket
import struct
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from typing import Any

from commands.server.typed_lines import TypedLine
from commands.system import local_requests
from mail import MAX_MAIL_BYTES
from mail.reading.envelope import Envelope, find_envelope
from mail.reading.incoming import IncomingMail, read_incoming_mail
from mail.smtp.receiver import Busy, TemporaryFailure
from pbm.process.lazy_logger import get_logger

log = get_logger()
MAX_AT_ONCE = 16
"""The mails taken at the same time; further programs wait until they are let in."""
PATIENCE_SECONDS = 1
"""The time after which a mail that hasn't come yet makes way for a program that waits."""
READ_SECONDS = 60
"""The time for a mail to come: both ends are on this machine."""
DRAIN_SECONDS = 10
"""The time for the answers to mails that have come, when the server stops."""
PAUSE_SECONDS = 1
Submit = Callable[[str, Callable[[], object]], "Future[Any]"]
"""Passes on a mail of a network, as it is read; or a line, whose answer is the result."""


class PipeServer:
    """Takes the mails of programs on this machine, each through a connection of its own."""

    def __init__(self, submit: Submit) -> None:
        self._submit = submit
        self._accepting: list[asyncio.Task[None]] = []
        self._taking: set[asyncio.Task[None]] = set()
        self._reading: dict[asyncio.Task[None] | None, float] = {}
        """The tasks whose mails haven't come yet, the oldest first, with their beginnings."""

    def serve(self, listening: socket.socket) -> None:
        """Takes mails from a socket that listens, until `stop`; other processes may, too."""
        listening.setblocking(False)
        self._accepting.append(asyncio.create_task(self._accept(listening)))

    async def stop(self) -> None:
        """Takes no more mails, and answers the mails that have come."""
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
                except OSError as error:  # no file may be opened now
                    log.warning("connection of pbm receive not accepted", error=error)
                    await asyncio.sleep(PAUSE_SECONDS)
                    continue
                task = asyncio.create_task(self._take(connection))
                self._taking.add(task)
                self._reading[task] = loop.time()
                task.add_done_callback(self._finish)

    async def _make_room(self) -> None:
        """Waits until one more mail may be taken; the slowest program is cut off meanwhile."""
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
        """Takes a mail; one that doesn't come completely comes again, as does one unanswered."""
        with suppress(OSError, ValueError, TimeoutError, asyncio.IncompleteReadError):
            reader, writer = await asyncio.open_unix_connection(sock=connection)
            try:
                async with asyncio.timeout(READ_SECONDS):
                    is_line, values, content = await _read(reader)
                self._reading.pop(asyncio.current_task(), None)
                if is_line:
                    if not _is_own(connection):
                        return
                    writer.write(local_requests.BEGUN)
                    if writer.is_closing():  # the program has gone
                        return
                answer = self._run if is_line else self._answer
                writer.write(await answer(values, content))
                await writer.drain()
            finally:
                writer.close()

    async def _run(self, values: local_requests.Values, content: bytes) -> bytes:
        """Returns the answer to a line."""
        try:
            done = self._submit("", partial(TypedLine, values, content))
            answer: bytes = await asyncio.wrap_future(done)
        except (Busy, TemporaryFailure):  # it wasn't passed on
            return local_requests.encode_answer(local_requests.ELSEWHERE)
        return answer

    async def _answer(self, values: local_requests.Values, content: bytes) -> bytes:
        """Returns the answer, once the mail is stored or can't be."""
        given = dict(values)
        network = given.get(local_requests.FROM, given.get("SENDER", "")).lower()
        try:
            done = self._submit(network, partial(read_piped_mail, values, content))
            await asyncio.wrap_future(done)
        except Busy:
            return local_requests.BUSY
        except TemporaryFailure as failure:
            return f"error, reference {failure.reference}".encode()
        return local_requests.STORED


def read_piped_mail(values: local_requests.Values, content: bytes) -> IncomingMail:
    """Returns the mail that came with these options and variables."""
    envelope = envelope_of(values, content)
    return read_incoming_mail(envelope.sender, envelope.recipients, content)


def envelope_of(values: local_requests.Values, content: bytes) -> Envelope:
    """Returns the envelope by these options and variables, or by the headers of the mail."""
    given = dict(values)
    recipients = [value for name, value in values if name == local_requests.TO]
    return find_envelope(content, given.get(local_requests.FROM), recipients, given)


def _is_own(connection: socket.socket) -> bool:
    """Returns True for a program of the server's own user, or root's."""
    size = struct.calcsize("3i")
    credentials = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size)
    _, user, _ = struct.unpack("3i", credentials)
    return user in (0, os.geteuid())


async def _read(reader: asyncio.StreamReader) -> tuple[bool, local_requests.Values, bytes]:
    """Reads a mail and its values, or a line, and tells which.

    Raises ValueError, or IncompleteReadError if it is cut off.
    """
    first = await reader.readline()
    head, content = local_requests.read_lengths(first.removeprefix(local_requests.LINE))
    if head > local_requests.MAX_HEAD_BYTES or content > MAX_MAIL_BYTES + 1:
        raise ValueError("too long")
    values = local_requests.read_values(await reader.readexactly(head))
    return first.startswith(local_requests.LINE), values, await reader.readexactly(content)
