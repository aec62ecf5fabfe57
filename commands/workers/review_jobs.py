"""Makes the reviews of finished games that players asked for by mail."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from commands.messages.content import Content, TextMessage
from commands.outbound.mailer import Mailer
from commands.play.reviewing import review_content
from commands.play.search_queue import OVERHEAD_SECONDS
from commands.settings import Settings
from commands.solver.prover import Prover
from commands.workers.leased_job import MAX_TRIES, JobRunner
from commands.workers.searches import Search, SearchFailed, review
from pbm import games
from pbm.board.board import Board
from pbm.board.visibility import Viewer
from pbm.clock import Clock
from pbm.options import write_options
from pbm.process.lazy_logger import get_logger
from pbm.stored import ReviewJob, TakenReview

if TYPE_CHECKING:
    from storage import Database


GONE = (
    "There is no review of this game: it is no longer finished, or you may no longer see its board."
)

log = get_logger()


@dataclass(frozen=True)
class ReviewJobs:
    """Makes the reviews, one after the other."""

    database: "Database"
    clock: Clock
    mailer: Mailer
    settings: Settings
    holder: str
    """The holder of the leases."""
    search: Search
    """Runs what takes long in a process of its own."""

    def run_one(self) -> bool:
        """Makes one review; returns False if there is none to make."""
        runner = JobRunner(self.database, self.clock, self.mailer, self.holder)
        return runner.run_one(lambda work: work.reviews, self.review)

    def review(self, taken: TakenReview) -> Content:
        """Returns the review for the player who asked."""
        job = taken.job
        if taken.tries >= MAX_TRIES:  # also if its board couldn't be read
            return _message(job, "There is no review of this game: the search was cut off twice.")
        board = self._seen_board(taken)
        if board is None:
            return _message(job, GONE)
        try:
            text, ply = self._run(board)
        except SearchFailed as error:
            log.warning("search failed", error=error.reason)
            return _message(job, _failure(error.limit, self.settings))
        if self._seen_board(taken) is None:  # the search may take minutes
            return _message(job, GONE)
        log.info("review made", game=job.game, board=job.number, tries=taken.tries)
        return review_content(board, text, ply)

    def _seen_board(self, taken: TakenReview) -> Board | None:
        """Returns the finished board; None if the player who asked may no longer see it."""
        game, number = taken.job.game, taken.job.number
        viewer = Viewer(member=True, players=frozenset([taken.player]))
        with self.database.snapshot() as work:
            board = work.boards.find(game, number)
            if board is None or board.active or board.removed:
                return None
            return board if work.boards.is_seen(game, number, viewer) else None

    def _run(self, board: Board) -> tuple[str, int | None]:
        """Returns the review as text, and the ply of the decisive move, if there was one."""
        seconds = self.settings.solve_seconds
        prover = Prover(self.settings.tables_folder, seconds)
        options, names = write_options(board.match.options), [each.userid for each in board.players]
        task = prover, board.game.name, options, board.match.state.effective, names
        found: tuple[str, int | None] = self.search(seconds + OVERHEAD_SECONDS, review, *task)
        return found


def _failure(limit: str, settings: Settings) -> str:
    why = {
        "time": f"it takes longer than the {settings.solve_seconds:g} seconds that it may take",
        "memory": f"it takes more than the {settings.solve_megabytes} MB of memory that it may use",
    }.get(limit, "the search was cut off")
    return f"There is no review of this game: {why}."


def _message(job: ReviewJob, text: str) -> TextMessage:
    title = f"Review of {games.find(job.game).title} Board {job.number}"
    return TextMessage(subject=title, text=text, board=f"{job.game} {job.number}")
