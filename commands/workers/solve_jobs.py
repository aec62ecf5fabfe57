"""Runs solve jobs: searches that players asked for by mail, and that take long."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from commands.context.caller import Caller
from commands.dispatch.dispatcher import Dispatcher
from commands.messages.content import Content, TextMessage
from commands.outbound.mailer import Mailer
from commands.play.search_queue import OVERHEAD_SECONDS
from commands.settings import Settings
from commands.solver.prover import Prover
from commands.views.analysis.proofs import proof_text, unproved_text
from commands.views.rendering import text
from commands.workers.leased_job import MAX_TRIES, JobRunner
from commands.workers.searches import Search, SearchFailed, replay, solve
from pbm import games
from pbm.process.lazy_logger import get_logger
from pbm.proofs.starts.proved_starts import proved_start
from pbm.stored import Job, TakenJob

if TYPE_CHECKING:
    from storage import Database


NOT_TRIED = (
    "No value could be proved for this position: it was not tried again, as the search was cut "
    "off twice."
)

log = get_logger()


@dataclass(frozen=True)
class SolveJobs:
    """Runs the solve jobs, one after the other."""

    database: "Database"
    dispatcher: Dispatcher
    mailer: Mailer
    settings: Settings
    holder: str
    """The holder of the leases."""
    search: Search
    """Runs what takes long in a process of its own."""

    def run_one(self) -> bool:
        """Runs one job; returns False if there is none."""
        clock = self.dispatcher.services.clock
        runner = JobRunner(self.database, clock, self.mailer, self.holder)
        return runner.run_one(lambda work: work.solve_jobs, self.solve)

    def solve(self, taken: TakenJob) -> Content:
        """Returns the answer for the player who asked."""
        job = taken.job
        if taken.tries >= MAX_TRIES:
            found = _shipped_proof(job) or NOT_TRIED
        elif job.verb == "solve":
            found = self._search(job)
        else:
            found = self._execute(_line(job))
        log.info("job done", game=job.game, tries=taken.tries)
        subject = f"{games.find(job.game).title}: {job.verb}"
        return TextMessage(subject=subject, text=f"You asked: {_line(job)}\n\n{found}")

    def _search(self, job: Job) -> str:
        """Returns the proof as text, or the reason for which there is none."""
        seconds = self.settings.solve_seconds
        prover = Prover(self.settings.tables_folder, seconds)
        task = prover, job.game, job.options, _log(job)
        try:
            return str(self.search(seconds + OVERHEAD_SECONDS, solve, *task))
        except SearchFailed as error:
            log.warning("search failed", error=error.reason)
            limit, megabytes = error.limit or "failed", self.settings.solve_megabytes
            return _shipped_proof(job) or unproved_text(limit, seconds, megabytes=megabytes)

    def _execute(self, line: str) -> str:
        """Returns the answer to a line where nobody else waits, as in the shell."""
        with self.database.snapshot() as work:
            return text(self.dispatcher.dispatch_line(work, line, Caller()).content)


def _shipped_proof(job: Job) -> str:
    """Returns the proof of a start that is shipped as proved, as text; else nothing."""
    match = replay(job.game, job.options, _log(job))
    start = None if job.moves else proved_start(match.game, match.options)
    return proof_text(match, start.proof) if start else ""


def _log(job: Job) -> list[str]:
    """Returns the events of the match."""
    return [f"move {move}" for move in job.moves]


def _line(job: Job) -> str:
    """Returns the command that asks for this job."""
    return " ".join((job.game, job.verb, *job.options, *job.moves))
