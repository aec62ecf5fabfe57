"""Searches in a child process, as one may hang, or take all memory."""

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
"""It begins with the number of this process's pages."""


class SearchProcess:
    """A process for searches, which waits for the next one, with the tables that it has read.

    If their memory is limited, each gets a process of its own.
    """

    def __init__(self, fork_server: ForkServer, megabytes: int | None = None) -> None:
        """`megabytes`: the memory of a search, besides the program's; None if it isn't limited."""
        self._fork_server, self._megabytes = fork_server, megabytes
        self._child: ChildProcess | None = None

    def search(self, seconds: float, run: Callable[..., Any], *args: object) -> Any:
        """Returns what a function returns; raises SearchFailed, also when the time is over."""
        if self._child and self._child.problem(sys.maxsize):  # it died while it waited
            self.end()
        if self._child is None:
            self._child = ChildProcess(self._fork_server, _run_searches, self._megabytes)
        found = _result(self._child, seconds, run, args)
        if self._megabytes is not None or isinstance(found, SearchFailed):
            self.end()
        if isinstance(found, SearchFailed):
            raise found
        return found

    def end(self) -> None:
        """Kills the process, if there is one."""
        if self._child:
            self._child.kill()
            self._child.close()
            self._child = None


def _result(child: ChildProcess, seconds: float, *search: object) -> Any:
    """Returns the result of a search, or a SearchFailed."""
    try:
        child.send((seconds, *search))
        return child.pipe.recv() if child.pipe.poll(seconds) else SearchFailed("hangs", "time")
    except (EOFError, OSError):
        return SearchFailed("died")


def _run_searches(megabytes: int | None, pipe: Connection, _beating: Connection) -> None:
    """Runs what comes through the pipe, at a lower priority than mail.

    It sends no heartbeats, as a search has a deadline; but their pipe tells of its end.
    """
    os.nice(LOW_PRIORITY)
    name_process("pbm search")
    end_with_parent()
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # each thread would take memory
    sys.stderr = TextIOWrapper(_Log(sys.stderr.fileno(), "w", closefd=False), write_through=True)
    if megabytes is not None:
        loaded = int(MEMORY_FILE.read_text().split()[0]) * resource.getpagesize()
        _limit(resource.RLIMIT_AS, loaded + (megabytes << 20))
    with suppress(EOFError, BrokenPipeError):  # nobody waits any more
        while True:
            seconds, run, args = pipe.recv()
            _limit(resource.RLIMIT_CPU, int(time.process_time() + seconds) + 1)
            pipe.send(_searched(run, args))


def _limit(kind: int, most: int) -> None:
    resource.setrlimit(kind, (most, resource.RLIM_INFINITY))


def _searched(run: Callable[..., Any], args: tuple[object, ...]) -> Any:
    try:
        with trusted():  # the process has limits of its own
            return run(*args)
    except MemoryError:
        return SearchFailed("takes too much memory", "memory")
    except Exception as error:  # noqa: BLE001 - who asked logs it
        return SearchFailed(f"{type(error).__name__}: {error}")


class _Log(FileIO):
    """Standard error, which is no terminal here: nobody waits for the progress of a search."""

    def isatty(self) -> bool:
        """Returns False."""
        return False
