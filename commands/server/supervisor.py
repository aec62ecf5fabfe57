"""The main process of `pbm serve`: starts and checks the other processes, and runs the clocks."""

import asyncio
import signal
from collections.abc import Callable, Sequence
from contextlib import suppress

from commands.app import App, make_data_folder, open_app
from commands.server.background_process import BackgroundProcess
from commands.server.batch_writer import Writer
from commands.server.delivery_process import DeliveryProcess
from commands.server.only_server import only_server
from commands.server.processes import STOP_SIGNALS, blocked_stop_signals
from commands.server.smtp_process import SmtpProcess
from commands.settings import Settings
from commands.system.files import is_open_to_others
from commands.workers.clocks import ClockWatcher
from pbm.errors import UsageError
from pbm.lazy_logger import get_logger

WATCH_SECONDS = 2
TICK_SECONDS = 60

log = get_logger()


def serve(settings: Settings, *, force: bool = False) -> None:
    """Receives, answers and delivers mail until SIGTERM or SIGINT.

    `force`: settings may differ from those kept with the data, and are kept from then on.
    """
    make_data_folder(settings)
    with (
        blocked_stop_signals(),
        only_server(settings.database_file),
        open_app(settings, force=force) as app,
    ):
        settings = app.settings
        _check_relay(app)
        _check_private(settings)
        app.keep_settings()
        app.clock_watcher.heartbeat()  # a downtime ends before the first mail is taken
        delivery_process = DeliveryProcess(settings)
        writer = Writer(app.database, app.mail_handler, delivery_process.wake)
        writer.start()
        smtp_process = SmtpProcess(settings, writer.receive)
        background_process = BackgroundProcess(settings)
        checks = [delivery_process.wake, smtp_process.check, background_process.check]
        try:
            smtp_process.open()
            asyncio.run(_supervise(app.clock_watcher, checks))
        finally:
            smtp_process.stop()
            writer.stop()
            background_process.stop()
            delivery_process.stop()
            log.info("stopped")


def _check_relay(app: App) -> None:
    """Raises UsageError if the relay can't be used, as no mail could be sent."""
    try:
        _ = app.deliverer
    except OSError as error:
        raise UsageError(f"PBM_RELAY can't be used: {error}") from error


def _check_private(settings: Settings) -> None:
    """Warns of data that other users of the machine may read."""
    for path in settings.private_paths:
        if is_open_to_others(path):
            log.warning("others may read data: pbm doctor --mend", path=str(path))


async def _supervise(clock_watcher: ClockWatcher, checks: Sequence[Callable[[], None]]) -> None:
    """Runs the clocks, and checks the other processes, until a stop signal."""
    loop, stopping = asyncio.get_running_loop(), asyncio.Event()
    for number in STOP_SIGNALS:
        loop.add_signal_handler(number, stopping.set)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOP_SIGNALS)  # one that came early is handled now
    await asyncio.gather(_watch(checks, stopping), _run_clocks(clock_watcher, stopping))
    log.info("stopping")


async def _watch(checks: Sequence[Callable[[], None]], stopping: asyncio.Event) -> None:
    """Checks the other processes every WATCH_SECONDS, which restarts dead ones."""
    while not stopping.is_set():
        with suppress(TimeoutError):
            await asyncio.wait_for(stopping.wait(), WATCH_SECONDS)
        for check in checks if not stopping.is_set() else ():
            try:
                await asyncio.to_thread(check)
            except (OSError, UsageError) as error:  # no process or port is free: tried again later
                log.warning("process not restarted", error=str(error))


async def _run_clocks(clock_watcher: ClockWatcher, stopping: asyncio.Event) -> None:
    """Ticks every TICK_SECONDS, in a thread with units of work of its own."""
    while not stopping.is_set():
        try:
            await asyncio.to_thread(clock_watcher.tick)
        except Exception:  # a database that failed may work again the next time
            log.exception("tick failed")
        with suppress(TimeoutError):
            await asyncio.wait_for(stopping.wait(), TICK_SECONDS)
