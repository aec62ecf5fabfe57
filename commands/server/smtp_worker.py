"""The SMTP process: serves clients on one core, while the server processes mail on another.

It doesn't open the database. It parses mails, and passes them to the server, which stores them.
"""

import asyncio
import os
import secrets
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from itertools import count
from multiprocessing.connection import Connection

from commands.server.fair_worker import FairWorker
from commands.server.handshake import OPEN
from commands.server.heartbeat import Heartbeat
from commands.server.listeners import make_server, start_listeners
from commands.server.own_address import OwnAddressReceiver
from commands.settings import Settings
from commands.system.logging import configure_logging
from mail.reading.incoming import IncomingMail, read_incoming_mail
from mail.smtp.receiver import Busy, TemporaryFailure
from pbm.errors import UsageError
from pbm.lazy_logger import get_logger

STOP = "stop"
STORED, BUSY = "", "busy"
"""Results of a mail; any other string is the reference of its error in the log."""

log = get_logger()


def run_smtp_worker(settings: Settings, pipe: Connection, beating: Connection) -> None:
    """Serves clients until the server sends STOP, or dies."""
    configure_logging(settings.log_style)
    with suppress(BrokenPipeError):  # the server died before OPEN was sent
        asyncio.run(_serve(settings, pipe, Heartbeat(beating)))


async def _serve(settings: Settings, pipe: Connection, heartbeat: Heartbeat) -> None:
    loop, stopping = asyncio.get_running_loop(), asyncio.Event()
    writer_pipe = WriterPipe(pipe, lambda: loop.call_soon_threadsafe(stopping.set))
    try:
        server = make_server(settings, OwnAddressReceiver(settings, writer_pipe.receive))
        await start_listeners(server, settings)
    except UsageError as error:
        pipe.send(error.text)
        return
    pipe.send(OPEN)
    threading.Thread(target=writer_pipe.listen, name="writer pipe", daemon=True).start()
    async with heartbeat.beating():
        await stopping.wait()
        await server.stop()


class WriterPipe:
    """The SMTP process's end of the pipe to the writer."""

    def __init__(self, pipe: Connection, on_stop: Callable[[], object]) -> None:
        self._pipe = pipe
        self._on_stop = on_stop
        self._reader = FairWorker("reader")
        self._numbers = count()
        self._waiting: dict[int, Future[None]] = {}

    def receive(
        self, sender: str, recipients: tuple[str, ...], content: bytes, network: str
    ) -> "Future[None]":
        """Passes a mail on; returns a future that is done once it is stored."""
        number, done = next(self._numbers), Future[None]()
        done.set_running_or_notify_cancel()
        self._waiting[number] = done
        read = partial(read_incoming_mail, sender, recipients, content)
        self._reader.submit(network, partial(self._pass_on, number, read, network))
        return done

    def _pass_on(self, number: int, read: Callable[[], IncomingMail], network: str) -> None:
        """Parses a mail and sends it; parsed here, as the writer is the bottleneck."""
        try:
            self._pipe.send((number, read(), network))
        except ConnectionError:  # the server died, and this process will
            self._finish(number, BUSY)
        except Exception as error:  # noqa: BLE001 - after any error the client sends it again
            self._finish(number, log_error(error))

    def listen(self) -> None:
        """Receives the results of mails until STOP; and further ones until the server ends."""
        try:
            while (result := self._pipe.recv()) != STOP:
                self._finish(*result)
            self._on_stop()
            while True:
                self._finish(*self._pipe.recv())
        except (EOFError, OSError):
            os._exit(1)  # without the server no mail can be stored

    def _finish(self, number: int, result: str) -> None:
        done = self._waiting.pop(number)
        if result == STORED:
            done.set_result(None)
        else:
            done.set_exception(Busy() if result == BUSY else TemporaryFailure(result))


def log_error(error: BaseException | None) -> str:
    """Returns STORED; or logs an error, and returns its reference for the client."""
    if error is None:
        return STORED
    reference = secrets.token_hex(4)
    log.error("letter not stored", reference=reference, exc_info=error)
    return reference
