"""A child process as its parent sees it: a pipe for messages, and a pipe with heartbeats."""

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
"""Seconds within which a killed process ends, unless the kernel has a problem."""
OPEN = "open"


class ChildProcess:
    """A running process that the fork server started.

    The heartbeat pipe breaks when the process ends. The parent relies on that instead of an exit
    status, because the process is a child of the fork server, which may die first.
    """

    def __init__(
        self,
        fork_server: ForkServer,
        run: Callable[..., None],
        *args: object,
        files: Sequence[int] = (),
    ) -> None:
        """Starts a process that calls `run`.

        `run` gets `args`, a pipe to this process, the pipe for its heartbeats, and copies of
        `files`.
        `files`: file descriptors of this process.
        """
        self.pipe, theirs = Pipe()
        self._lock = Lock()
        """Prevents a thread from writing to another file that reuses the pipe's descriptor."""
        self._heartbeats, beating = Pipe(duplex=False)
        self._ended = False
        self._silent_checks = 0
        self.gauges: dict[str, float] = {}
        """The gauges that the last heartbeat reported, by name."""
        self.started = SystemClock().now()
        self.beaten_at = time.monotonic()
        """Monotonic time in seconds when the last heartbeat was read.

        At first, the start of the process.
        """
        try:
            with theirs, beating:
                self._pid = fork_server.fork(run, *args, pipes=(theirs, beating), files=files)
        except OSError:
            self.close()
            raise

    def send(self, message: object) -> None:
        """Sends a message through the pipe.

        Raises OSError if the pipe is broken, closed or full.
        """
        with self._lock:
            self.pipe.send(message)

    @property
    def pid(self) -> int:
        return self._pid

    def problem(self, max_silent_checks: int) -> str:
        """Returns "died", "hangs", or an empty string for a healthy process."""
        # Count checks instead of seconds: while a laptop sleeps, time passes without heartbeats.
        self._silent_checks = 0 if self._has_beaten() else self._silent_checks + 1
        if self._ended:
            return "died"
        return "hangs" if self._silent_checks > max_silent_checks else ""

    @property
    def is_out_of_files(self) -> bool:
        """Whether the process has almost reached its limit on open files."""
        return is_out_of_files(self._pid)

    def end(self) -> None:
        """Closes the pipe, which asks the process to finish its work and exit."""
        self._close_pipe()

    def stop(self, seconds: float) -> None:
        """Closes the pipe, and kills the process if it hasn't exited after `seconds`."""
        self._close_pipe()
        self.wait(seconds)
        self.kill()
        self.close()

    def wait(self, seconds: float) -> None:
        """Waits until the process exits or `seconds` have passed."""
        deadline = time.monotonic() + seconds
        while not self._ended and (remaining := deadline - time.monotonic()) > 0:
            self._heartbeats.poll(remaining)
            self._has_beaten()

    def kill(self) -> None:
        self._has_beaten()
        if not self._ended:
            with suppress(ProcessLookupError):
                os.kill(self._pid, signal.SIGKILL)
            self.wait(KILL_SECONDS)

    def close(self) -> None:
        self._close_pipe()
        self._heartbeats.close()

    def _has_beaten(self) -> bool:
        """Reads all pending heartbeats. Returns whether there were any."""
        beaten = False
        try:
            while not self._ended and self._heartbeats.poll():
                self._count(pickle.loads(self._heartbeats.recv_bytes()))  # noqa: S301 - from ours
                beaten = True
        except (EOFError, OSError):
            self._ended = True
        return beaten

    def _count(self, beat: Beat) -> None:
        """Adds a heartbeat's counts to the totals of this process, which outlive the child."""
        counted, self.gauges = beat
        self.beaten_at = time.monotonic()
        for key, count in counted.items():
            COUNTS.add(key, count)

    def _close_pipe(self) -> None:
        with self._lock:
            self.pipe.close()


def check_listens(child: ChildProcess, name: str) -> None:
    """Waits until a server process listens on its sockets, and kills it if it fails to.

    Raises UsageError if the process rejects its settings, or OSError if it died or hangs.
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
        raise ConnectionError(f"the {name} process died or hung before it accepted connections")
    if result != OPEN:
        raise UsageError(result)
