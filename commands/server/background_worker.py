"""The robots' process: it looks at the boards, and searches in worker processes of its own."""

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

import structlog

from commands.app import open_app
from commands.server.processes import process_context
from commands.settings import Settings
from commands.system.child import LOW_PRIORITY
from commands.system.logging import configure_logging
from commands.workers.robot_turns import RobotTurn, RobotTurns
from pbm.robots.tasks import run_search

POLL_SECONDS = 2.0
"""How often the boards are looked at while nothing is being thought about."""
BUSY_SECONDS = 0.1
"""And while something is."""
MAX_WAIT_SECONDS = 40.0
"""How long a player should have to wait for a robot, however many others wait."""

WorkOnce = Callable[[], bool]
"""Does one piece of work that takes its time, if there is any; whether there was."""

log = structlog.get_logger()


@dataclass
class SearchPool:
    """Turns that are being thought about."""

    robots: RobotTurns
    settings: Settings
    _searches: dict[RobotTurn, "Future[str]"] = field(default_factory=dict)
    _pool: ProcessPoolExecutor | None = None

    @property
    def busy(self) -> bool:
        """Whether anything is being thought about."""
        return bool(self._searches)

    def check(self) -> None:
        """Plays what was found, and thinks about more as long as workers are free."""
        for turn in [turn for turn, search in self._searches.items() if search.done()]:
            if turn in self._searches:  # not if another one's trouble has ended all
                self._play(turn, self._searches.pop(turn))
        if len(self._searches) < self.settings.robot_workers:
            for turn in self.robots.turns():
                if turn not in self._searches:
                    self._begin(turn)
                if len(self._searches) >= self.settings.robot_workers:
                    break

    def end(self) -> None:
        """Stops thinking at once."""
        for child in active_children():
            child.kill()
        if self._pool:
            self._pool.shutdown(cancel_futures=True)

    def _begin(self, turn: RobotTurn) -> None:
        workers = self.settings.robot_workers
        pool = self._pool = self._pool or _pool(workers)
        search_limit = self.robots.shared(self.settings.search_limit, MAX_WAIT_SECONDS * workers)
        self._searches[turn] = pool.submit(
            run_search, turn.task, search_limit, self.robots.proved_moves
        )

    def _play(self, turn: RobotTurn, search: "Future[str]") -> None:
        error = search.exception()
        if error is None:
            self.robots.play(turn, search.result())
            return
        self.robots.put_off(turn, error)
        if isinstance(error, BrokenProcessPool):  # a worker died, and takes all others with it
            self.end()
            self._pool = None
            self._searches.clear()


def run_background_worker(settings: Settings, pipe: Connection) -> None:
    """Works until the other end of the pipe is closed, also by the server's death."""
    configure_logging()
    with open_app(settings) as app:
        pool = SearchPool(app.robot_turns, settings)
        for work in (app.engine_turns.play_once, app.solve_jobs.run_one):
            threading.Thread(target=_repeat, args=(work,), daemon=True).start()
        try:
            while not _ended(pipe, BUSY_SECONDS if pool.busy else POLL_SECONDS):
                _try(pool.check)
        finally:
            pool.end()


def _repeat(worker: WorkOnce) -> None:
    """Works as long as the process lives; in a thread, as it may take longer than a robot may."""
    while True:
        if not _try(worker):
            time.sleep(POLL_SECONDS)


def _try(work: Callable[[], bool | None]) -> bool:
    """Whether something was done."""
    try:
        return bool(work())
    except Exception:  # a database in trouble may be back by the next time
        log.exception("thinking failed")
        return False


def _ended(pipe: Connection, seconds: float) -> bool:
    """Waits a while; whether the server has ended."""
    try:
        if pipe.poll(seconds):
            pipe.recv_bytes()
    except EOFError:
        return True
    return False


def _pool(workers: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(workers, mp_context=process_context(), initializer=_initialize)


def _initialize() -> None:
    """In each worker: stands back for those who answer letters, and ends when the thinker does."""
    os.nice(LOW_PRIORITY)
    parent = parent_process()
    if parent:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)
