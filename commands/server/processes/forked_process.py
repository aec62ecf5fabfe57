"""A forked child of this process. It isn't executed anew, so both share their memory."""

import os
import signal
from collections.abc import Callable
from contextlib import suppress


class ForkedProcess:
    """A child process, with the part of `subprocess.Popen` that its owner needs."""

    def __init__(self, run: Callable[[], None]) -> None:
        """Forks a process that calls `run` and ends; this one must not have other threads."""
        self._ended = False
        self.pid = os.fork()
        if self.pid == 0:
            status = 1
            try:
                run()
                status = 0
            finally:
                os._exit(status)

    def poll(self) -> bool | None:
        """Returns True if it has ended; None as long as it runs, as Popen does."""
        return self._wait(os.WNOHANG)

    def kill(self) -> None:
        """Kills it if it still runs."""
        if not self.poll():
            os.kill(self.pid, signal.SIGKILL)

    def wait(self) -> bool | None:
        """Waits for its end."""
        return self._wait(0)

    def _wait(self, options: int) -> bool | None:
        if not self._ended:
            with suppress(ChildProcessError):  # it has ended, and somebody else was told
                if os.waitpid(self.pid, options)[0] == 0:
                    return None
            self._ended = True
        return True
