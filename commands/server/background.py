"""The background process: moves by robots and engines, and searches that players requested."""

import time
from collections.abc import Callable, Iterator
from functools import partial
from multiprocessing.connection import Connection

from commands.server.app.app import App
from commands.server.app.opening import open_app
from commands.server.processes.fork_server import ForkServer
from commands.server.processes.heartbeat import Heartbeat
from commands.server.processes.on_demand_process import OnDemandProcess
from commands.server.processes.search_process import SearchProcess
from commands.server.workers.search_functions import Search
from commands.settings import Settings
from commands.system.essential_thread import essential_thread
from commands.system.logs.logging import configure_logging
from pbm.engines.isolation import find_isolation
from pbm.process.lazy_logger import get_logger
from storage import retry_after_contention

POLL_SECONDS = 2.0
"""Seconds between polls for work."""
STOP_SECONDS = 10
MAX_WAIT_SECONDS = 40.0
"""Maximum number of seconds that a player should wait for a robot, even if many others wait."""

WorkOnce = Callable[[], bool | None]
"""Does one piece of work, which may take a long time. Returns False if there was no work."""

log = get_logger()


class BackgroundProcess(OnDemandProcess):
    """Runs the background process. A search that is cut off is repeated after the next start."""

    def __init__(self, app: App, fork_server: ForkServer) -> None:
        run = partial(run_background_worker, incarnation=app.incarnation)
        has_work = partial(_has_work, app)
        super().__init__(
            "background", run, app.settings, fork_server, STOP_SECONDS, has_work=has_work
        )


def _has_work(app: App) -> bool:
    """Whether there is work for the process.

    Engines are work even if none of them is to move: each node has to check for missing programs.
    """
    with app.database.snapshot() as work:
        return bool(
            work.turn_leases.waiting(app.incarnation, app.clock.now())
            or work.jobs.waiting()
            or work.players.engines()
        )


def run_background_worker(
    settings: Settings, pipe: Connection, beating: Connection, *, incarnation: str
) -> None:
    """Runs until the main process ends or closes the other end of the pipe.

    Searches run in children of this process's own fork server. They end when this process ends.
    """
    configure_logging(settings.log_style)
    fork_server = ForkServer()
    fork_server.start_sharing_memory(pipe, beating)
    heartbeat = Heartbeat(beating)
    with open_app(settings, incarnation=incarnation, force=True) as app:
        for work_once in _work(app, fork_server):
            essential_thread(partial(_repeat, work_once), "background").start()
        try:
            while not _ended(pipe):
                heartbeat.beat()
        finally:
            _try(partial(_give_back, app))


def _give_back(app: App) -> None:
    """Releases the leases of interrupted work, so that any node can repeat it immediately."""
    with app.database.work() as work:
        work.turn_leases.release_all(app.incarnation)
        work.jobs.release_all(app.incarnation, app.clock.now())


def plays(settings: Settings) -> bool:
    """Whether robots and engines move on this node."""
    return "robots" in settings.role_set


def solves(settings: Settings) -> bool:
    """Whether positions are solved on this node."""
    return "solver" in settings.role_set


def _work(app: App, fork_server: ForkServer) -> Iterator[WorkOnce]:
    """Yields the work of each thread, depending on the roles of this node."""
    settings = app.settings
    if plays(settings):
        yield partial(_run_engines, app)
        for _ in range(settings.robot_workers):
            yield partial(_move_robot, app, SearchProcess(fork_server).search)
    if solves(settings):
        yield app.background.jobs(
            SearchProcess(fork_server, settings.solve_megabytes).search
        ).run_one


def _run_engines(app: App) -> None:
    """Lets engines play forever, in the best isolation that this machine allows."""
    isolation = find_isolation()
    (log.info if isolation.complete else log.warning)("engines may play", isolation=isolation.kind)
    _repeat(app.background.engine_turns.play_once)


def _move_robot(app: App, search: Search) -> bool:
    seconds = MAX_WAIT_SECONDS * app.settings.robot_workers
    return (
        app.background.robot_turns.play_next(app.settings.search_limit, seconds, search) is not None
    )


def _repeat(work_once: WorkOnce) -> None:
    """Works forever.

    Each kind of work needs its own thread because a piece may take a long time.
    """
    while True:
        if not _try(work_once):
            time.sleep(POLL_SECONDS)


def _try(work_once: WorkOnce) -> bool:
    """Does one piece of work and logs errors. Returns whether anything was done."""
    try:
        return bool(retry_after_contention(work_once)())
    except Exception:  # the database may work again at the next try
        log.exception("background work failed")
        return False


def _ended(pipe: Connection) -> bool:
    """Waits until the next heartbeat is due. Returns whether the main process has ended."""
    try:
        if pipe.poll(POLL_SECONDS):
            pipe.recv_bytes()
    except EOFError:
        return True
    return False
