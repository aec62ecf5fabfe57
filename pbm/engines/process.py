"""Runs an engine as a process: writes input, reads replies within time limits, and ends it."""

import os
import selectors
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import BinaryIO, Self

from pbm.engines.command_line import Argv
from pbm.engines.isolation import find_isolation
from pbm.engines.launcher import launch_sandbox, new_folder
from pbm.engines.limits import EngineLimits
from pbm.engines.sandbox.processes import kill_descendants
from pbm.engines.sandbox.watch import POLL_SECONDS

CHUNK = 65536
START_SECONDS = 60
"""Maximum seconds for the sandbox to start. On a busy machine, it can be slow. This time isn't
charged to the engine.
"""
END_SECONDS = 10
END_REPORT_SECONDS = 5
"""Seconds to wait for the sandbox to report the engine's end. It usually takes less than 0.1
seconds.
"""


class EngineFailed(Exception):
    """Raised when an engine must leave its game. The message can follow the engine's name."""


class EngineProcess:
    """An engine in its sandbox. Its folder is empty at first, and is removed at the end."""

    def __init__(self, command: Argv, limits: EngineLimits, errors: BinaryIO | None = None) -> None:
        self._limits = limits
        self._errors = errors
        self._error_bytes = 0
        self._input = self._output = b""
        self._reports = b""
        self._folder = new_folder()
        self._control, sandbox_end = socket.socketpair()
        with sandbox_end:
            self._sandbox = launch_sandbox(
                command, limits, self._folder, sandbox_end.fileno(), find_isolation().kind
            )
        self._selector = selectors.DefaultSelector()
        self._register_sources()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.close()

    def wait_until_started(self) -> None:
        """Waits until the engine itself runs. Its time is measured from then on."""
        until = time.monotonic() + START_SECONDS
        while not self._reports:
            self._wait(until, "didn't start in time")
        if not self._reports.startswith(b"started"):
            raise EngineFailed(self._end_reason())

    def ask(self, text: str, milliseconds: int) -> str:
        """Sends text to the engine, and returns the line that it replies within this time."""
        self._input += text.encode("ascii")
        until = time.monotonic() + milliseconds / 1000
        self._transfer(0)
        while (line := self._next_line()) is None:
            self._wait(until, f"didn't answer within {milliseconds} ms")
        return line

    def close(self) -> None:
        """Kills all processes of the engine and frees its resources.

        Does nothing if called again.
        """
        if self._control.fileno() < 0:
            return
        # The sandbox kills the engine when this socket closes.
        self._control.close()
        self._sandbox.send_signal(signal.SIGCONT)  # The engine may have stopped the sandbox.
        try:
            self._sandbox.wait(END_SECONDS)
        except subprocess.TimeoutExpired:  # The engine may stop the sandbox repeatedly.
            self._kill_with_sandbox_stopped()
        if self._sandbox.returncode:
            self._kill_group()
        self._read_remaining_errors()
        self._selector.close()
        for pipe in (self._sandbox.stdin, self._sandbox.stdout, self._sandbox.stderr):
            with suppress(OSError):
                _pipe(pipe).close()
        # A sandbox that was killed couldn't remove its folder.
        shutil.rmtree(self._folder, ignore_errors=True)

    def _register_sources(self) -> None:
        """Registers the engine's output, its errors and the sandbox's reports, without blocking."""
        readers: dict[object, Callable[[], None]] = {
            self._sandbox.stdout: self._read_output,
            self._sandbox.stderr: self._read_errors,
            self._control: self._read_reports,
        }
        for source, read in readers.items():
            os.set_blocking(source.fileno(), False)  # type: ignore[attr-defined]
            self._selector.register(source, selectors.EVENT_READ, read)  # type: ignore[arg-type]
        os.set_blocking(_pipe(self._sandbox.stdin).fileno(), False)

    def _wait(self, until: float, late_reason: str) -> None:
        """Waits for input from the engine or the sandbox.

        Raises EngineFailed if the engine has ended, or with `late_reason` if it is too late.
        """
        seconds_left = until - time.monotonic()
        if self._has_ended():
            # The engine may have replied before it ended.
            self._transfer(0)
            if b"\n" not in self._output:
                raise EngineFailed(self._end_reason())
        elif seconds_left <= 0:
            raise EngineFailed(late_reason)
        else:
            self._transfer(seconds_left)

    def _transfer(self, seconds: float) -> None:
        """Writes pending input, and waits at most this long for something to read."""
        self._write_input()
        for key, _ in self._selector.select(seconds):
            key.data()

    def _write_input(self) -> None:
        """Writes as much input as the engine accepts now.

        An engine that never reads its input exceeds the time limit for its reply.
        """
        while self._input:
            try:
                written = os.write(_pipe(self._sandbox.stdin).fileno(), self._input)
            except (BlockingIOError, BrokenPipeError):
                return
            self._input = self._input[written:]

    def _read_output(self) -> None:
        chunk = os.read(_pipe(self._sandbox.stdout).fileno(), CHUNK)
        self._output += chunk
        if not chunk:
            self._selector.unregister(_pipe(self._sandbox.stdout))

    def _read_errors(self) -> None:
        chunk = os.read(_pipe(self._sandbox.stderr).fileno(), CHUNK)
        if not chunk:
            self._selector.unregister(_pipe(self._sandbox.stderr))
        if self._errors and self._error_bytes < self._limits.errors:
            allowed = self._limits.errors - self._error_bytes
            self._error_bytes += self._errors.write(chunk[:allowed])

    def _read_reports(self) -> None:
        chunk = self._control.recv(CHUNK)
        self._reports += chunk
        if not chunk:
            self._selector.unregister(self._control)

    def _next_line(self) -> str | None:
        """Returns the next complete line of the output, or None.

        Raises EngineFailed if there is too much output.
        """
        line, ended, rest = self._output.partition(b"\n")
        if len(line) > self._limits.line:
            raise EngineFailed(f"wrote a line of more than {self._limits.line} bytes")
        if len(rest) > self._limits.unread:
            raise EngineFailed(f"wrote more than {self._limits.unread} bytes after its answer")
        if not ended:
            return None
        self._output = rest
        return line.decode("utf-8", "replace")

    def _has_ended(self) -> bool:
        """Whether the engine has ended or has closed its output."""
        registered = self._selector.get_map()
        return self._reports.count(b"\n") > 1 or not {self._sandbox.stdout, self._control} <= {
            key.fileobj for key in registered.values()
        }

    def _end_reason(self) -> str:
        """Waits for the sandbox's report of the end, and returns the reason in it."""
        until = time.monotonic() + END_REPORT_SECONDS
        while not (reason := self._end_report()) and time.monotonic() < until:
            self._transfer(POLL_SECONDS)
        return reason or "closed its output"

    def _end_report(self) -> str:
        lines = self._reports.decode("utf-8", "replace").splitlines()
        return next((line for line in lines if not line.startswith("started")), "")

    def _kill_with_sandbox_stopped(self) -> None:
        """Kills all descendants of the sandbox, and then the sandbox.

        It first stops the sandbox without killing it. A stopped sandbox remains the parent of
        orphaned processes, so that all of them are found.
        """
        self._sandbox.send_signal(signal.SIGSTOP)
        while kill_descendants(self._sandbox.pid):
            time.sleep(POLL_SECONDS)
        self._sandbox.kill()
        self._sandbox.wait()

    def _kill_group(self) -> None:
        """Kills the rest of the engine's process group after the sandbox itself has died.

        With namespaces, nothing is left to do: the kernel has killed all processes already, and the
        sandbox reports no process id.
        """
        started, _, pid = self._reports.split(b"\n")[0].partition(b" ")
        if started == b"started" and pid:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(int(pid), signal.SIGKILL)

    def _read_remaining_errors(self) -> None:
        with suppress(BlockingIOError, KeyError):
            while self._selector.get_key(_pipe(self._sandbox.stderr)):
                self._read_errors()


def _pipe(pipe: object) -> BinaryIO:
    return pipe  # type: ignore[return-value]
