"""Find the events of the next step of a tournament."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from commands.context.context import Context
from commands.context.robots import RATED_ROBOTS
from commands.server.workers.tournaments.round_end import is_round_over
from pbm.tournaments.events import Enter, TournamentEvent
from pbm.tournaments.tournament import StoredTournament, Tournament
from pbm.tournaments.tournament_steps import missing, next_event, unfinished, withdrawals


def events_due(
    context: Context, stored: StoredTournament, boards: Mapping[int, int], now: datetime
) -> Sequence[TournamentEvent]:
    """Returns the events of the next step. There are none if a game must end first."""
    tournament = stored.tournament
    if robots := _robots(context, tournament, now):
        return robots
    if lost := [each for each in withdrawals(tournament) if each.game not in boards]:
        return lost
    round = tournament.open_round
    if round and is_round_over(stored, now):
        unplayed = [game for game in round.open_games if game not in boards]
        if unplayed:
            return [unfinished(tournament, game) for game in unplayed]
    ratings = _ratings(context, tournament) if tournament.status == "open" else {}
    event = next_event(tournament, now, ratings, context.seed())
    return [event] if event else []


def _robots(context: Context, tournament: Tournament, now: datetime) -> list[Enter]:
    """Returns the entries of robots for the last seats. Robots nearest to the level come first."""
    begins, level = tournament.terms.begins, tournament.terms.robots
    if tournament.status != "open" or begins is None or now < begins or not missing(tournament):
        return []
    nearest = sorted(enumerate(RATED_ROBOTS, 1), key=lambda each: abs(each[0] - level))
    robots = [context.player(userid).id for _, userid in nearest]
    free = [id for id in robots if id not in tournament.players]
    return [Enter(id) for id in free[: missing(tournament)]]


def _ratings(context: Context, tournament: Tournament) -> Mapping[int, float]:
    """Returns the rating points of the players who have a rating."""
    players, game = context.work.players.by_ids(tournament.players), tournament.terms.game
    ratings = {player.id: context.work.ratings.of(player).get(game) for player in players}
    return {id: rating.points for id, rating in ratings.items() if rating}
