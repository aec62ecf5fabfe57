"""Solving: what is said of a value, and the jobs of those who asked by mail for what takes long.

A job is carried out in a process of its own, with limits on time and memory. It stays in the
database until its answer is in the outbox; when whoever had it in hand dies, it is taken up again,
but not for ever.
"""

import json
import os
import subprocess
import sys
from dataclasses import asdict
from datetime import timedelta
from typing import TYPE_CHECKING

import structlog

from commands.messages.content import Plain, Said
from commands.outbound.mailer import Post
from commands.play.solving import unproved
from commands.settings import Settings
from commands.workers.solve_process import Task
from pbm import games
from pbm.ports import Job, Store, TakenJob

if TYPE_CHECKING:
    from commands.dispatch.dispatcher import Desk


MOST_TRIES = 2


SPARE = timedelta(minutes=2)
"""How much longer than its search a job is in hand before it is taken for lost."""


SPARE_SECONDS = 30
"""For loading, making a table and writing the answer."""


log = structlog.get_logger()


def work_once(store: Store, desk: "Desk", post: Post, settings: Settings) -> bool:
    """Carries out one job, if there is one; whether there was."""
    now = desk.clock.now()
    with store.work() as work:
        taken = work.jobs.take(now, now + timedelta(seconds=settings.solve_seconds) + SPARE)
    if taken is None:
        return False
    said = carry_out(taken, settings)
    with store.work() as work:
        if work.jobs.done(taken.id):  # else another took it for lost, and has answered it
            job = taken.job
            work.outbox.put([post.later(job.asker, job.letter, said, desk.clock.now())])
    return True


def carry_out(taken: TakenJob, settings: Settings) -> Said:
    """What the asker is told."""
    job = taken.job
    found = solve_apart(job, settings) if taken.tries < MOST_TRIES else ""
    log.info("job done", game=job.game, proved=bool(found), tries=taken.tries)
    text = found or unproved(settings.solve_seconds)
    title = games.find(job.game).title
    return Plain(subject=f"{title}: solve", text=f"{_asked(job)}\n\n{text}")


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


def _asked(job: Job) -> str:
    """The line as it might have been asked."""
    return f"You asked: {' '.join((job.game, 'solve', *job.options, *job.moves))}"
