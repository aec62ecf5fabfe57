"""The main process of `pbm serve`: starts and checks the other processes, and runs the clocks.

It counts checks without a heartbeat, not seconds: after a laptop has slept, no process is taken for
dead.
"""

import asyncio
import faulthandler
import gc
import resource
import signal
import sys
from collections.abc import Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

from commands.app import App, make_data_folder, open_app
from commands.health.monitor import HealthMonitor
from commands.server.membership import Membership, leases_of
from commands.server.processes.fork_server import (
    STOP_SIGNALS,
    ForkServer,
    blocked_stop_signals,
    modules_for,
)
from commands.server.processes.supervised_process import WATCH_SECONDS, LoopEvent, SupervisedProcess
from commands.server.server_parts import ServerParts
from commands.server.service_manager import ServiceManager, ServiceReports
from commands.server.stuck_games import end_if_stuck, switch_off_stuck_games
from commands.server.ticks import ProcessRecorder, Step, Ticks
from commands.server.writer.deferred_hashing import DeferredHasher
from commands.settings import Settings
from commands.site.updating.folder import check_site_folder
from commands.system.files import is_open_to_all, is_open_to_others
from commands.system.only_server import only_server, only_server_of_folder
from commands.system.process_control import release_large_blocks
from pbm.errors import UsageError
from pbm.process.lazy_logger import get_logger
from pbm.wording import listing
from storage import again_after_contention

# Liveness: the server's main loop runs, and its writer gets on with the mails that wait.
#
# A restart helps a server that isn't live. It doesn't help when the disk is full, the database is
# gone or the relay is down: then each mail fails or waits, but the writer goes on to the next one.

CHECK_SECONDS = 1.0
MIN_SILENT_SECONDS = 90
"""A lock of the database may take 30 seconds, for a mail's first try and for its second."""

Tell = Callable[[str], object]
"""Is told the problem after each check; an empty string while there is none."""


class Worker(Protocol):
    """A thread that does steps as long as it has work."""

    @property
    def has_work(self) -> bool:
        """True if it should be getting on."""
        ...

    @property
    def steps(self) -> int:
        """The number of steps done."""
        ...


@dataclass
class _Watched:
    """A thread, and the checks since its last step."""

    worker: Worker
    silent_checks: int = 0
    steps: int = 0

    def check(self) -> int:
        """Returns the number of checks since its last step, while it has work."""
        steps = self.worker.steps
        hangs = self.worker.has_work and steps == self.steps
        self.silent_checks = self.silent_checks + 1 if hangs else 0
        self.steps = steps
        return self.silent_checks


class Liveness:
    """The judgement, made by the main loop once a second.

    It counts checks without a step, not seconds: after a laptop has slept, nothing hangs.
    """

    def __init__(self, workers: Sequence[Worker], hang_seconds: float) -> None:
        self._workers = [_Watched(worker) for worker in workers]
        self._max_silent_checks = max(hang_seconds, MIN_SILENT_SECONDS) / CHECK_SECONDS

    def check(self) -> str:
        """Returns the problem in words; empty if the server works."""
        silent = max([each.check() for each in self._workers])
        if silent <= self._max_silent_checks:
            return ""
        seconds = round(silent * CHECK_SECONDS)
        return f"mails wait, and the writer has done none for {seconds} seconds"

    async def watch(self, stopping: asyncio.Event, *tell: Tell) -> None:
        """Checks every CHECK_SECONDS until the server stops, and tells the problem."""
        while not stopping.is_set():
            problem = self.check()
            for each in tell:
                each(problem)
            with suppress(TimeoutError):
                await asyncio.wait_for(stopping.wait(), CHECK_SECONDS)


# The limit of open files, which connections count towards.

OWN_FILES = 40
"""The files that a process of the server has open besides connections: database, pipes, log."""

FILES_PER_PROCESS = 2
"""The pipes to each process of which there may be several."""


def check_descriptors(settings: Settings) -> None:
    """Raises the limit of open files as far as needed; raises UsageError if it can't be."""
    needed = _own_files(settings) + settings.most_connections * _listeners(settings)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if _is_enough(soft, needed):
        return
    if not _is_enough(hard, needed):
        raise UsageError(_advice(settings, hard, needed))
    resource.setrlimit(resource.RLIMIT_NOFILE, (needed, hard))


def _own_files(settings: Settings) -> int:
    return OWN_FILES + FILES_PER_PROCESS * (settings.smtp_workers - 1)


def _listeners(settings: Settings) -> int:
    """Returns how often connections are counted: for SMTP and LMTP each."""
    return (settings.smtp_port is not None) + bool(settings.lmtp)


def _is_enough(limit: int, needed: int) -> bool:
    return limit == resource.RLIM_INFINITY or limit >= needed


def _advice(settings: Settings, limit: int, needed: int) -> str:
    possible = (limit - _own_files(settings)) // max(_listeners(settings), 1)
    lower = f", or set PBM_MOST_CONNECTIONS to at most {possible}" if possible > 0 else ""
    return (
        f"The limit of open files is {limit}, and PBM_MOST_CONNECTIONS={settings.most_connections} "
        f"needs {needed}: "
        f"raise it (`ulimit -n {needed}`, or LimitNOFILE= in a systemd unit){lower}."
    )


# Detects at a start that the last server died: it left the file that a running one has.

NAME = "running"


@contextmanager
def detect_crash(folder: Path) -> Iterator[bool]:
    """Makes the file, and removes it at a clean end; yields True if the last server died."""
    file = folder / NAME
    has_crashed = file.exists()
    with suppress(OSError):
        file.touch(mode=0o600)
    yield has_crashed
    with suppress(OSError):
        file.unlink(missing_ok=True)


UPGRADE_SECONDS = 3600
"""The time in which a large database may be updated, with a backup before, until mail is taken."""
STANDARD_ERROR = 2
MAX_THREADS = 32
"""Enough for all checks and steps at once: one that waits must not hold up heartbeats."""

Routine = Callable[[asyncio.Event], Awaitable[None]]
"""Runs until the event says that the server stops."""

log = get_logger()


def serve(settings: Settings, *, force: bool = False, take_old: bool = False) -> None:
    """Receives, answers and delivers mail until SIGTERM or SIGINT.

    `force`: settings may differ from those kept with the data, and are kept from then on.
    `take_old`: mails that were in the mailbox before it was first read count as new.
    """
    settings = settings.of_roles
    switch_off_stuck_games(settings.data)  # for all processes
    release_large_blocks()
    manager, fork_server = ServiceManager.take(), ForkServer(modules_for(settings))
    fork_server.start_sharing_memory()
    try:
        _serve(settings, manager, fork_server, force=force, take_old=take_old)
    finally:
        fork_server.stop()


def _serve(
    settings: Settings,
    manager: ServiceManager,
    fork_server: ForkServer,
    *,
    force: bool,
    take_old: bool,
) -> None:
    """Opens all that a server needs, and runs it."""
    _prepare(settings)
    hasher = DeferredHasher()
    manager.send(
        "STATUS=Opening the database, which a newer version updates first.",
        f"EXTEND_TIMEOUT_USEC={UPGRADE_SECONDS * 1_000_000}",
    )
    with (
        blocked_stop_signals(),
        only_server(settings.database_file),
        only_server_of_folder(settings.data) as folder_id,
        open_app(settings, hasher, folder_id=folder_id, force=force) as app,
        detect_crash(settings.data) as has_crashed,
    ):
        app.check_key()
        app.open_keys()
        if "delivery" in settings.role_set:
            _check_relay(app)
        _check_private(app.settings)
        membership = Membership(app, folder_id, leases_of(settings))
        again_after_contention(membership.enter)()
        if has_crashed:
            app.health_monitor.record("process", "server", "died")
        # a downtime ends before the first mail is taken
        again_after_contention(app.clock_watcher.heartbeat)()
        try:
            parts = ServerParts(app, hasher, membership, fork_server, take_old=take_old)
            _run(app, parts, membership, manager)
        finally:
            membership.leave()
            log.info("stopped")


def _prepare(settings: Settings) -> None:
    """Prepares the process, the folders and the limit of open files."""
    faulthandler.enable(STANDARD_ERROR)  # shows where a server was that the watchdog aborted
    check_descriptors(settings)
    if settings.site:
        check_site_folder(Path(settings.site), settings)
    make_data_folder(settings)
    end_if_stuck(settings.data)


def _run(app: App, parts: ServerParts, membership: Membership, manager: ServiceManager) -> None:
    """Runs a server's parts until a stop signal."""
    recorder = ProcessRecorder(app.database, parts.processes)
    try:
        parts.start()
        if sys.stderr.isatty():
            sys.stderr.write(f"{_ready(app.settings)}\n")
        gc.collect()
        gc.freeze()  # else full collections look at all modules again: a pause of 0.1 s
        ticks = Ticks(app, parts, membership, recorder)
        routines = _routines(app, parts, manager, ticks)
        asyncio.run(_supervise([*routines, *_watches(app, parts, recorder)]))
    finally:
        parts.stop()
        recorder.remove()


def _ready(settings: Settings) -> str:
    """Returns how to write to this server, for whoever started it at a terminal."""
    ways = [
        *([f"by SMTP at {settings.smtp_host}:{settings.smtp_port}"] if settings.smtp_port else []),
        *([f"by LMTP at {settings.lmtp}"] if settings.lmtp else []),
        *([f"through the mailbox {settings.mailbox_address.host}"] if settings.mailbox else []),
    ]
    write = f"write to {settings.address} {listing(ways, 'or')}; " if ways else ""
    out = settings.outbox_folder or urlsplit(settings.relay).hostname
    return f"ready: {write}mails go to {out}; Ctrl-C stops"


def _routines(
    app: App, parts: ServerParts, manager: ServiceManager, ticks: Ticks
) -> Sequence[Routine]:
    """Returns the routines of the main process."""
    liveness = Liveness(parts.writer.workers, app.settings.hang_seconds)
    reports = ServiceReports(manager, parts.processes, partial(_count_waiting, app))
    return (
        lambda stopping: liveness.watch(stopping, parts.tell_metrics, reports.tell),
        ticks.send_heartbeats,
        ticks.run,
        reports.run,
    )


def _watches(app: App, parts: ServerParts, recorder: ProcessRecorder) -> Sequence[Routine]:
    """Returns the routines that check the other processes."""
    return [
        partial(
            _watch, partial(_check, process, parts, app.health_monitor, recorder), process.called
        )
        for process in parts.processes
    ]


def _check(
    process: SupervisedProcess,
    parts: ServerParts,
    monitor: HealthMonitor,
    recorder: ProcessRecorder,
) -> None:
    """Checks a process, and records its failures for the admin."""
    try:
        if problem := parts.check(process):
            monitor.record("process", process.name, problem)
            recorder.record()
        if process.is_out_of_files:
            monitor.record("files", process.name, "may open no more files")
    except Exception:
        monitor.record("process", process.name, "couldn't be started")
        raise


def _count_waiting(app: App) -> int:
    """Returns the number of mails to send."""
    with app.database.snapshot() as work:
        return work.outbox_admin.state(app.clock.now()).waiting


def _check_relay(app: App) -> None:
    """Raises UsageError if the relay can't be used, as no mail could be sent."""
    try:
        _ = app.deliverer
    except OSError as error:
        raise UsageError(f"PBM_RELAY can't be used: {error}") from error


def _check_private(settings: Settings) -> None:
    """Warns of data and secrets that other users of the machine may read."""
    opened = [*filter(is_open_to_others, settings.private_paths)]
    opened += filter(is_open_to_all, settings.secret_files)
    for path in opened:
        log.warning("others may read data: pbm doctor --mend", path=path)


async def _supervise(routines: Sequence[Routine]) -> None:
    """Runs the routines until a stop signal."""
    loop, stopping = asyncio.get_running_loop(), asyncio.Event()
    loop.set_default_executor(ThreadPoolExecutor(MAX_THREADS, "main"))
    for number in STOP_SIGNALS:
        loop.add_signal_handler(number, stopping.set)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOP_SIGNALS)  # one that came early is handled now
    await asyncio.gather(*(run(stopping) for run in routines))
    log.info("stopping")


async def _watch(check: Step, called: LoopEvent, stopping: asyncio.Event) -> None:
    """Checks a process every WATCH_SECONDS and when called, whatever the error.

    The check restarts a dead one.
    """
    while not await called.stops_within(WATCH_SECONDS, stopping):
        try:
            await asyncio.to_thread(check)
        except Exception as error:  # noqa: BLE001 - tried again: no process or port may be free
            log.warning("process not restarted", error=error)
