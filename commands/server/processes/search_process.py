"""Run searches in a child process, because a search may hang or use up all memory."""

import os
import resource
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from io import FileIO, TextIOWrapper
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from commands.server.processes.child_process import ChildProcess
from commands.server.processes.fork_server import ForkServer
from commands.server.workers.search_functions import SearchFailed
from commands.system.process_control import LOW_PRIORITY, end_with_parent, name_process
from pbm.packages.guard import trusted

MEMORY_FILE = Path("/proc/self/statm")
"""A file that begins with the number of memory pages of this process."""


class SearchProcess:
    """A process that runs one search after another and keeps the tables that it has read.

    If memory is limited, each search gets a new process.
    """

    def __init__(self, fork_server: ForkServer, megabytes: int | None = None) -> None:
        """`megabytes`: memory limit of a search, in addition to the program's own, or None."""
        self._fork_server, self._megabytes = fork_server, megabytes
        self._child: ChildProcess | None = None

    def search(self, seconds: float, run: Callable[..., Any], *args: object) -> Any:
        """Runs a function in the process and returns its result.

        `seconds`: the time limit. Raises SearchFailed if the time is over, or the function or
        process fails.
        """
        if self._child and self._child.problem(sys.maxsize):  # it died between searches
            self.end()
        if self._child is None:
            self._child = ChildProcess(self._fork_server, _run_searches, self._megabytes)
        result = _result(self._child, seconds, run, args)
        if self._megabytes is not None or isinstance(result, SearchFailed):
            self.end()
        if isinstance(result, SearchFailed):
            raise result
        return result

    def end(self) -> None:
        if self._child:
            self._child.kill()
            self._child.close()
            self._child = None


def _result(child: ChildProcess, seconds: float, *search: object) -> Any:
    """Returns the result of a search, or a SearchFailed object."""
    try:
        child.send((seconds, *search))
        return child.pipe.recv() if child.pipe.poll(seconds) else SearchFailed("hangs", "time")
    except (EOFError, OSError):
        return SearchFailed("died")


def _run_searches(megabytes: int | None, pipe: Connection, _beating: Connection) -> None:
    """Runs each search that arrives through the pipe, at a lower priority than mail.

    It sends no heartbeats because each search has a time limit. The open heartbeat pipe only shows
    the parent that the process is alive.
    """
    os.nice(LOW_PRIORITY)
    name_process("pbm search")
    end_with_parent()
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # each additional thread would take memory
    sys.stderr = TextIOWrapper(_Log(sys.stderr.fileno(), "w", closefd=False), write_through=True)
    if megabytes is not None:
        loaded = int(MEMORY_FILE.read_text().split()[0]) * resource.getpagesize()
        _limit(resource.RLIMIT_AS, loaded + (megabytes << 20))
    with suppress(EOFError, BrokenPipeError):  # the parent no longer waits for a result
        while True:
            seconds, run, args = pipe.recv()
            _limit(resource.RLIMIT_CPU, int(time.process_time() + seconds) + 1)
            pipe.send(_searched(run, args))


def _limit(kind: int, most: int) -> None:
    resource.setrlimit(kind, (most, resource.RLIM_INFINITY))


def _searched(run: Callable[..., Any], args: tuple[object, ...]) -> Any:
    try:
        with trusted():  # the process has its own limits on time and memory
            return run(*args)
    except MemoryError:
        return SearchFailed("used too much memory", "memory")
    except Exception as error:  # noqa: BLE001 - the caller logs it
        return SearchFailed(f"{type(error).__name__}: {error}")


class _Log(FileIO):
    """Standard error that claims not to be a terminal, so that searches show no progress bars."""

    def isatty(self) -> bool:
        return False
