"""The searches of robots, in processes of their own."""

import os
import time
from dataclasses import dataclass, field
from multiprocessing.connection import Connection

from commands.server.processes.child_process import ChildProcess
from commands.server.processes.fork_server import ForkServer
from commands.settings import Settings
from commands.system.metrics import PROCESS_RESTARTS
from commands.system.process_control import LOW_PRIORITY, end_with_parent
from commands.workers.robot_turns import RobotTurn, RobotTurns
from pbm.process.lazy_logger import get_logger
from pbm.robots import SearchLimit
from pbm.robots.search_tasks import run_search
from pbm.stored import RENEW_SECONDS

log = get_logger()

MAX_WAIT_SECONDS = 40.0
"""The longest time a player should wait for a robot, even when many others wait."""
LATE_SECONDS = 60
"""A search that takes so much longer than its limit hangs."""


class SearchError(Exception):
    """A search that failed, in the words of its process."""


class LostSearch(SearchError):
    """A search whose process died or hangs."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"its process {reason}")
        self.reason = reason


def run_search_worker(pipe: Connection, _beating: Connection) -> None:
    """Searches what comes through the pipe, at a priority below that of mail.

    It sends no heartbeats, as a search has a deadline; but their pipe tells of its end.
    """
    os.nice(LOW_PRIORITY)
    end_with_parent()
    while True:
        try:
            task, limit, proved_moves = pipe.recv()
        except EOFError:
            return
        pipe.send(_searched(task, limit, proved_moves))


def _searched(*search: object) -> str | SearchError:
    try:
        return run_search(*search)  # type: ignore[arg-type]
    except Exception as error:  # noqa: BLE001 - the pool logs it
        return SearchError(f"{type(error).__name__}: {error}")


@dataclass(frozen=True)
class Search:
    """A search that runs."""

    worker: ChildProcess
    deadline: float

    @property
    def is_over(self) -> bool:
        """True if there is a result, or won't be any."""
        return self.worker.pipe.poll() or time.monotonic() > self.deadline

    def result(self) -> str:
        """Returns the move; raises SearchError."""
        try:
            result = self.worker.pipe.recv() if self.worker.pipe.poll() else LostSearch("hangs")
        except (EOFError, OSError) as error:
            raise LostSearch("died") from error
        if isinstance(result, SearchError):
            raise result
        return str(result)


@dataclass
class SearchPool:
    """The searches that run, and the processes that wait for others."""

    robots: RobotTurns
    settings: Settings
    fork_server: ForkServer
    _searches: dict[RobotTurn, Search] = field(default_factory=dict)
    _idle: list[ChildProcess] = field(default_factory=list)
    _renewed: float = field(default_factory=time.monotonic)
    """The time at which the leases were last renewed."""

    @property
    def busy(self) -> bool:
        """True if any search is running."""
        return bool(self._searches)

    def check(self) -> None:
        """Plays the moves that were found, and starts searches while workers are free."""
        for turn in [turn for turn, search in self._searches.items() if search.is_over]:
            self._finish(turn, self._searches.pop(turn))
        self._renew_leases()
        if len(self._searches) < self.settings.robot_workers:
            for turn in self.robots.turns():
                if turn not in self._searches and self.robots.lease(turn):
                    self._start(turn)
                if len(self._searches) >= self.settings.robot_workers:
                    break

    def end(self) -> None:
        """Kills all processes."""
        for worker in [*self._idle, *(search.worker for search in self._searches.values())]:
            _discard(worker)
        self.fork_server.stop()

    def _renew_leases(self) -> None:
        """Renews the leases of all searches; ends those that another node has taken over."""
        if not self._searches or time.monotonic() < self._renewed + RENEW_SECONDS:
            return
        self._renewed = time.monotonic()
        leased = self.robots.renew(*self._searches)
        for turn in [turn for turn in self._searches if turn.board_id not in leased]:
            log.warning("search lost", game=turn.task.game, board=turn.task.number)
            _discard(self._searches.pop(turn).worker)

    def _start(self, turn: RobotTurn) -> None:
        limit = self._limit()
        worker = self._idle.pop() if self._idle else self._new_worker()
        try:
            worker.send((turn.task, limit, self.robots.proved_moves))
        except OSError:  # it died while it was idle
            _discard(worker)
            worker = self._new_worker()
            worker.send((turn.task, limit, self.robots.proved_moves))
        where = {"game": turn.task.game, "board": turn.task.number}
        log.debug("search started", **where, robot=turn.userid, state=turn.checksum)
        self._searches[turn] = Search(worker, time.monotonic() + limit.seconds + LATE_SECONDS)

    def _limit(self) -> SearchLimit:
        seconds = MAX_WAIT_SECONDS * self.settings.robot_workers
        return self.robots.search_limit_per_move(self.settings.search_limit, seconds)

    def _new_worker(self) -> ChildProcess:
        return ChildProcess(self.fork_server, run_search_worker)

    def _finish(self, turn: RobotTurn, search: Search) -> None:
        try:
            move = search.result()
        except SearchError as error:
            if isinstance(error, LostSearch):
                PROCESS_RESTARTS.add("search", error.reason)
            _discard(search.worker)
            self.robots.back_off(turn, error)
        else:
            self._idle.append(search.worker)
            self.robots.play(turn, move)


def _discard(worker: ChildProcess) -> None:
    worker.kill()
    worker.close()
