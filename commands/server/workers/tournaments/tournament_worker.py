"""Advance tournaments: begin them and their rounds, start games, and end games at their time.

Each step is a transaction that locks the tournament. A server that is killed between two steps
therefore loses nothing, and no two nodes take the same step.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from commands.boards.board_changes import apply_change
from commands.boards.tournaments.tournament_news import announcements, news_of
from commands.boards.tournaments.tournaments import begin_game, record_state
from commands.context.context import Context
from commands.context.services import Services
from commands.outbound.mailer import Mailer
from commands.server.workers.tournaments.next_events import events_due
from commands.server.workers.tournaments.round_end import (
    close_board,
    games_to_end,
    is_round_over,
    leave_board,
    places_by_proof,
    withdrawn_seat,
)
from pbm import games
from pbm.board.board import TournamentGame
from pbm.errors import BoardFrozenError
from pbm.process.lazy_logger import get_logger
from pbm.tournaments.events import Prolong
from pbm.tournaments.recurring import RecurringTournament
from pbm.tournaments.tournament import StoredTournament
from pbm.tournaments.tournament_steps import due, startable
from pbm.tournaments.tournament_terms import TournamentTerms
from storage import Database, TransientError
from storage.unit_of_work import UnitOfWork

RETRY_AFTER = timedelta(hours=1)
"""Time until a tournament is tried again after an error."""
TICK_SECONDS = 10.0
"""Seconds that a tick may spend on tournaments. Each tournament takes at least one step."""
BATCH_SIZE = 8
"""Maximum number of games that are started in one transaction."""

log = get_logger()


@dataclass(frozen=True)
class TournamentWorker:
    """Takes the due steps of all tournaments."""

    database: Database
    services: Services
    mailer: Mailer
    calendar: Sequence[RecurringTournament] = ()
    seconds: Callable[[], float] = time.monotonic

    def run(self, now: datetime) -> None:
        """Runs the due steps of all tournaments within the time limit of a tick.

        The next tick continues. An error in one tournament doesn't affect the others.
        """
        for recurring in self.calendar:
            if planned := recurring.due(now):
                self._make(*planned, now)
        self._announce(now)
        with self.database.work() as work:
            names = work.tournaments.due(now)
        for name in names:
            try:
                until = self.seconds() + TICK_SECONDS / len(names)
                for _ in self._steps(name, now):
                    if self.seconds() >= until:  # the tournament is still due
                        break
            except TransientError as error:  # the tournament is still due at the next tick
                log.warning("failed to check a tournament", name=name, error=type(error).__name__)
            except Exception:  # an error in one tournament mustn't affect the others
                log.exception("failed to check a tournament", name=name)
                with self.database.work() as work:
                    work.tournaments.check_again(name, now + RETRY_AFTER)

    def _make(self, name: str, terms: TournamentTerms, now: datetime) -> None:
        """Creates a tournament of the calendar, unless one with that name exists."""
        try:
            with self.database.work() as work:
                if work.tournaments.add(name, terms, now):
                    log.info("tournament created", name=name)
        except Exception:  # the next tick tries again
            log.exception("failed to create a tournament", name=name)

    def _announce(self, now: datetime) -> None:
        """Announces each new tournament once."""
        try:
            with self.database.work() as work:
                context = self.services.server_context(work)
                for stored in work.tournaments.take_unannounced(now):
                    self.mailer.publish(context, [*announcements(context, stored)])
        except Exception:  # transient, so the next tick tries again
            log.exception("failed to announce tournaments")

    def _steps(self, name: str, now: datetime) -> Iterator[None]:
        """Takes all steps, each in a transaction. The last one sets when the next step is due."""
        going_on = set[int]()
        while True:
            with self.database.work() as work:
                stored = work.tournaments.lock(name)
                if stored is None:
                    return
                # This node doesn't serve the game, so the tournament waits.
                if stored.tournament.terms.game not in games.games():
                    work.tournaments.check_again(name, now + RETRY_AFTER)
                    return
                context = self.services.server_context(work)
                boards = _boards(context, stored)
                ending = [
                    game for game in games_to_end(stored, boards, now) if game not in going_on
                ]
                if not ending and not self._take_step(context, stored, boards, now):
                    work.tournaments.check_again(name, _next_check(stored, now))
                    return
            for game in ending:
                if not self._end_game(stored, game, boards[game], now):
                    going_on.add(game)
                yield
            yield

    def _take_step(
        self, context: Context, stored: StoredTournament, boards: Mapping[int, int], now: datetime
    ) -> bool:
        """Takes a step that locks no board. Returns False if there is none.

        A round is announced after its first games have boards, because the email names them.
        """
        if events := events_due(context, stored, boards, now):
            for event in events:
                stored = context.work.tournaments.add_event(stored, event, now)
                log.info("tournament continues", name=stored.name, step=type(event).__name__)
            if stored.tournament.status in ("ended", "cancelled"):
                self.mailer.publish(context, news_of(context, stored))
        elif games := startable(stored.tournament, boards):
            for game in games[:BATCH_SIZE]:
                self.mailer.publish(context, begin_game(context, stored, game))
        elif context.work.tournaments.take_unannounced_round(stored):
            self.mailer.publish(context, news_of(context, stored))
        else:
            return False
        return True

    def _end_game(self, stored: StoredTournament, game: int, number: int, now: datetime) -> bool:
        """Ends a game if its player has left the tournament or its round is over.

        Returns False if the game continues.

        It searches for a proof before the transaction begins, because a search would block other
        work.
        """
        kind, over = stored.tournament.terms.game, is_round_over(stored, now)
        proved = self.proved_places(kind, number) if over else {}
        with self.database.work() as work:
            context = self.services.server_context(work)
            try:
                board = work.boards.lock(kind, number)
            except BoardFrozenError:
                board = None
            if board is None or not board.active:
                played = TournamentGame(stored.name, len(stored.tournament.rounds), game)
                record_state(context, played, board)
                return True
            seat = withdrawn_seat(stored, board)
            if seat is None and not over:
                return False
            after, news = (
                close_board(stored, board, proved, now)
                if seat is None
                else leave_board(board, seat, now)
            )
            author = board.players[seat or 0]
            response = apply_change(context, board, after, author, news=news, comment="")
            self.mailer.publish(context, response.notifications)
            return True

    def proved_places(self, game: str, number: int) -> Mapping[str, tuple[int, ...]]:
        """Returns the places that a proof of a board's position gives, by the match's checksum."""
        try:
            with self.database.snapshot() as work:
                board = work.boards.find(game, number)
        except BoardFrozenError:
            return {}
        if board is None or not board.active or len(board.players) != 2:
            return {}
        proof = self.services.prover.prove_quickly(board.match)
        return {board.match.checksum: places_by_proof(board.match, proof)} if proof else {}


def give_back(work: UnitOfWork, back: Mapping[str, timedelta], now: datetime) -> None:
    """Compensates open rounds and ladders for the time in which their games weren't served."""
    for unfinished in work.tournaments.unfinished():
        absence = back.get(unfinished.tournament.terms.game)
        stored = work.tournaments.lock(unfinished.name) if absence else None
        if absence and stored and stored.tournament.open_round:
            event = Prolong(int(absence.total_seconds()))
            work.tournaments.add_event(stored, event, now)
        elif stored:
            work.tournaments.check_again(stored.name, now)
    for game, absence in sorted(back.items()):
        later = [entry.later(absence, now) for entry in work.ladders.lock(game)]
        work.ladders.save(game, later)


def _next_check(stored: StoredTournament, now: datetime) -> datetime:
    """Returns the time of the next check if nothing happens before."""
    at = due(stored.tournament)
    return at if at and at > now else now + RETRY_AFTER


def _boards(context: Context, stored: StoredTournament) -> Mapping[int, int]:
    """Returns the board number of each game of the open round."""
    number = len(stored.tournament.rounds)
    boards = context.work.tournament_boards.numbers(stored)
    return {game: board for (round, game), board in boards.items() if round == number}
