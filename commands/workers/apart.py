"""Searching in a process of its own: with limits on time and memory, and gone when it is over."""

import json
import os
import subprocess
import sys
from dataclasses import asdict

import structlog

from commands.settings import Settings
from commands.workers.solve_process import Task
from pbm.ports import Job

SPARE_SECONDS = 30
"""For loading, making a table and writing the answer."""

log = structlog.get_logger()


def solve_apart(job: Job, settings: Settings) -> str:
    """What is proved, in words; empty where nothing is, be it for want of time or memory."""
    task = Task(
        game=job.game,
        options=job.options,
        moves=job.moves,
        folder=str(settings.data / "tables"),
        seconds=settings.solve_seconds,
        longest=settings.solve_seconds + SPARE_SECONDS,
        megabytes=settings.solve_megabytes,
    )
    try:
        done = subprocess.run(
            [sys.executable, "-m", "commands.workers.solve_process"],
            input=json.dumps(asdict(task)),
            env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},  # each would take memory of its own
            capture_output=True,
            text=True,
            check=True,
            timeout=task.longest,
        )
    except (OSError, subprocess.SubprocessError) as error:
        log.warning("search ended", game=job.game, trouble=type(error).__name__)
        return ""
    return done.stdout
