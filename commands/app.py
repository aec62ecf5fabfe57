"""Where the program is put together: settings, database, doors, workers."""

import asyncio
import signal
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from datetime import timedelta

import structlog

from commands.codes import Codes
from commands.courier import Courier
from commands.desk import Desk
from commands.keys import Keys, open_keys
from commands.office import Office
from commands.post import Post
from commands.restraint import Limits
from commands.settings import Settings
from commands.signing import KEY_FILE, Signer
from commands.timer import Timer
from commands.writer import Writer
from mail.smtp import SmtpServer
from pbm.clock import SystemClock
from pbm.refusal import Usage
from storage import Database, open_database

WATCH_SECONDS = 2
TICK_SECONDS = 60

log = structlog.get_logger()


@contextmanager
def opened(settings: Settings) -> Iterator[Database]:
    """The database, and the data folder made if it is missing."""
    try:
        settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        database = open_database(settings.database_url)
    except OSError as error:
        raise Usage(f"These settings can't be used: {error}") from error
    try:
        yield database
    finally:
        database.close()


def make_desk(settings: Settings) -> Desk:
    """Where lines are carried out."""
    codes = Codes(keys_of(settings))
    signer = signer_of(settings)
    return Desk(SystemClock(), settings.address, codes, settings.policy, signer=signer)


def signer_of(settings: Settings) -> Signer:
    """What signs records."""
    return Signer(settings.data / KEY_FILE)


def keys_of(settings: Settings) -> Keys:
    """The server's own secrets."""
    return open_keys(settings.data / "key", SystemClock())


def make_office(settings: Settings) -> Office:
    """Where letters are answered."""
    limits = Limits(settings.answers_per_hour, settings.answers_per_day)
    return Office(make_desk(settings), Post(settings.address), keys_of(settings), limits)


def make_timer(settings: Settings, database: Database) -> Timer:
    """What minds the clocks."""
    silence = timedelta(hours=settings.downtime_hours)
    desk, post = make_desk(settings), Post(settings.address)
    return Timer(database, desk, post, silence, settings.admin)


class Door:
    """Takes letters for our own address, and hands them to the writer."""

    def __init__(self, settings: Settings, writer: Writer) -> None:
        self._name, _, self._host = settings.address.lower().partition("@")
        self._writer = writer

    def accepts(self, address: str) -> bool:
        """Our address, with or without `+` and more."""
        name, _, host = address.lower().rpartition("@")
        return host == self._host and name.partition("+")[0] == self._name

    def receive(self, sender: str, recipients: tuple[str, ...], content: bytes) -> "Future[None]":
        """Done once the letter is safe."""
        return self._writer.receive(sender, recipients, content)


def serve(settings: Settings) -> None:
    """Receives, answers and delivers mail until SIGTERM or SIGINT."""
    with opened(settings) as database:
        timer = make_timer(settings, database)
        timer.beat()  # a downtime ends before the first letter is taken
        courier = Courier(settings)
        writer = Writer(database, make_office(settings), courier.wake)
        writer.start()
        try:
            asyncio.run(_listen(settings, Door(settings, writer), courier, timer))
        finally:
            writer.stop()
            courier.stop()
            log.info("stopped")


async def _listen(settings: Settings, door: Door, courier: Courier, timer: Timer) -> None:
    loop, stopping = asyncio.get_running_loop(), asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stopping.set)
    server = SmtpServer(door, settings.host)
    port = await _start(server, settings)
    log.info("listening", host=settings.smtp_host, port=port, data=str(settings.data))
    await asyncio.gather(_watch(courier, stopping), _mind_clocks(timer, stopping))
    log.info("stopping")
    await server.stop()


async def _start(server: SmtpServer, settings: Settings) -> int:
    try:
        return await server.start(settings.smtp_host, settings.smtp_port)
    except OSError as error:
        where = f"{settings.smtp_host}, port {settings.smtp_port}"
        raise Usage(f"Can't listen on {where}: {error.strerror}") from error


async def _watch(courier: Courier, stopping: asyncio.Event) -> None:
    """Wakes the delivery worker now and then, by which a dead one is found out and replaced."""
    while not stopping.is_set():
        with suppress(TimeoutError):
            await asyncio.wait_for(stopping.wait(), WATCH_SECONDS)
        with suppress(OSError):  # no process to be had: perhaps the next time
            await asyncio.to_thread(courier.wake)


async def _mind_clocks(timer: Timer, stopping: asyncio.Event) -> None:
    """Ticks now and then, in a thread with works of its own."""
    while not stopping.is_set():
        try:
            await asyncio.to_thread(timer.tick)
        except Exception:  # a database in trouble may be back by the next time
            log.exception("tick failed")
        with suppress(TimeoutError):
            await asyncio.wait_for(stopping.wait(), TICK_SECONDS)
