"""The fork server: a process that has the modules loaded, and forks the other ones.

The server can't fork them itself, as it has threads and locks. But it forks the fork server before
it has any, so that all processes share the memory of the modules; only a fork server that takes the
place of a dead one loads them again. The one of multiprocessing takes its children for dead when it
dies, is waited for without end when it hangs, and its folder in /tmp stays when it is killed.
"""

import gc
import os
import pickle
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Lock

from commands.server.processes.forked_process import ForkedProcess
from commands.server.processes.preloading import ALWAYS
from commands.server.processes.stop_signals import blocked_stop_signals
from commands.system.logs.logging import (
    LogFormat,
    LogLevel,
    LogStyle,
    configure_logging,
    log_style,
)
from commands.system.metrics import PROCESS_RESTARTS
from commands.system.process_control import name_process
from pbm.process.lazy_logger import get_logger, load_logger

log = get_logger()
ANSWER_SECONDS = 30
"""A fork server that doesn't answer for so long, loading included, is replaced."""
NAME = "pbm fork server"
STANDARD_INPUT = 0
MAX_REQUEST_BYTES = 1 << 20
MAX_FILES = 64


class ForkServer:
    """A handle on a fork server, which is started when it is needed; thread-safe."""

    def __init__(self, modules: Sequence[str] = ALWAYS) -> None:
        """`modules`: the names of the modules that it loads."""
        self._modules = tuple(modules)
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | ForkedProcess | None = None

    def start_sharing_memory(self, *own: Connection) -> None:
        """Forks it from this process, which has no other threads yet, once all modules are loaded.

        If that isn't possible now, one that shares less is started when it is needed. `own`: pipes
        of this process, whose other ends are to be told of its end.
        """
        preload(self._modules)
        ours, theirs = _socket_pair()
        with self._lock, blocked_stop_signals(), theirs:
            try:
                self._process = ForkedProcess(partial(_run_forked, theirs, (ours, *own)))
                self._socket = ours
            except OSError:
                ours.close()

    def fork(
        self,
        run: Callable[..., None],
        *args: object,
        pipes: Sequence[Connection],
        files: Sequence[int] = (),
    ) -> int:
        """Forks a process that calls `run` with arguments, pipes and files; returns its pid.

        Raises OSError if the fork server has died, hangs or can't fork; the next call starts
        another.
        """
        with self._lock:
            if self._process and self._process.poll() is not None:
                PROCESS_RESTARTS.add("fork_server", "died")
                self._end()
            try:
                descriptors = [*(pipe.fileno() for pipe in pipes), *files]
                return self._ask(pickle.dumps((run, args, len(pipes))), descriptors)
            except TimeoutError:
                PROCESS_RESTARTS.add("fork_server", "hangs")
                self._end()
                raise
            except OSError:
                self._end()
                raise

    def stop(self) -> None:
        """Ends the fork server; the processes that it forked run on."""
        with self._lock:
            self._end()

    def _ask(self, request: bytes, descriptors: Sequence[int]) -> int:
        if self._process is None:
            self._start()
        socket.send_fds(self._socket, [request], list(descriptors))
        answer = self._socket.recv(MAX_REQUEST_BYTES)
        if not answer:
            raise ConnectionError("the fork server died")
        if (pid := int(answer)) < 0:
            raise OSError(-pid, os.strerror(-pid))
        return pid

    def _start(self) -> None:
        self._socket, theirs = _socket_pair()
        style = log_style()
        code = (
            f"import sys; sys.path[:] = {sys.path!r}; from {__name__} import main; "
            f"main({theirs.fileno()}, {style.format!r}, {style.level!r}, {self._modules!r})"
        )
        with theirs, blocked_stop_signals():
            self._process = subprocess.Popen(  # noqa: S603 - our own program
                [sys.executable, "-c", code],
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
            )

    def _end(self) -> None:
        if self._process is not None:
            self._socket.close()
            self._process.kill()
            self._process.wait()
            self._process = None


def preload(modules: Sequence[str]) -> None:
    """Loads what the processes use, and keeps the garbage collector from writing to it."""
    for name in modules:
        import_module(name)
    load_logger()
    gc.collect()
    gc.freeze()


def main(
    descriptor: int,
    log_format: LogFormat,
    log_level: LogLevel | None,
    modules: Sequence[str],
) -> None:
    """Forks processes as asked through this socket, until its other end is closed."""
    configure_logging(LogStyle(log_format, log_level))
    preload(modules)
    with socket.socket(fileno=descriptor) as asking:
        _fork_on(asking)


def _run_forked(asking: socket.socket, others: Sequence[socket.socket | Connection]) -> None:
    """Runs the fork server in a process that was forked; `others`: what isn't its own."""
    for each in others:
        each.close()
    with Path(os.devnull).open() as nothing:
        os.dup2(nothing.fileno(), STANDARD_INPUT)
    _fork_on(asking)


def _fork_on(asking: socket.socket) -> None:
    """Forks processes as asked, until the other end of the socket is closed."""
    name_process(NAME)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody asks for their exit statuses
    with suppress(ConnectionError):
        while True:
            request, descriptors, *_ = socket.recv_fds(asking, MAX_REQUEST_BYTES, MAX_FILES)
            if not request:
                return
            asking.send(str(_fork(asking, request, descriptors)).encode())


def _socket_pair() -> tuple[socket.socket, socket.socket]:
    """Returns our end and the fork server's."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    ours.settimeout(ANSWER_SECONDS)
    return ours, theirs


def _fork(asking: socket.socket, request: bytes, descriptors: Sequence[int]) -> int:
    """Returns the pid of a new process; if there is none, the error's number, negative."""
    try:
        pid = os.fork()
    except OSError as error:
        pid = -(error.errno or 1)
    if pid == 0:
        asking.close()
        _run(request, descriptors)
    for descriptor in descriptors:
        os.close(descriptor)
    return pid


def _run(request: bytes, descriptors: Sequence[int]) -> None:
    """Runs the forked process to its end."""
    status = 1
    try:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        run, args, pipes = pickle.loads(request)  # noqa: S301 - from the server
        run(*args, *map(Connection, descriptors[:pipes]), *descriptors[pipes:])
        status = 0
    except Exception:
        log.exception("process failed")
    finally:
        os._exit(status)
