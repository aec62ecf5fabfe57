"""Starts an engine with its limits, as the user that should run it."""

import os
import resource
import signal
from contextlib import suppress
from typing import NoReturn

from pbm.engines.sandbox import landlock
from pbm.engines.sandbox.call_filter import filter_calls
from pbm.engines.sandbox.config import MEGABYTE, Config
from pbm.engines.sandbox.processes import LANDLOCK, threads_of
from pbm.engines.sandbox.system_calls import (
    PR_CAPBSET_DROP,
    PR_SET_NO_NEW_PRIVS,
    PR_SET_PDEATHSIG,
    prctl,
)

CAPABILITIES = 64
"""An upper bound of the kernel's capability numbers."""

Limits = dict[int, int]
"""Resource limits, by the kernel's number of the resource."""


def kernel_limits(config: Config, user: int) -> Limits:
    """Returns the kernel's limits for each process of an engine of this user."""
    return {
        resource.RLIMIT_AS: config["memory"] * MEGABYTE,
        resource.RLIMIT_CPU: config["cpu"],
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_FSIZE: config["file"] * MEGABYTE,
        resource.RLIMIT_NOFILE: config["files"],
        # The kernel compares this limit with the number of all threads of the user.
        resource.RLIMIT_NPROC: threads_of(user) + config["processes"],
    }


def start_engine(
    config: Config, limits: Limits, user: tuple[int, int], command: list[str]
) -> tuple[int, str]:
    """Starts the engine. Returns its process id, and an error report that is empty on success."""
    reading, writing = os.pipe()
    pid = os.fork()
    if not pid:
        _exec_engine(config, limits, user, command, writing)
    os.close(writing)
    # Starting the engine closes the pipe, so this waits for the start or an error.
    with os.fdopen(reading, "rb") as pipe:
        return pid, pipe.read().decode()


def start_error(error: OSError) -> str:
    """Returns the report that an engine couldn't be started."""
    return f"couldn't be started: {error.strerror}\n"


def _exec_engine(
    config: Config, limits: Limits, user: tuple[int, int], command: list[str], error_pipe: int
) -> NoReturn:
    """Sets the limits and the user in the new process, and runs the engine in its place."""
    try:
        os.setsid()
        os.umask(0o077)
        _set_limits(limits)
        _drop_rights(user)
        prctl(PR_SET_NO_NEW_PRIVS, 1)
        # After the change of user, because the kernel then clears this setting.
        prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        # Before the filter is set, because it refuses Landlock's calls.
        if config["isolation"] == LANDLOCK:
            landlock.restrict(config["visible"], ".")
        filter_calls()
        os.execv(command[0], command)  # noqa: S606 - it must run without a shell
    except OSError as error:
        os.write(error_pipe, start_error(error).encode())
    os._exit(127)


def _set_limits(limits: Limits) -> None:
    for kind, limit in limits.items():
        hard = resource.getrlimit(kind)[1]
        lowest = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
        resource.setrlimit(kind, (lowest, lowest))


def _drop_rights(user: tuple[int, int]) -> None:
    """Becomes this user, permanently, without other groups and without capabilities."""
    if os.geteuid() != 0:
        return
    for capability in range(CAPABILITIES):
        with suppress(OSError):  # The kernel may have fewer capabilities than CAPABILITIES.
            prctl(PR_CAPBSET_DROP, capability)
    os.setgroups([])
    os.setgid(user[1])
    os.setuid(user[0])
