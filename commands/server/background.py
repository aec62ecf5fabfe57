"""The background process: moves for robots and engines, and searches that players asked for."""

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
from storage import again_after_contention

POLL_SECONDS = 2.0
"""Interval between looks for work."""
STOP_SECONDS = 10
MAX_WAIT_SECONDS = 40.0
"""The longest time a player should wait for a robot, even when many others wait."""

WorkOnce = Callable[[], bool | None]
"""Does one piece of work, which may take long; returns False if there is none to do."""

log = get_logger()


class BackgroundProcess(OnDemandProcess):
    """Runs the background process; searches that are cut off are repeated after the next start."""

    def __init__(self, app: App, fork_server: ForkServer) -> None:
        run = partial(run_background_worker, incarnation=app.incarnation)
        has_work = partial(_has_work, app)
        super().__init__(
            "background", run, app.settings, fork_server, STOP_SECONDS, has_work=has_work
        )


def _has_work(app: App) -> bool:
    """Returns True if anything waits; engines always do, as each node tells which it lacks."""
    with app.database.snapshot() as work:
        return bool(
            work.turn_leases.waiting(app.incarnation, app.clock.now())
            or work.jobs.waiting()
            or work.players.engines()
        )


def run_background_worker(
    settings: Settings, pipe: Connection, beating: Connection, *, incarnation: str
) -> None:
    """Runs until the other end of the pipe is closed, also by the server's death.

    Searches end with this process: the fork server does, and they are its children.
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
    """Ends the leases of what is cut off, so that it is repeated at once, here or elsewhere."""
    with app.database.work() as work:
        work.turn_leases.release_all(app.incarnation)
        work.jobs.release_all(app.incarnation, app.clock.now())


def plays(settings: Settings) -> bool:
    """Returns True if robots and engines move here."""
    return "robots" in settings.role_set


def solves(settings: Settings) -> bool:
    """Returns True if positions are solved here."""
    return "solver" in settings.role_set


def _work(app: App, fork_server: ForkServer) -> Iterator[WorkOnce]:
    """Yields the work of each thread, as far as it is among the roles of this server."""
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
    """Lets engines play for ever, isolated as this machine permits."""
    isolation = find_isolation()
    (log.info if isolation.complete else log.warning)("engines may play", isolation=isolation.kind)
    _repeat(app.background.engine_turns.play_once)


def _move_robot(app: App, search: Search) -> bool:
    seconds = MAX_WAIT_SECONDS * app.settings.robot_workers
    return (
        app.background.robot_turns.play_next(app.settings.search_limit, seconds, search) is not None
    )


def _repeat(work_once: WorkOnce) -> None:
    """Works for ever; in a thread, as each piece of work may take long."""
    while True:
        if not _try(work_once):
            time.sleep(POLL_SECONDS)


def _try(work_once: WorkOnce) -> bool:
    """Works once, and logs errors; returns True if something was done."""
    try:
        return bool(again_after_contention(work_once)())
    except Exception:  # a database that failed may work again the next time
        log.exception("background work failed")
        return False


def _ended(pipe: Connection) -> bool:
    """Waits for the next heartbeat; returns True if the server has ended."""
    try:
        if pipe.poll(POLL_SECONDS):
            pipe.recv_bytes()
    except EOFError:
        return True
    return False
