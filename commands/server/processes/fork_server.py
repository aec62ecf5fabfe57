"""The fork server: a small process that has all modules loaded and forks the other processes.

The server can't fork them itself because it has threads and locks. It forks the fork server before
it starts any thread, so that all processes share the memory of the modules. Only a replacement for
a dead fork server has to load them again.

The fork server of multiprocessing isn't suitable: it loses its children when it dies, its callers
wait forever when it hangs, and its folder in /tmp remains when it is killed.
"""

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
from commands.server.processes.garbage_collection import exclude_loaded
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
"""Seconds after which a fork server that doesn't answer is replaced. Loading modules is included.
"""
NAME = "pbm fork server"
STANDARD_INPUT = 0
MAX_REQUEST_BYTES = 1 << 20
MAX_FILES = 64


class ForkServer:
    """Starts a fork server when it is first needed, and sends it requests. Thread-safe."""

    def __init__(self, modules: Sequence[str] = ALWAYS) -> None:
        """`modules`: names of the modules that the fork server loads."""
        self._modules = tuple(modules)
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | ForkedProcess | None = None

    def start_sharing_memory(self, *pipes: Connection) -> None:
        """Loads all modules and forks the fork server from this process, so that they share memory.

        This process must not have other threads yet. If forking fails, `fork` later starts a fork
        server that shares less memory.

        `pipes`: pipes of this process. The fork server closes its copies, so that the other ends
        notice when this process ends.
        """
        preload(self._modules)
        ours, theirs = _socket_pair()
        with self._lock, blocked_stop_signals(), theirs:
            try:
                self._process = ForkedProcess(partial(_run_forked, theirs, (ours, *pipes)))
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
        """Forks a process that calls `run` with `args`, pipes and files. Returns its pid.

        Raises OSError if the fork server has died, hangs or can't fork. The next call then starts
        another one.
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
        """Ends the fork server. Processes that it has forked continue to run."""
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
    """Imports the modules, and excludes them from garbage collection."""
    for name in modules:
        import_module(name)
    load_logger()
    exclude_loaded()


def main(
    descriptor: int,
    log_format: LogFormat,
    log_level: LogLevel | None,
    modules: Sequence[str],
) -> None:
    """Forks a process for each request from a socket, until its other end is closed.

    `descriptor`: the descriptor of the socket. `modules`: names of the modules to load first.
    """
    configure_logging(LogStyle(log_format, log_level))
    preload(modules)
    with socket.socket(fileno=descriptor) as asking:
        _fork_on(asking)


def _run_forked(asking: socket.socket, inherited: Sequence[socket.socket | Connection]) -> None:
    """Runs the fork server in a newly forked process.

    `inherited`: sockets and pipes that only the parent needs.
    """
    for end in inherited:
        end.close()
    with Path(os.devnull).open() as nothing:
        os.dup2(nothing.fileno(), STANDARD_INPUT)
    _fork_on(asking)


def _fork_on(asking: socket.socket) -> None:
    """Forks a process for each request from the socket, until its other end is closed."""
    name_process(NAME)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # With SIG_IGN, the kernel leaves no zombies.
    with suppress(ConnectionError):
        while True:
            request, descriptors, *_ = socket.recv_fds(asking, MAX_REQUEST_BYTES, MAX_FILES)
            if not request:
                return
            asking.send(str(_fork(asking, request, descriptors)).encode())


def _socket_pair() -> tuple[socket.socket, socket.socket]:
    """Returns this process's end of a new socket pair, then the fork server's end."""
    # SOCK_SEQPACKET preserves message boundaries, so that each call receives exactly one request.
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    ours.settimeout(ANSWER_SECONDS)
    return ours, theirs


def _fork(asking: socket.socket, request: bytes, descriptors: Sequence[int]) -> int:
    """Returns the pid of a new process, or a negative error number."""
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
    """Runs the function of a request in the forked process, then exits."""
    status = 1
    try:
        # With SIG_IGN, the process couldn't wait for its own children.
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        run, args, pipes = pickle.loads(request)  # noqa: S301 - from the server
        run(*args, *map(Connection, descriptors[:pipes]), *descriptors[pipes:])
        status = 0
    except Exception:
        log.exception("process failed")
    finally:
        os._exit(status)
