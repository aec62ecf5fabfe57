"""Carries tournaments on: begins them and their rounds, starts the games, and ends what is over.

Each step is a transaction that locks the tournament, so a server that is killed between two of them
loses nothing, and no two nodes do the same.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from commands.boards.board_changes import SERVER_AUTHOR, apply_change, has_left
from commands.boards.tournaments.tournament_news import announcements, news_of
from commands.boards.tournaments.tournaments import begin_game, record_state
from commands.context.context import Context
from commands.context.robots import RATED_ROBOTS
from commands.context.services import Services
from commands.outbound.mailer import Mailer
from pbm import games
from pbm.board.board import Board, TournamentGame
from pbm.errors import BoardFrozenError
from pbm.match.decisions import PROVED, UNFINISHED, closing, places_of
from pbm.match.match import Event, Match
from pbm.process.lazy_logger import get_logger
from pbm.proofs.value import Proof
from pbm.tournaments.events import Enter, Prolong, TournamentEvent
from pbm.tournaments.recurring import RecurringTournament
from pbm.tournaments.steps import due, missing, next_event, startable, unfinished, withdrawals
from pbm.tournaments.terms import DRAW, TournamentTerms
from pbm.tournaments.tournament import StoredTournament, Tournament
from storage import Database, TransientError
from storage.unit_of_work import UnitOfWork

RETRY_AFTER = timedelta(hours=1)
"""The time until a tournament that failed is tried again."""
TICK_SECONDS = 10.0
"""The time that a tick may take for all tournaments, each of which takes a step at least."""
BATCH_SIZE = 8
"""The games that begin in one transaction."""

log = get_logger()


@dataclass(frozen=True)
class TournamentWorker:
    """Does what is due in tournaments."""

    database: Database
    services: Services
    mailer: Mailer
    calendar: Sequence[RecurringTournament] = ()
    seconds: Callable[[], float] = time.monotonic

    def run(self, now: datetime) -> None:
        """Does what is due, as far as the time of a tick suffices; the next one goes on.

        What fails in one tournament doesn't affect the others.
        """
        for each in self.calendar:
            if planned := each.due(now):
                self._make(*planned, now)
        self._announce(now)
        with self.database.work() as work:
            names = work.tournaments.due(now)
        for name in names:
            try:
                until = self.seconds() + TICK_SECONDS / len(names)
                for _ in self._steps(name, now):
                    if self.seconds() >= until:  # it is still due
                        break
            except TransientError as error:  # it is still due at the next tick
                log.warning("tournament not checked", name=name, error=type(error).__name__)
            except Exception:  # an error in one tournament must not affect the others
                log.exception("tournament not checked", name=name)
                with self.database.work() as work:
                    work.tournaments.check_again(name, now + RETRY_AFTER)

    def _make(self, name: str, terms: TournamentTerms, now: datetime) -> None:
        """Makes a tournament of the calendar, unless there is one of its name."""
        try:
            with self.database.work() as work:
                if work.tournaments.add(name, terms, now):
                    log.info("tournament made", name=name)
        except Exception:  # the next tick tries again
            log.exception("tournament not made", name=name)

    def _announce(self, now: datetime) -> None:
        """Announces the new tournaments, each once."""
        try:
            with self.database.work() as work:
                context = self.services.server_context(work)
                for stored in work.tournaments.take_unannounced(now):
                    self.mailer.publish(context, [*announcements(context, stored)])
        except Exception:  # transient: the next tick tries again
            log.exception("tournaments not announced")

    def _steps(self, name: str, now: datetime) -> Iterator[None]:
        """Takes all steps, each in a transaction; the last one sets when the next is due."""
        going_on = set[int]()
        while True:
            with self.database.work() as work:
                stored = work.tournaments.lock(name)
                if stored is None:
                    return
                if stored.tournament.terms.game not in games.games():  # it stands still
                    work.tournaments.check_again(name, now + RETRY_AFTER)
                    return
                context = self.services.server_context(work)
                boards = _boards(context, stored)
                ending = [game for game in _ending(stored, boards, now) if game not in going_on]
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
        """Takes a step for which no board is locked; returns False if there is none.

        A round is told of once its first games have boards, as its mail names them.
        """
        if events := _events(context, stored, boards, now):
            for event in events:
                stored = context.work.tournaments.add_event(stored, event, now)
                log.info("tournament goes on", name=stored.name, step=type(event).__name__)
            if stored.tournament.status in ("ended", "cancelled"):
                self.mailer.publish(context, news_of(context, stored))
        elif games := startable(stored.tournament, boards):
            for game in games[:BATCH_SIZE]:
                self.mailer.publish(context, begin_game(context, stored, game))
        elif context.work.tournaments.take_untold_round(stored):
            self.mailer.publish(context, news_of(context, stored))
        else:
            return False
        return True

    def _end_game(self, stored: StoredTournament, game: int, number: int, now: datetime) -> bool:
        """Ends a game that goes on without a player, or for too long; returns False if it needn't.

        A proof is looked for before the transaction, for which others wait.
        """
        kind, over = stored.tournament.terms.game, _is_over(stored, now)
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
            seat = _gone(stored, board)
            if seat is None and not over:
                return False
            after, news = (
                _closed(stored, board, proved, now) if seat is None else _left(board, seat, now)
            )
            author = board.players[seat or 0]
            response = apply_change(context, board, after, author, news=news, comment="")
            self.mailer.publish(context, response.notifications)
            return True

    def proved_places(self, game: str, number: int) -> Mapping[str, tuple[int, ...]]:
        """Returns the places to which a board's position is proved to lead, by its checksum."""
        try:
            with self.database.snapshot() as work:
                board = work.boards.find(game, number)
        except BoardFrozenError:
            return {}
        if board is None or not board.active or len(board.players) != 2:
            return {}
        proof = self.services.prover.prove_quickly(board.match)
        return {board.match.checksum: _places(board.match, proof)} if proof else {}


def give_back(work: UnitOfWork, back: Mapping[str, timedelta], now: datetime) -> None:
    """Gives the time back for which games weren't served: to open rounds, and on ladders."""
    for each in work.tournaments.unfinished():
        absence = back.get(each.tournament.terms.game)
        stored = work.tournaments.lock(each.name) if absence else None
        if absence and stored and stored.tournament.open_round:
            event = Prolong(int(absence.total_seconds()))
            work.tournaments.add_event(stored, event, now)
        elif stored:
            work.tournaments.check_again(stored.name, now)
    for game, absence in sorted(back.items()):
        later = [entry.later(absence, now) for entry in work.ladders.lock(game)]
        work.ladders.save(game, later)


def _places(match: Match, proof: Proof) -> tuple[int, ...]:
    """Returns the place of each seat by a proved value."""
    mover = match.to_move or 0
    winners = {"won": [mover], "lost": [1 - mover], "drawn": []}
    return places_of(winners[proof.value.result.value], 2)


def _is_over(stored: StoredTournament, now: datetime) -> bool:
    """Returns True if the time for the open round is over."""
    round = stored.tournament.open_round
    return round is not None and now >= round.ends


def _next_check(stored: StoredTournament, now: datetime) -> datetime:
    """Returns the time of the next step if nothing happens before."""
    at = due(stored.tournament)
    return at if at and at > now else now + RETRY_AFTER


def _boards(context: Context, stored: StoredTournament) -> Mapping[int, int]:
    """Returns the numbers of the boards of the open round, by the number of the game."""
    number = len(stored.tournament.rounds)
    boards = context.work.tournament_boards.numbers(stored)
    return {game: board for (round, game), board in boards.items() if round == number}


def _events(
    context: Context, stored: StoredTournament, boards: Mapping[int, int], now: datetime
) -> Sequence[TournamentEvent]:
    """Returns the events of the next step; none if a game must end first, or nothing is due."""
    tournament = stored.tournament
    if robots := _robots(context, tournament, now):
        return robots
    if lost := [each for each in withdrawals(tournament) if each.game not in boards]:
        return lost
    round = tournament.open_round
    if round and _is_over(stored, now):
        unplayed = [game for game in round.open_games if game not in boards]
        if unplayed:
            return [unfinished(tournament, game) for game in unplayed]
    ratings = _ratings(context, tournament) if tournament.status == "open" else {}
    event = next_event(tournament, now, ratings, context.seed())
    return [event] if event else []


def _robots(context: Context, tournament: Tournament, now: datetime) -> list[Enter]:
    """Returns the entries of the robots that fill the last seats, the nearest levels first."""
    begins, level = tournament.terms.begins, tournament.terms.robots
    if tournament.status != "open" or begins is None or now < begins or not missing(tournament):
        return []
    nearest = sorted(enumerate(RATED_ROBOTS, 1), key=lambda each: abs(each[0] - level))
    robots = [context.player(userid).id for _, userid in nearest]
    free = [id for id in robots if id not in tournament.players]
    return [Enter(id) for id in free[: missing(tournament)]]


def _ratings(context: Context, tournament: Tournament) -> Mapping[int, float]:
    """Returns the rating points of the players who have some."""
    players, game = context.work.players.by_ids(tournament.players), tournament.terms.game
    found = {player.id: context.work.ratings.of(player).get(game) for player in players}
    return {id: rating.points for id, rating in found.items() if rating}


def _ending(stored: StoredTournament, boards: Mapping[int, int], now: datetime) -> Sequence[int]:
    """Returns the games with boards that may have to be ended."""
    round = stored.tournament.open_round
    open_games = [game for game in round.open_games if game in boards] if round else []
    if _is_over(stored, now):
        return open_games
    left = {each.game for each in withdrawals(stored.tournament)}
    return [game for game in open_games if game in left]


def _gone(stored: StoredTournament, board: Board) -> int | None:
    """Returns a seat whose player is in the tournament no more, but still plays on the board."""
    withdrawn = stored.tournament.withdrawn
    seats = (seat for seat, player in enumerate(board.players) if player.id in withdrawn)
    return next((seat for seat in seats if not has_left(board, seat)), None)


def _left(board: Board, seat: int, now: datetime) -> tuple[Board, str]:
    """Returns a board after a player has left the tournament, and the news."""
    event = Event(f"leave {seat} left the tournament", now, SERVER_AUTHOR)
    after = replace(board.with_match(board.match.add(event)), offer=None)
    return after, f"{board.players[seat].userid} has left the tournament."


def _closed(
    stored: StoredTournament, board: Board, proved: Mapping[str, tuple[int, ...]], now: datetime
) -> tuple[Board, str]:
    """Returns a board at the end of its round, and the news."""
    places, why = proved.get(board.match.checksum), PROVED
    if places is None:
        remaining = board.game.remaining(board.match.state.position)
        places, why = places_of(remaining, len(board.players)), UNFINISHED
    after = board.decide(closing(places, why), now, SERVER_AUTHOR)
    zero = why == UNFINISHED and stored.tournament.terms.unfinished != DRAW
    points = " Nobody gets points for this game." if zero else ""
    return after, f"The time for {board.tournament} is over.{points}"
