"""Run the searches that players requested by email, each under a lease.

A job stays in the database until its answer is in the outbox. The worker renews its lease while the
job runs. If the worker dies, another one takes the job again, up to MAX_TRIES times.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from commands.boards.analysis.reviews import review_content
from commands.boards.analysis.search_queue import OVERHEAD_SECONDS
from commands.boards.analysis.solve_answers import WITHHELD
from commands.content.messages import Content, TextMessage
from commands.context.caller import Caller
from commands.language.dispatcher import Dispatcher
from commands.outbound.mailer import Mailer
from commands.outbound.notifications.mail_formats import answer_in_format
from commands.server.workers.search_functions import Search, SearchFailed, replay, review, solve
from commands.server.workers.turns.turn_worker import renewed
from commands.settings import Settings
from commands.system.stored_types import Database
from commands.views.analysis.proofs import proof_text, unproved_text
from commands.views.text.rendering import text
from pbm import games
from pbm.board.board import Board
from pbm.board.viewers import Viewer
from pbm.options import write_options
from pbm.process.lazy_logger import get_logger
from pbm.process.leases import LEASE
from pbm.proofs.starts.proved_starts import proved_start
from pbm.solver.prover import Prover
from pbm.solver.withholding_prover import WithholdingProver
from pbm.stored_values import Job, TakenJob
from pbm.wording import filled

log = get_logger()
MAX_TRIES = 2
NOT_TRIED = (
    "We couldn't prove a result for this position: the search was interrupted twice, so we stopped "
    "trying."
)
NOT_REVIEWED = "We couldn't review this game: the search was interrupted twice."
GONE = (
    "We can't send the review of this game. Either the game has been reopened, or you are no "
    "longer allowed to see it."
)


@dataclass(frozen=True)
class Jobs:
    """Runs jobs one after another."""

    database: Database
    dispatcher: Dispatcher
    mailer: Mailer
    settings: Settings
    holder: str
    """The name that holds the leases of jobs."""
    search: Search
    """Runs a function in a separate process."""

    def run_one(self) -> bool:
        """Runs one job and emails the answer. Returns False if there is no job."""
        clock = self.dispatcher.services.clock
        now = clock.now()
        with self.database.work() as work:
            taken = work.jobs.take(now, now + LEASE, self.holder)
        if taken is None:
            return False
        job = taken.job
        with renewed(partial(self._renew, taken)):
            content = self._review(taken) if job.kind == "review" else self._examine(taken)
        log.info("job done", kind=job.kind, game=job.asked["game"], tries=taken.tries)
        with self.database.work() as work:
            if work.jobs.done(taken.id, self.holder):  # otherwise, another worker answers it
                content = answer_in_format(work, job.asker, content)
                mail = self.mailer.delayed_reply(job.asker, job.message_id, content, clock.now())
                # The answer replaces the email that announced it.
                work.outbox.withdraw(job.asker, job.message_id, clock.now())
                work.outbox.put([mail])
        return True

    def _renew(self, taken: TakenJob) -> None:
        until = self.dispatcher.services.clock.now() + LEASE
        with self.database.work() as work:
            work.jobs.renew(taken.id, self.holder, until)

    def _search(self, run: Callable[..., Any], *task: object) -> Any:
        """Returns the result of a search within the configured limits. Raises SearchFailed."""
        seconds = self.settings.solve_seconds
        prover = Prover(self.settings.tables_folder, seconds)
        try:
            return self.search(seconds + OVERHEAD_SECONDS, run, prover, *task)
        except SearchFailed as error:
            log.warning("search failed", error=error.reason)
            raise

    def _examine(self, taken: TakenJob) -> Content:
        """Returns the answer to a question about a position."""
        job = taken.job
        if taken.tries >= MAX_TRIES:
            answer = _shipped_proof(job) or NOT_TRIED
        elif job.kind == "solve" and self._withholds(job):
            answer = _withheld(job)
        elif job.kind == "solve":
            answer = self._solve(job)
        else:
            answer = self._execute(_line(job))
        subject = f"{games.stored(job.asked['game']).title}: {job.kind}"
        return TextMessage(subject=subject, text=f"You asked: {_line(job)}\n\n{answer}")

    def _solve(self, job: Job) -> str:
        """Returns the proof as text, or the reason why there is none."""
        try:
            text, line = self._search(solve, *_match(job))
            return _withheld(job) if self._withholds(job, line) else str(text)
        except SearchFailed as error:
            limit, settings = error.limit or "failed", self.settings
            return _shipped_proof(job) or unproved_text(
                limit, settings.solve_seconds, megabytes=settings.solve_megabytes
            )

    def _withholds(self, job: Job, line: Sequence[str] = ()) -> bool:
        """Whether the value of a position, or of best play from it, is currently withheld."""
        match = replay(*_match(job))
        with self.database.snapshot() as work:
            fair = WithholdingProver(self.dispatcher.services.prover, work.contest_positions)
            return fair.withholds(match) or fair.meets_contest(match, line)

    def _execute(self, line: str) -> str:
        """Returns the answer to a command that blocks nobody, as in the shell."""
        with self.database.snapshot() as work:
            return text(self.dispatcher.dispatch_line(work, line, Caller()).content)

    def _review(self, taken: TakenJob) -> Content:
        """Returns the review of a game, or the reason why there is none."""
        if taken.tries >= MAX_TRIES:  # checked first because reading the board may fail
            return _message(taken.job, NOT_REVIEWED)
        board = self._seen_board(taken.job)
        if board is None:
            return _message(taken.job, GONE)
        options, names = write_options(board.match.options), [each.userid for each in board.players]
        with self.database.snapshot() as work:
            fair = WithholdingProver(self.dispatcher.services.prover, work.contest_positions)
            withheld = fair.withheld_plies(board.match)
        task = board.game.name, options, board.match.state.effective, names
        try:
            text, drawn = self._search(partial(review, withheld=withheld), *task)
        except SearchFailed as error:
            return _message(taken.job, _failure(error.limit, self.settings))
        # The search may take minutes, and the board may have been hidden since.
        if self._seen_board(taken.job) is None:
            return _message(taken.job, GONE)
        return review_content(board, text, drawn)

    def _seen_board(self, job: Job) -> Board | None:
        """Returns the finished board, or None if the player may no longer see it."""
        game, number = job.asked["game"], job.asked["board"]
        viewer = Viewer(member=True, players=frozenset(filter(None, [job.player])))
        with self.database.snapshot() as work:
            board = work.boards.find(game, number)
            if board is None or board.active or board.removed:
                return None
            return board if work.boards.is_seen(game, number, viewer) else None


def _match(job: Job) -> tuple[str, Sequence[str], Sequence[str]]:
    """Returns the name of the game, the options and the events of a match."""
    asked = job.asked
    return asked["game"], asked["options"], [f"move {move}" for move in asked["moves"]]


def _shipped_proof(job: Job) -> str:
    """Returns as text the proof of a start that pbm already has, or an empty string."""
    match = replay(*_match(job))
    start = None if match.ply else proved_start(match.game, match.options)
    return proof_text(match, start.proof) if start else ""


def _withheld(job: Job) -> str:
    """Returns the answer to a question about a position whose value is withheld."""
    return _shipped_proof(job) or filled(WITHHELD)


def _line(job: Job) -> str:
    """Returns the command that requests this job."""
    asked = job.asked
    return " ".join((asked["game"], job.kind, *asked["options"], *asked["moves"]))


def _failure(limit: str, settings: Settings) -> str:
    why = {
        "time": f"it would take longer than the limit of {settings.solve_seconds:g} seconds",
        "memory": f"it would need more than the memory limit of {settings.solve_megabytes} MB",
    }.get(limit, "the search was interrupted")
    return f"There is no review of this game: {why}."


def _message(job: Job, text: str) -> TextMessage:
    game, number = job.asked["game"], job.asked["board"]
    title = f"Review of {games.stored(game).title} Board {number}"
    return TextMessage(subject=title, text=text, board=f"{game} {number}")
