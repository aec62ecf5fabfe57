"""The background process: polls the boards, and has robots' moves searched."""

import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from multiprocessing.connection import Connection

from commands.app import App, open_app
from commands.engines.isolation import find_isolation
from commands.server.background.search_pool import SearchPool
from commands.server.processes.fork_server import ForkServer
from commands.server.processes.heartbeat import Heartbeat
from commands.settings import Settings
from commands.system.logging import configure_logging
from pbm.process.lazy_logger import get_logger
from storage import again_after_contention

POLL_SECONDS = 2.0
"""Interval between polls of the boards while no search runs."""
BUSY_SECONDS = 0.1
"""Interval while a search runs."""

WorkOnce = Callable[[], bool]
"""Runs one long job, if there is any; returns True if there was."""

log = get_logger()


def run_background_worker(
    settings: Settings, pipe: Connection, beating: Connection, *, incarnation: str
) -> None:
    """Runs until the other end of the pipe is closed, also by the server's death."""
    configure_logging(settings.log_style)
    fork_server = ForkServer()
    if plays(settings):
        fork_server.start_sharing_memory(pipe, beating)
    heartbeat = Heartbeat(beating)
    with open_app(settings, incarnation=incarnation, force=True) as app:
        for run, job in _threads(app):
            threading.Thread(target=run, args=(job,), daemon=True).start()
        pool = SearchPool(app.robot_turns, settings, fork_server) if plays(settings) else None
        try:
            while not _ended(pipe, BUSY_SECONDS if pool and pool.busy else POLL_SECONDS):
                heartbeat.beat()
                if pool:
                    _try(pool.check)
        finally:
            if pool:
                pool.end()
            _try(partial(_give_back, app))


def _give_back(app: App) -> None:
    """Ends the leases of what is cut off, so that it is repeated at once, here or elsewhere."""
    with app.database.work() as work:
        work.turn_leases.release_all(app.incarnation)
        work.solve_jobs.release_all(app.incarnation, app.clock.now())
        work.reviews.release_all(app.incarnation, app.clock.now())


def plays(settings: Settings) -> bool:
    """Returns True if robots and engines move here."""
    return "robots" in settings.role_set


def solves(settings: Settings) -> bool:
    """Returns True if positions are solved here."""
    return "solver" in settings.role_set


def _threads(app: App) -> Iterator[tuple[Callable[[WorkOnce], None], WorkOnce]]:
    """Yields the work of each thread, as far as it is among the roles of this server."""
    if plays(app.settings):
        yield _run_engines, app.engine_turns.play_once
    if solves(app.settings):
        yield _repeat, partial(_solve_and_review, app)


def _solve_and_review(app: App) -> bool:
    """Runs a solve job and a review, one after the other; returns False if there is neither."""
    solved = app.solve_jobs.run_one()
    return app.review_jobs.run_one() or solved


def _run_engines(play_once: WorkOnce) -> None:
    """Lets engines play for ever, isolated as this machine permits."""
    isolation = find_isolation()
    (log.info if isolation.complete else log.warning)("engines may play", isolation=isolation.kind)
    _repeat(play_once)


def _repeat(job: WorkOnce) -> None:
    """Runs a job for ever; in a thread, as it may take longer than a robot's move may."""
    while True:
        if not _try(job):
            time.sleep(POLL_SECONDS)


def _try(job: Callable[[], bool | None]) -> bool:
    """Runs a job, and logs its errors; returns True if it did something."""
    try:
        return bool(again_after_contention(job)())
    except Exception:  # a database that failed may work again the next time
        log.exception("background work failed")
        return False


def _ended(pipe: Connection, seconds: float) -> bool:
    """Waits for some seconds; returns True if the server has ended."""
    try:
        if pipe.poll(seconds):
            pipe.recv_bytes()
    except EOFError:
        return True
    return False
