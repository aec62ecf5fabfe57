"""Runs solve jobs: long searches that players asked for by mail.

A job runs in a process of its own, with limits on time and memory. It stays in the database until
its answer is in the outbox. It is taken under a lease, which is renewed while it runs; when the
worker that took it dies, it is taken again, up to MAX_TRIES.
"""

import json
import os
import subprocess
import sys
from dataclasses import asdict, dataclass
from functools import partial

from commands.messages.content import Content, TextMessage
from commands.outbound.mailer import Mailer
from commands.play.solving import unproved_text
from commands.settings import Settings
from commands.views.proofs import proof_text
from commands.workers.renewal import renewed
from commands.workers.solve_process import SolveTask, replay
from pbm import games
from pbm.clock import Clock
from pbm.lazy_logger import get_logger
from pbm.leases import LEASE
from pbm.ports import Job, TakenJob, UnitOfWorkFactory
from pbm.proofs.starts import proved_start

MAX_TRIES = 2
SPARE_SECONDS = 30
"""Time for loading, making a tablebase and writing the answer."""

log = get_logger()


@dataclass(frozen=True)
class SolveJobs:
    """Runs the solve jobs, one after the other."""

    database: UnitOfWorkFactory
    clock: Clock
    mailer: Mailer
    settings: Settings
    holder: str
    """The holder of the leases."""

    def run_one(self) -> bool:
        """Runs one job; returns False if there is none."""
        now = self.clock.now()
        with self.database.work() as work:
            taken = work.solve_jobs.take(now, now + LEASE, self.holder)
        if taken is None:
            return False
        with renewed(partial(self._renew, taken)):
            content, job = self.solve(taken), taken.job
        with self.database.work() as work:
            if work.solve_jobs.done(taken.id, self.holder):  # else another worker answers it
                now = self.clock.now()
                work.outbox.put([self.mailer.delayed_reply(job.asker, job.letter, content, now)])
        return True

    def _renew(self, taken: TakenJob) -> None:
        with self.database.work() as work:
            work.solve_jobs.renew(taken.id, self.holder, self.clock.now() + LEASE)

    def solve(self, taken: TakenJob) -> Content:
        """Returns the answer for the player who asked."""
        job = taken.job
        found = solve_in_process(job, self.settings) if taken.tries < MAX_TRIES else ""
        log.info("job done", game=job.game, proved=bool(found), tries=taken.tries)
        text = found or _shipped_proof(job) or unproved_text(self.settings.solve_seconds)
        title = games.find(job.game).title
        return TextMessage(subject=f"{title}: solve", text=f"{_asked(job)}\n\n{text}")


def solve_in_process(job: Job, settings: Settings) -> str:
    """Returns the proof as text; empty if nothing is proved, also for lack of time or memory."""
    task = SolveTask(
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
            env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},  # each thread would take memory
            capture_output=True,
            text=True,
            check=True,
            timeout=task.longest,
        )
    except (OSError, subprocess.SubprocessError) as error:
        log.warning("solve process failed", game=job.game, error=type(error).__name__)
        return ""
    return done.stdout


def _shipped_proof(job: Job) -> str:
    """Returns the proof of a start that is shipped as proved, as text; else nothing."""
    match = replay(job.game, job.options, job.moves)
    start = None if job.moves else proved_start(match.game, match.options)
    return proof_text(match, start.proof) if start else ""


def _asked(job: Job) -> str:
    """Returns the command that asks for this job, for the reader of its answer."""
    return f"You asked: {' '.join((job.game, 'solve', *job.options, *job.moves))}"
