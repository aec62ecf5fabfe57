"""The doors, in a process of their own: clients are served on one core, letters on another.

The process knows no database. It reads mails, and has the server make them safe.
"""

import asyncio
import os
import secrets
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from itertools import count
from multiprocessing.connection import Connection

import structlog

from commands.server.listeners import OwnAddressReceiver, make_server, start_listeners
from commands.settings import Settings
from commands.system.logging import configure_logging
from mail.reading.incoming import read_incoming_mail
from mail.smtp.receiver import Busy, TemporaryFailure
from pbm.errors import UsageError

OPEN, STOP = "open", "stop"
STORED, BUSY = "", "busy"
"""What became of a letter; any other word is the reference under which its trouble is logged."""

log = structlog.get_logger()


def run_smtp_worker(settings: Settings, pipe: Connection) -> None:
    """Serves clients until told to stop, or until the other end dies."""
    configure_logging()
    with suppress(BrokenPipeError):  # it died before it could be told that we are open
        asyncio.run(_serve(settings, pipe))


async def _serve(settings: Settings, pipe: Connection) -> None:
    loop, stopping = asyncio.get_running_loop(), asyncio.Event()
    writer_pipe = WriterPipe(pipe, lambda: loop.call_soon_threadsafe(stopping.set))
    try:
        server = make_server(settings, OwnAddressReceiver(settings, writer_pipe.receive))
        await start_listeners(server, settings)
    except UsageError as error:
        pipe.send(error.text)
        return
    pipe.send(OPEN)
    threading.Thread(target=writer_pipe.listen, name="hatch", daemon=True).start()
    await stopping.wait()
    await server.stop()


class WriterPipe:
    """The doors' end of the pipe."""

    def __init__(self, pipe: Connection, on_stop: Callable[[], object]) -> None:
        self._pipe = pipe
        self._on_stop = on_stop
        self._reader = ThreadPoolExecutor(1, "reader")
        self._numbers = count()
        self._waiting: dict[int, Future[None]] = {}

    def receive(self, sender: str, recipients: tuple[str, ...], content: bytes) -> "Future[None]":
        """Done once the letter is safe."""
        number, done = next(self._numbers), Future[None]()
        done.set_running_or_notify_cancel()
        self._waiting[number] = done
        self._reader.submit(self._pass_on, number, sender, recipients, content)
        return done

    def _pass_on(self, number: int, sender: str, to: tuple[str, ...], content: bytes) -> None:
        """Reads a mail, and hands it over; here, as the writer has enough to do."""
        try:
            self._pipe.send((number, read_incoming_mail(sender, to, content)))
        except ConnectionError:  # the server died, and so do we
            self._finish(number, BUSY)
        except Exception as error:  # noqa: BLE001 - whatever it is, the client sends it again
            self._finish(number, log_error(error))

    def listen(self) -> None:
        """Hears what became of letters, and when to stop."""
        try:
            while (result := self._pipe.recv()) != STOP:
                self._finish(*result)
            self._on_stop()
            while True:
                self._finish(*self._pipe.recv())
        except (EOFError, OSError):
            os._exit(1)  # nobody is there who could make a letter safe

    def _finish(self, number: int, result: str) -> None:
        done = self._waiting.pop(number)
        if result == STORED:
            done.set_result(None)
        else:
            done.set_exception(Busy() if result == BUSY else TemporaryFailure(result))


def log_error(error: BaseException | None) -> str:
    """What the client is told of: nothing, or the reference of the trouble in the log."""
    if error is None:
        return STORED
    reference = secrets.token_hex(4)
    log.error("letter not safe", reference=reference, exc_info=error)
    return reference
