"""The process that guards an engine: starts it, watches it, and kills all of its processes.

With namespaces, the first process in them watches the engine. When the guard ends, the kernel kills
that process and all others in the namespaces. None of them can signal the guard.

Without namespaces, the guard is a subreaper. It becomes the parent of all orphaned descendants of
the engine, even if they left its process group and session.

When the server dies, its end of the control socket closes, and the guard ends the engine.
"""

import json
import os
import select
import shutil
import signal
import socket
import sys
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from pbm.engines.sandbox.config import FIRST_OWN_USER, Config
from pbm.engines.sandbox.namespaces import end_with_guard, enter_namespaces, make_root
from pbm.engines.sandbox.processes import NAMESPACES, kill_all
from pbm.engines.sandbox.start import Limits, kernel_limits, start_engine, start_error
from pbm.engines.sandbox.system_calls import PR_SET_CHILD_SUBREAPER, prctl
from pbm.engines.sandbox.watch import watch


def main() -> None:
    """Runs the sandbox.

    Its arguments are the `Config` as JSON, followed by the engine's command.
    """
    config: Config = json.loads(sys.argv[1])
    # If the engine inherited the socket, it could forge reports.
    os.set_inheritable(config["control"], False)
    control = socket.socket(fileno=config["control"])
    try:
        Path(config["folder"]).mkdir(0o700)
        os.chdir(config["folder"])
    except OSError as error:
        control.send(start_error(error).encode())
        return
    try:
        _guard(control, config)
    finally:
        # If this doesn't remove everything, the server removes the rest.
        shutil.rmtree(config["folder"], ignore_errors=True)


def _guard(control: socket.socket, config: Config) -> None:
    """Runs the engine in its folder until the engine or the server ends."""
    user = _user(config)
    limits = kernel_limits(config, user[0])
    if config["isolation"] == NAMESPACES:
        _guard_namespaces(control, config, limits, user)
    else:
        # Users other than root own the folder already, and systemd may forbid them to call chown.
        if os.geteuid() == 0:
            os.chown(".", *user)
        prctl(PR_SET_CHILD_SUBREAPER, 1)
        _run(control, config, limits, user)


def _user(config: Config) -> tuple[int, int]:
    """Returns the ids of the user and group that run the engine."""
    if os.geteuid() != 0:
        return os.geteuid(), os.getegid()
    if config["user"]:
        return config["user"][0], config["user"][1]
    user = FIRST_OWN_USER + os.getpid()
    return user, user


def _guard_namespaces(
    control: socket.socket, config: Config, limits: Limits, user: tuple[int, int]
) -> None:
    """Runs the engine in namespaces until the engine or the server ends."""
    try:
        enter_namespaces()
    except OSError as error:
        control.send(start_error(error).encode())
        return
    reading, writing = os.pipe()
    pid = os.fork()
    if not pid:
        os.close(writing)
        _run_first(control, config, limits, user, reading)
    _close_pipes()
    select.select([control.fileno(), os.pidfd_open(pid)], [], [])
    os.kill(pid, signal.SIGKILL)  # The kernel then kills all other processes in the namespaces.
    os.waitpid(pid, 0)


def _run_first(
    control: socket.socket, config: Config, limits: Limits, user: tuple[int, int], guard: int
) -> NoReturn:
    """Runs and watches the engine, as the first process in the namespaces."""
    try:
        end_with_guard(guard)
        make_root(config["visible"], user, config["disk"])
        _run(control, config, limits, user)
    except OSError as error:
        control.send(start_error(error).encode())
    os._exit(0)


def _run(control: socket.socket, config: Config, limits: Limits, user: tuple[int, int]) -> None:
    """Runs the engine, reports its start and its end, and kills the processes that remain."""
    pid, error = start_engine(config, limits, user, sys.argv[2:])
    _close_pipes()
    # The id is only valid inside the namespaces.
    process = "" if config["isolation"] == NAMESPACES else f" {pid}"
    with suppress(OSError):  # The server may have ended.
        control.send((error or f"started{process}\n").encode())
        control.send(watch(control, pid, config).encode())
    kill_all()


def _close_pipes() -> None:
    """Closes this process's copies of the pipes, so that the pipes close when the engine ends."""
    null = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(null, number)
