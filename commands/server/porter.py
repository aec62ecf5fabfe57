"""The doors, in a process of their own: clients are served on one core, letters on another.

The process knows no database. What a client sends goes to us through a pipe, and the client hears
250 when we say that it is safe; when either of us dies, it hears nothing, and sends again.
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
from multiprocessing.process import BaseProcess

import structlog

from commands.logs import configure_logs
from commands.server.doors import Door, make_server, open_doors
from commands.server.processes import context, signals_held_back
from commands.settings import Settings
from mail.incoming import Incoming, read_incoming
from mail.smtp import Again, Busy
from pbm.refusal import Usage

OPEN, STOP = "open", "stop"
SAFE, BUSY = "", "busy"
"""What became of a letter; any other word is the reference under which its trouble is logged."""
STOP_SECONDS = 20

log = structlog.get_logger()


class Porter:
    """Runs the doors, and opens them anew when their process dies."""

    def __init__(self, settings: Settings, receive: Callable[[Incoming], "Future[None]"]) -> None:
        self._settings = settings
        self._receive = receive
        self._process: BaseProcess | None = None

    def open(self) -> None:
        """Begins to take letters; raises Usage where that can't be."""
        self._pipe, theirs = context().Pipe()
        self._process = context().Process(
            target=run_doors, args=(self._settings, theirs), name="doors", daemon=True
        )
        with signals_held_back():
            self._process.start()
        theirs.close()
        self._check_open()
        threading.Thread(target=self._take, args=(self._pipe,), name="porter", daemon=True).start()

    def look(self) -> None:
        """Opens the doors again if their process has died."""
        if self._process and not self._process.is_alive():
            log.error("doors died")
            self.open()

    def stop(self) -> None:
        """Takes no more letters; those in hand are finished."""
        if self._process is None:
            return
        try:
            self._pipe.send(STOP)
        except OSError:
            log.warning("doors were closed already")
        self._process.join(STOP_SECONDS)
        if self._process.is_alive():
            self._process.kill()

    def _check_open(self) -> None:
        try:
            said = self._pipe.recv()
        except EOFError:
            said = "The doors can't be opened: their process died."
        if said != OPEN:
            raise Usage(said)

    def _take(self, pipe: Connection) -> None:
        """Hands over what comes, until the process ends."""
        answer = _Answers(pipe)
        try:
            while True:
                self._hand_over(answer, *pipe.recv())
        except (EOFError, OSError):
            pipe.close()

    def _hand_over(self, answer: "_Answers", number: int, mail: Incoming) -> None:
        try:
            done = self._receive(mail)
        except Busy:
            answer(number, BUSY)
        else:
            done.add_done_callback(lambda it: answer(number, logged(it.exception())))


def logged(error: BaseException | None) -> str:
    """What the client is told of: nothing, or the reference of the trouble in the log."""
    if error is None:
        return SAFE
    reference = secrets.token_hex(4)
    log.error("letter not safe", reference=reference, exc_info=error)
    return reference


class _Answers:
    """Says what became of letters; from several threads, and to nobody once the process is gone."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._lock = threading.Lock()

    def __call__(self, number: int, said: str) -> None:
        with self._lock:
            try:
                self._pipe.send((number, said))
            except OSError:
                log.warning("doors closed before an answer")


def run_doors(settings: Settings, pipe: Connection) -> None:
    """Serves clients until told to stop, or until the other end dies."""
    configure_logs()
    with suppress(BrokenPipeError):  # it died before it could be told that we are open
        asyncio.run(_serve(settings, pipe))


async def _serve(settings: Settings, pipe: Connection) -> None:
    loop, stopping = asyncio.get_running_loop(), asyncio.Event()
    hatch = Hatch(pipe, lambda: loop.call_soon_threadsafe(stopping.set))
    try:
        server = make_server(settings, Door(settings, hatch.receive))
        await open_doors(server, settings)
    except Usage as refusal:
        pipe.send(refusal.text)
        return
    pipe.send(OPEN)
    threading.Thread(target=hatch.listen, name="hatch", daemon=True).start()
    await stopping.wait()
    await server.stop()


class Hatch:
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
            self._pipe.send((number, read_incoming(sender, to, content)))
        except ConnectionError:  # the server died, and so do we
            self._finish(number, BUSY)
        except Exception as error:  # noqa: BLE001 - whatever it is, the client sends it again
            self._finish(number, logged(error))

    def listen(self) -> None:
        """Hears what became of letters, and when to stop."""
        try:
            while (said := self._pipe.recv()) != STOP:
                self._finish(*said)
            self._on_stop()
            while True:
                self._finish(*self._pipe.recv())
        except (EOFError, OSError):
            os._exit(1)  # nobody is there who could make a letter safe

    def _finish(self, number: int, said: str) -> None:
        done = self._waiting.pop(number)
        if said == SAFE:
            done.set_result(None)
        else:
            done.set_exception(Busy() if said == BUSY else Again(said))
