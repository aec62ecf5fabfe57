"""Searches in a process of their own, with limits on time and memory."""

import json
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from commands.settings import Settings
from commands.system.process_control import LOW_PRIORITY, end_with_parent
from pbm.process.lazy_logger import get_logger

SPARE_SECONDS = 30
"""Time for loading, making a tablebase and writing the answer."""
OUT_OF_MEMORY = 3
"""The exit status of a process whose memory didn't suffice."""

log = get_logger()


class SearchFailed(Exception):
    """A search whose process ended without an answer."""

    def __init__(self, limit: str) -> None:
        super().__init__(limit)
        self.limit = limit
        """The limit that was reached: `time` or `memory`; empty for any other reason."""


@dataclass(frozen=True)
class ProcessLimits:
    """The limits of a process."""

    longest: float
    """The time limit in seconds."""
    megabytes: int

    @classmethod
    def of(cls, settings: Settings) -> Self:
        """Returns the limits of searches that were requested by mail."""
        return cls(settings.solve_seconds + SPARE_SECONDS, settings.solve_megabytes)

    def apply(self) -> None:
        """Limits this process's priority, memory and processor time; ends it with its parent."""
        os.nice(LOW_PRIORITY)
        end_with_parent()
        space, seconds = self.megabytes << 20, int(self.longest) + 1
        resource.setrlimit(resource.RLIMIT_AS, (space, space))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


def run_search_process(module: str, task: Mapping[str, Any], limits: ProcessLimits) -> str:
    """Returns what a module prints about a task, which it reads as JSON; raises SearchFailed."""
    try:
        done = subprocess.run(  # noqa: S603 - our own program
            [sys.executable, "-m", module],
            input=json.dumps({**task, "longest": limits.longest, "megabytes": limits.megabytes}),
            env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},  # each thread would take memory
            capture_output=True,
            text=True,
            check=True,
            timeout=limits.longest,
        )
    except (OSError, subprocess.SubprocessError) as error:
        log.warning("search process failed", module=module, error=type(error).__name__)
        raise SearchFailed(_limit(error)) from error
    return done.stdout


def _limit(error: Exception) -> str:
    status = error.returncode if isinstance(error, subprocess.CalledProcessError) else 0
    if isinstance(error, subprocess.TimeoutExpired) or status == -signal.SIGXCPU:
        return "time"
    return "memory" if status == OUT_OF_MEMORY else ""
