"""The robots' process: it looks at the boards, and searches in worker processes of its own."""

import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import active_children, parent_process
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

import structlog

from commands.dispatch.dispatcher import Desk
from commands.outbound.mailer import Post
from commands.server.processes import context
from commands.settings import Settings
from commands.system.child import NICENESS
from commands.system.logging import configure_logs
from commands.workers.engine_turns import Programs
from commands.workers.proved_moves import proved_moves
from commands.workers.robot_turns import Robots, Turn
from commands.workers.solve_jobs import work_once
from pbm.robots.tasks import answer
from storage import open_database

POLL_SECONDS = 2.0
"""How often the boards are looked at while nothing is being thought about."""
BUSY_SECONDS = 0.1
"""And while something is."""
PATIENCE_SECONDS = 40.0
"""How long a player should have to wait for a robot, however many others wait."""

Worker = Callable[[], bool]
"""Does one piece of work that takes its time, if there is any; whether there was."""

log = structlog.get_logger()


@dataclass
class Mind:
    """Turns that are being thought about."""

    robots: Robots
    settings: Settings
    _thoughts: dict[Turn, "Future[str]"] = field(default_factory=dict)
    _pool: ProcessPoolExecutor | None = None

    @property
    def busy(self) -> bool:
        """Whether anything is being thought about."""
        return bool(self._thoughts)

    def look(self) -> None:
        """Plays what was found, and thinks about more as long as workers are free."""
        for turn in [turn for turn, thought in self._thoughts.items() if thought.done()]:
            if turn in self._thoughts:  # not if another one's trouble has ended all
                self._play(turn, self._thoughts.pop(turn))
        if len(self._thoughts) < self.settings.robot_workers:
            for turn in self.robots.turns():
                if turn not in self._thoughts:
                    self._begin(turn)
                if len(self._thoughts) >= self.settings.robot_workers:
                    break

    def end(self) -> None:
        """Stops thinking at once."""
        for child in active_children():
            child.kill()
        if self._pool:
            self._pool.shutdown(cancel_futures=True)

    def _begin(self, turn: Turn) -> None:
        workers = self.settings.robot_workers
        pool = self._pool = self._pool or _pool(workers)
        effort = self.robots.shared(self.settings.effort, PATIENCE_SECONDS * workers)
        self._thoughts[turn] = pool.submit(answer, turn.task, effort, self.robots.oracle)

    def _play(self, turn: Turn, thought: "Future[str]") -> None:
        error = thought.exception()
        if error is None:
            self.robots.play(turn, thought.result())
            return
        self.robots.trouble(turn, error)
        if isinstance(error, BrokenProcessPool):  # a worker died, and takes all others with it
            self.end()
            self._pool = None
            self._thoughts.clear()


def run_thinker(
    settings: Settings, make_desk: Callable[[Settings], Desk], pipe: Connection
) -> None:
    """Has robots move until the other end of the pipe is closed, be it by the server's death."""
    configure_logs()
    database = open_database(settings.database_url)
    desk, post = make_desk(settings), Post(settings.address)
    mind = Mind(Robots(database, desk, post, oracle=proved_moves(settings)), settings)
    for worker in (
        Programs(database, make_desk(settings), post, settings=settings).play_once,
        partial(work_once, database, make_desk(settings), post, settings),
    ):
        threading.Thread(target=_keep_at, args=(worker,), daemon=True).start()
    try:
        while not _ended(pipe, BUSY_SECONDS if mind.busy else POLL_SECONDS):
            _try(mind.look)
    finally:
        mind.end()
        database.close()


def _keep_at(worker: Worker) -> None:
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
    return ProcessPoolExecutor(workers, mp_context=context(), initializer=_prepare)


def _prepare() -> None:
    """In each worker: stands back for those who answer letters, and ends when the thinker does."""
    os.nice(NICENESS)
    parent = parent_process()
    if parent:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)
