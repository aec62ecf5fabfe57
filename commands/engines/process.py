"""A program while it runs: what it is told, what it answers in time, and its end."""

import os
import selectors
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import BinaryIO, Self

from commands.engines import sandbox
from commands.engines.command_line import Argv
from commands.engines.launcher import launch_sandbox
from commands.engines.limits import EngineLimits

CHUNK = 65536
START_SECONDS = 10
END_SECONDS = 10
END_REPORT_SECONDS = 5
"""How long the guard's words on an end may take, which come within a tenth of a second."""


class EngineFailed(Exception):
    """Why a program leaves its game, as words that may stand after its name."""


class EngineProcess:
    """An external program, in an empty folder that goes away with it."""

    def __init__(self, command: Argv, limits: EngineLimits, errors: BinaryIO | None = None) -> None:
        self._limits = limits
        self._errors = errors
        self._kept = 0
        self._input = self._output = b""
        self._reports = b""
        self._folder = TemporaryDirectory(prefix="pbm-bot-", ignore_cleanup_errors=True)
        if limits.user:
            os.chown(self._folder.name, *limits.user)
        self._control, theirs = socket.socketpair()
        with theirs:
            self._guard = launch_sandbox(command, limits, self._folder.name, theirs.fileno())
        self._selector = selectors.DefaultSelector()
        self._watch()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()

    def ready(self) -> None:
        """Waits until the program itself runs; from then on its time counts."""
        until = time.monotonic() + START_SECONDS
        while not self._reports:
            self._read_on(until, "wasn't started in time")
        if not self._reports.startswith(b"started"):
            raise EngineFailed(self._how_it_ended())

    def ask(self, text: str, milliseconds: int) -> str:
        """Tells it something, and gives the line that it answers within this time."""
        self._input += text.encode("ascii")
        until = time.monotonic() + milliseconds / 1000
        self._pump(0)
        while (line := self._line()) is None:
            self._read_on(until, f"gave no answer within {milliseconds} ms")
        return line

    def close(self) -> None:
        """Kills whatever remains of it; done once."""
        if self._control.fileno() < 0:
            return
        self._control.close()
        self._guard.send_signal(signal.SIGCONT)  # its own program may have stopped it
        try:
            self._guard.wait(END_SECONDS)
        except subprocess.TimeoutExpired:  # stopped again and again, perhaps
            self._end_for_guard()
        if self._guard.returncode:
            self._end_group()
        self._keep_errors()
        self._selector.close()
        for pipe in (self._guard.stdin, self._guard.stdout, self._guard.stderr):
            with suppress(OSError):
                _pipe(pipe).close()
        self._folder.cleanup()

    def _watch(self) -> None:
        """Listens to its output, its errors and its guard, without waiting for any of them."""
        listeners: dict[object, Callable[[], None]] = {
            self._guard.stdout: self._hear,
            self._guard.stderr: self._hear_errors,
            self._control: self._hear_guard,
        }
        for source, hear in listeners.items():
            os.set_blocking(source.fileno(), False)  # type: ignore[attr-defined]
            self._selector.register(source, selectors.EVENT_READ, hear)  # type: ignore[arg-type]
        os.set_blocking(_pipe(self._guard.stdin).fileno(), False)

    def _read_on(self, until: float, late: str) -> None:
        """Takes in what comes next; fails when nothing can come any more."""
        left = until - time.monotonic()
        if self._over():
            self._pump(0)
            if b"\n" not in self._output:
                raise EngineFailed(self._how_it_ended())
        elif left <= 0:
            raise EngineFailed(late)
        else:
            self._pump(left)

    def _pump(self, seconds: float) -> None:
        self._tell()
        for key, _ in self._selector.select(seconds):
            key.data()

    def _tell(self) -> None:
        """Writes what it reads; who never reads has time until the deadline like others."""
        while self._input:
            try:
                written = os.write(_pipe(self._guard.stdin).fileno(), self._input)
            except (BlockingIOError, BrokenPipeError):
                return
            self._input = self._input[written:]

    def _hear(self) -> None:
        found = os.read(_pipe(self._guard.stdout).fileno(), CHUNK)
        self._output += found
        if not found:
            self._selector.unregister(_pipe(self._guard.stdout))

    def _hear_errors(self) -> None:
        found = os.read(_pipe(self._guard.stderr).fileno(), CHUNK)
        if not found:
            self._selector.unregister(_pipe(self._guard.stderr))
        if self._errors and self._kept < self._limits.errors:
            self._kept += self._errors.write(found[: self._limits.errors - self._kept])

    def _hear_guard(self) -> None:
        found = self._control.recv(CHUNK)
        self._reports += found
        if not found:
            self._selector.unregister(self._control)

    def _line(self) -> str | None:
        """The next line of its output, when there is one."""
        line, ended, rest = self._output.partition(b"\n")
        if len(line) > self._limits.line:
            raise EngineFailed(f"wrote a line of more than {self._limits.line} bytes")
        if len(rest) > self._limits.unread:
            raise EngineFailed(f"wrote more than {self._limits.unread} bytes beyond its answer")
        if not ended:
            return None
        self._output = rest
        return line.decode("utf-8", "replace")

    def _over(self) -> bool:
        """Whether it has ended, or closed its output."""
        listening = self._selector.get_map()
        return self._reports.count(b"\n") > 1 or not {self._guard.stdout, self._control} <= {
            key.fileobj for key in listening.values()
        }

    def _how_it_ended(self) -> str:
        """In the guard's words, which may come a little after the end."""
        until = time.monotonic() + END_REPORT_SECONDS
        while not (words := self._end_report()) and time.monotonic() < until:
            self._pump(sandbox.POLL_SECONDS)
        return words or "closed its output"

    def _end_report(self) -> str:
        lines = self._reports.decode("utf-8", "replace").splitlines()
        return next((line for line in lines if not line.startswith("started")), "")

    def _end_for_guard(self) -> None:
        """Kills all that is left while its guard, being there, is still the parent of orphans."""
        self._guard.send_signal(signal.SIGSTOP)
        while sandbox.kill_descendants(self._guard.pid):
            time.sleep(sandbox.POLL_SECONDS)
        self._guard.kill()
        self._guard.wait()

    def _end_group(self) -> None:
        """Where even the guard is dead: what is left in the program's own group."""
        started, _, pid = self._reports.split(b"\n")[0].partition(b" ")
        if started == b"started":
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(int(pid), signal.SIGKILL)

    def _keep_errors(self) -> None:
        with suppress(BlockingIOError, KeyError):
            while self._selector.get_key(_pipe(self._guard.stderr)):
                self._hear_errors()


def _pipe(pipe: object) -> BinaryIO:
    return pipe  # type: ignore[return-value]
