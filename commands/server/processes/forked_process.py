"""A direct child process, forked without executing a program, so that it shares memory."""

import os
import signal
from collections.abc import Callable
from contextlib import suppress


class ForkedProcess:
    """A forked child process, with the methods of `subprocess.Popen` that ForkServer uses."""

    def __init__(self, run: Callable[[], None]) -> None:
        """Forks a process that calls `run` and exits. This process must not have other threads."""
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
        """Returns True if the process has ended.

        Returns None while it runs, like Popen's `poll`.
        """
        return self._wait(os.WNOHANG)

    def kill(self) -> None:
        if not self.poll():
            os.kill(self.pid, signal.SIGKILL)

    def wait(self) -> bool | None:
        """Waits until the process ends."""
        return self._wait(0)

    def _wait(self, options: int) -> bool | None:
        if not self._ended:
            with suppress(ChildProcessError):  # another call has already collected the exit status
                if os.waitpid(self.pid, options)[0] == 0:
                    return None
            self._ended = True
        return True
