"""The background process: polls the boards, and searches robots' moves in worker processes."""

import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from multiprocessing import active_children, parent_process
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from commands.app import open_app
from commands.engines.isolation import find_isolation
from commands.server.processes import process_context
from commands.settings import Settings
from commands.system.child_process import LOW_PRIORITY
from commands.system.logging import configure_logging
from commands.workers.robot_turns import RobotTurn, RobotTurns
from pbm.lazy_logger import get_logger
from pbm.robots.search_tasks import run_search

POLL_SECONDS = 2.0
"""Interval between polls of the boards while no search runs."""
BUSY_SECONDS = 0.1
"""Interval while a search runs."""
MAX_WAIT_SECONDS = 40.0
"""The longest time a player should wait for a robot, even when many others wait."""

WorkOnce = Callable[[], bool]
"""Runs one long job, if there is any; returns True if there was."""

log = get_logger()


@dataclass
class SearchPool:
    """The searches that are running."""

    robots: RobotTurns
    settings: Settings
    _searches: dict[RobotTurn, "Future[str]"] = field(default_factory=dict)
    _pool: ProcessPoolExecutor | None = None

    @property
    def busy(self) -> bool:
        """True if any search is running."""
        return bool(self._searches)

    def check(self) -> None:
        """Plays the moves that were found, and starts searches while workers are free."""
        for turn in [turn for turn, search in self._searches.items() if search.done()]:
            if turn in self._searches:  # not if another search's failure has ended all
                self._play(turn, self._searches.pop(turn))
        if len(self._searches) < self.settings.robot_workers:
            for turn in self.robots.turns():
                if turn not in self._searches:
                    self._start(turn)
                if len(self._searches) >= self.settings.robot_workers:
                    break

    def end(self) -> None:
        """Kills all workers."""
        for child in active_children():
            child.kill()
        if self._pool:
            self._pool.shutdown(cancel_futures=True)

    def _start(self, turn: RobotTurn) -> None:
        workers = self.settings.robot_workers
        pool = self._pool = self._pool or _make_pool(workers)
        search_limit = self.robots.search_limit_per_move(
            self.settings.search_limit, MAX_WAIT_SECONDS * workers
        )
        self._searches[turn] = pool.submit(
            run_search, turn.task, search_limit, self.robots.proved_moves
        )

    def _play(self, turn: RobotTurn, search: "Future[str]") -> None:
        error = search.exception()
        if error is None:
            self.robots.play(turn, search.result())
            return
        self.robots.back_off(turn, error)
        if isinstance(error, BrokenProcessPool):  # a worker died, which breaks the whole pool
            self.end()
            self._pool = None
            self._searches.clear()


def run_background_worker(settings: Settings, pipe: Connection) -> None:
    """Runs until the other end of the pipe is closed, also by the server's death."""
    configure_logging()
    with open_app(settings) as app:
        pool = SearchPool(app.robot_turns, settings)
        for run, job in (
            (_run_engines, app.engine_turns.play_once),
            (_repeat, app.solve_jobs.run_one),
        ):
            threading.Thread(target=run, args=(job,), daemon=True).start()
        try:
            while not _ended(pipe, BUSY_SECONDS if pool.busy else POLL_SECONDS):
                _try(pool.check)
        finally:
            pool.end()


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
        return bool(job())
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


def _make_pool(workers: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(workers, mp_context=process_context(), initializer=_initialize)


def _initialize() -> None:
    """Lowers a worker's priority below that of mail, and has it end with its parent."""
    os.nice(LOW_PRIORITY)
    parent = parent_process()
    if parent:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)
