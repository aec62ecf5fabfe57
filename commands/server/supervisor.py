"""The process `pbm serve`: starts the other processes, watches them, and runs the clocks."""

import asyncio
import signal
from collections.abc import Callable, Sequence
from contextlib import suppress

import structlog

from commands.app import keys_of, make_desk, make_office, make_timer, opened
from commands.outbound.delivery_worker import relay_of
from commands.security.keys import DamagedKeyError
from commands.server.background_process import Thinker
from commands.server.delivery_process import Courier
from commands.server.processes import STOPPING, signals_held_back
from commands.server.smtp_process import Porter
from commands.server.writer import Writer
from commands.settings import Settings
from commands.workers.clocks import Timer
from pbm.errors import Usage

WATCH_SECONDS = 2


TICK_SECONDS = 60


log = structlog.get_logger()


def serve(settings: Settings) -> None:
    """Receives, answers and delivers mail until SIGTERM or SIGINT."""
    with signals_held_back(), opened(settings) as database:
        _check_key(settings)
        _check_relay(settings)
        timer = make_timer(settings, database)
        timer.beat()  # a downtime ends before the first letter is taken
        courier = Courier(settings)
        writer = Writer(database, make_office(settings), courier.wake)
        writer.start()
        porter, thinker = Porter(settings, writer.receive), Thinker(settings, make_desk)
        try:
            porter.open()
            asyncio.run(_mind(timer, [courier.wake, porter.look, thinker.look]))
        finally:
            porter.stop()
            writer.stop()
            thinker.stop()
            courier.stop()
            log.info("stopped")


def _check_key(settings: Settings) -> None:
    """Refuses to start where no mail could be written."""
    try:
        keys_of(settings).kept()
    except (DamagedKeyError, OSError) as error:
        raise Usage(str(error)) from error


def _check_relay(settings: Settings) -> None:
    """Refuses to start where no mail could be sent, whatever comes."""
    try:
        relay_of(settings)
    except OSError as error:
        raise Usage(f"PBM_RELAY can't be used: {error}") from error


async def _mind(timer: Timer, looks: Sequence[Callable[[], None]]) -> None:
    """Ticks, and looks after the other processes, until it is time to stop."""
    loop, stopping = asyncio.get_running_loop(), asyncio.Event()
    for number in STOPPING:
        loop.add_signal_handler(number, stopping.set)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPPING)  # one that came early is heard now
    await asyncio.gather(_watch(looks, stopping), _mind_clocks(timer, stopping))
    log.info("stopping")


async def _watch(looks: Sequence[Callable[[], None]], stopping: asyncio.Event) -> None:
    """Looks after the other processes now and then: a dead one is found out and replaced."""
    while not stopping.is_set():
        with suppress(TimeoutError):
            await asyncio.wait_for(stopping.wait(), WATCH_SECONDS)
        for look in looks if not stopping.is_set() else ():
            try:
                await asyncio.to_thread(look)
            except (OSError, Usage) as error:  # no process or port to be had: perhaps the next time
                log.warning("process not replaced", trouble=str(error))


async def _mind_clocks(timer: Timer, stopping: asyncio.Event) -> None:
    """Ticks now and then, in a thread with works of its own."""
    while not stopping.is_set():
        try:
            await asyncio.to_thread(timer.tick)
        except Exception:  # a database in trouble may be back by the next time
            log.exception("tick failed")
        with suppress(TimeoutError):
            await asyncio.wait_for(stopping.wait(), TICK_SECONDS)
