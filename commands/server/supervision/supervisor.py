"""The main process of `pbm serve`: starts and checks the other processes, and runs the clocks."""

import asyncio
import signal
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from commands.server.app.app import App
from commands.server.app.opening import open_app
from commands.server.health.work import SERVER
from commands.server.membership import Membership, leases_of
from commands.server.processes.fork_server import ForkServer
from commands.server.processes.garbage_collection import exclude_loaded
from commands.server.processes.preloading import modules_for
from commands.server.processes.stop_signals import STOP_SIGNALS, blocked_stop_signals
from commands.server.processes.supervised_process import SupervisedProcess, watch
from commands.server.supervision.crash_marker import detect_crash
from commands.server.supervision.liveness import Liveness
from commands.server.supervision.preparation import (
    announce_ready,
    check_relay,
    prepare,
    warn_of_readers,
)
from commands.server.supervision.process_recorder import ProcessRecorder
from commands.server.supervision.server_parts import ServerParts
from commands.server.supervision.service_manager import ServiceManager
from commands.server.supervision.service_reports import ServiceReports
from commands.server.supervision.ticks import Ticks
from commands.server.writer.deferred_hashing import DeferredHasher
from commands.settings import Settings
from commands.system.only_server import only_server, only_server_of_folder
from commands.system.process_control import release_large_blocks
from pbm import games
from pbm.packages.stuck_games import FILE
from pbm.process.lazy_logger import get_logger
from storage import retry_after_contention

log = get_logger()
UPGRADE_SECONDS = 3600
"""Seconds that the service manager waits at the start. A large database may need an upgrade first.
"""
MAX_THREADS = 32
"""Maximum number of threads for checks and steps. One that waits mustn't delay the heartbeats."""
Routine = Callable[[asyncio.Event], Awaitable[None]]
"""A coroutine function that runs until the event shows that the server stops."""


def serve(settings: Settings, *, force: bool = False, include_old: bool = False) -> None:
    """Receives, answers and delivers mail until SIGTERM or SIGINT.

    `force`: accept settings that differ from the stored ones, and store them.
    `include_old`: handle emails that were in the mailbox before it was first read.
    """
    settings = settings.of_roles
    _log_disabled(settings, list(games.catalogue().stuck))
    # Otherwise, the writer would keep the 19 MB that it needs to hash a password.
    release_large_blocks()
    manager, fork_server = ServiceManager.take(), ForkServer(modules_for(settings))
    fork_server.start_sharing_memory()
    try:
        _serve(settings, manager, fork_server, force=force, include_old=include_old)
    finally:
        fork_server.stop()


def _serve(
    settings: Settings,
    manager: ServiceManager,
    fork_server: ForkServer,
    *,
    force: bool,
    include_old: bool,
) -> None:
    """Opens everything that a server needs, and runs it."""
    prepare(settings)
    hasher = DeferredHasher()
    manager.send(
        "STATUS=Opening the database, and upgrading it if necessary.",
        # Without more time, the service manager would kill the server during a long upgrade.
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
            check_relay(app)
        warn_of_readers(app.settings)
        membership = Membership(app, folder_id, leases_of(settings))
        retry_after_contention(membership.enter)()
        if has_crashed:
            app.background.health_monitor.record("process", SERVER, "died")
        # Handle a downtime before taking the first email, so that no player loses time because of
        # it.
        retry_after_contention(app.background.clock_watcher.heartbeat)()
        try:
            parts = ServerParts(app, hasher, membership, fork_server, include_old=include_old)
            _run(app, parts, membership, manager)
        finally:
            membership.leave()
            log.info("stopped")


def _run(app: App, parts: ServerParts, membership: Membership, manager: ServiceManager) -> None:
    """Runs the parts of a server until a stop signal."""
    recorder = ProcessRecorder(app.database, parts.processes)
    try:
        parts.start()
        announce_ready(app.settings)
        exclude_loaded()
        ticks = Ticks(app, parts, membership, recorder)
        routines = _routines(app, parts, manager, ticks)
        asyncio.run(_supervise([*routines, *_watches(app, parts, recorder)]))
    finally:
        parts.stop()
        recorder.remove()


def _routines(
    app: App, parts: ServerParts, manager: ServiceManager, ticks: Ticks
) -> Sequence[Routine]:
    """Returns the routines of the main process that don't check child processes."""
    liveness = Liveness(parts.writer.workers, app.settings.hang_seconds)
    reports = ServiceReports(manager, parts.processes, partial(_count_waiting, app))
    return (
        lambda stopping: liveness.watch(stopping, parts.report_to_metrics, reports.report),
        ticks.send_heartbeats,
        ticks.run,
        reports.run,
    )


def _watches(app: App, parts: ServerParts, recorder: ProcessRecorder) -> Sequence[Routine]:
    """Returns the routines that check the child processes, one for each."""
    return [
        partial(watch, partial(_check, process, parts, app, recorder), process.called)
        for process in parts.processes
    ]


def _check(
    process: SupervisedProcess,
    parts: ServerParts,
    app: App,
    recorder: ProcessRecorder,
) -> None:
    """Checks a process, and records its failures for the admin."""
    monitor = app.background.health_monitor
    try:
        if problem := parts.check(process):
            monitor.record("process", process.name, problem)
            recorder.record()
            _log_disabled(app.settings, games.disable_stuck())
        if process.is_out_of_files:
            monitor.record("files", process.name, "has reached its limit on open files")
    except Exception:
        monitor.record("process", process.name, "couldn't be started")
        raise


def _log_disabled(settings: Settings, names: Sequence[str]) -> None:
    if names:
        log.error(
            "games disabled because they crashed or hung",
            games=names,
            list=str(settings.data / FILE),
        )


def _count_waiting(app: App) -> int:
    """Returns the number of emails in the outbox."""
    with app.database.snapshot() as work:
        return work.outbox_admin.state(app.clock.now()).waiting


async def _supervise(routines: Sequence[Routine]) -> None:
    loop, stopping = asyncio.get_running_loop(), asyncio.Event()
    loop.set_default_executor(ThreadPoolExecutor(MAX_THREADS, "main"))
    for number in STOP_SIGNALS:
        loop.add_signal_handler(number, stopping.set)
    # The server now handles a signal that came while they were blocked.
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOP_SIGNALS)
    await asyncio.gather(*(run(stopping) for run in routines))
    log.info("stopping")
