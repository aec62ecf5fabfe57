"""A child process as its parent sees it: a pipe to it, and its heartbeats."""

import os
import pickle
import signal
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing.connection import Pipe
from threading import Lock

from commands.server.processes.fork_server import ANSWER_SECONDS, ForkServer
from commands.server.processes.heartbeat import Beat
from commands.system.process_control import is_out_of_files
from pbm.clock import SystemClock
from pbm.errors import UsageError
from pbm.process.counters import COUNTS

KILL_SECONDS = 5
"""The time in which a killed process ends, unless the kernel is in trouble."""
OPEN = "open"


class ChildProcess:
    """A running process, whoever its parent in the kernel's view is: the fork server may die.

    Its heartbeats come through a pipe that breaks when it ends. That it hangs is judged by the
    number of checks without a heartbeat: after a laptop has slept, or all was stopped, the time
    would accuse a process that is well.
    """

    def __init__(
        self,
        fork_server: ForkServer,
        run: Callable[..., None],
        *args: object,
        files: Sequence[int] = (),
    ) -> None:
        """Starts it: `run` gets the arguments, a pipe, the pipe for heartbeats, and these files.

        `files`: descriptors of this process; `run` gets its own.
        """
        self.pipe, theirs = Pipe()
        self._lock = Lock()
        """Keeps messages from another file that gets the number of the closed pipe."""
        self._heartbeats, beating = Pipe(duplex=False)
        self._ended = False
        self._silent_checks = 0
        self.gauges: dict[str, float] = {}
        """Its values that rise and fall, by its last heartbeat."""
        self.started = SystemClock().now()
        self.beaten_at = time.monotonic()
        """The time at which its last heartbeat was read, or its start."""
        try:
            with theirs, beating:
                self._pid = fork_server.fork(run, *args, pipes=(theirs, beating), files=files)
        except OSError:
            self.close()
            raise

    def send(self, message: object) -> None:
        """Sends a message through the pipe; raises OSError if it is broken, closed or full."""
        with self._lock:
            self.pipe.send(message)

    @property
    def pid(self) -> int:
        """The id of the process."""
        return self._pid

    def problem(self, max_silent_checks: int) -> str:
        """Returns "died" or "hangs"; empty for a process that is well."""
        self._silent_checks = 0 if self._has_beaten() else self._silent_checks + 1
        if self._ended:
            return "died"
        return "hangs" if self._silent_checks > max_silent_checks else ""

    @property
    def is_out_of_files(self) -> bool:
        """True if it may open hardly any more files."""
        return is_out_of_files(self._pid)

    def end(self) -> None:
        """Closes the pipe, which makes the process end once its work is done."""
        self._close_pipe()

    def stop(self, seconds: float) -> None:
        """Closes the pipe, which makes the process end; kills it if it hasn't by then."""
        self._close_pipe()
        self.wait(seconds)
        self.kill()
        self.close()

    def wait(self, seconds: float) -> None:
        """Waits for the process's end, at most for this time."""
        deadline = time.monotonic() + seconds
        while not self._ended and (left := deadline - time.monotonic()) > 0:
            self._heartbeats.poll(left)
            self._has_beaten()

    def kill(self) -> None:
        """Kills the process if it still runs."""
        self._has_beaten()
        if not self._ended:
            with suppress(ProcessLookupError):
                os.kill(self._pid, signal.SIGKILL)
            self.wait(KILL_SECONDS)

    def close(self) -> None:
        """Closes the pipes."""
        self._close_pipe()
        self._heartbeats.close()

    def _has_beaten(self) -> bool:
        """Reads the heartbeats that have come; returns True if there were any."""
        beaten = False
        try:
            while not self._ended and self._heartbeats.poll():
                self._count(pickle.loads(self._heartbeats.recv_bytes()))  # noqa: S301 - from ours
                beaten = True
        except (EOFError, OSError):
            self._ended = True
        return beaten

    def _count(self, beat: Beat) -> None:
        """Adds the process's counts to this one's, which outlive it."""
        counted, self.gauges = beat
        self.beaten_at = time.monotonic()
        for key, count in counted.items():
            COUNTS.add(key, count)

    def _close_pipe(self) -> None:
        with self._lock:
            self.pipe.close()


def check_listens(child: ChildProcess, name: str) -> None:
    """Waits until a process listens; else ends it.

    Raises UsageError for settings with which it can't listen, OSError if it died or hangs.
    """
    try:
        _check(child, name)
    except Exception:
        child.kill()
        child.close()
        raise


def _check(child: ChildProcess, name: str) -> None:
    try:
        result = child.pipe.recv() if child.pipe.poll(ANSWER_SECONDS) else None
    except EOFError:
        result = None
    if result is None:
        raise ConnectionError(f"the {name} process died or hung before it listened")
    if result != OPEN:
        raise UsageError(result)
