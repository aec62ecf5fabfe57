"""Steps of a tournament: its beginning, the games that may start, rounds, and its end."""

from collections.abc import Collection, Mapping
from datetime import datetime

from pbm.clock import DAY
from pbm.randomness import numbers
from pbm.tournaments import groups_of_three, knock_out, round_robin, swiss
from pbm.tournaments.encounters import both_seats
from pbm.tournaments.events import (
    UNFINISHED,
    WITHDRAWN,
    Begin,
    BeginRound,
    Cancel,
    End,
    Pairing,
    Result,
    TournamentEvent,
)
from pbm.tournaments.tournament import Tournament
from pbm.tournaments.tournament_terms import DRAW, GROUPS_OF_THREE, KNOCK_OUT, ROUND_ROBIN, SWISS

PAIRINGS = {
    ROUND_ROBIN: round_robin.next_pairings,
    KNOCK_OUT: knock_out.next_pairings,
    SWISS: swiss.next_pairings,
    GROUPS_OF_THREE: groups_of_three.next_pairings,
}


def due(tournament: Tournament) -> datetime | None:
    """Returns the time of the next step if no game ends before it. None if nothing follows.

    If all games of a round have results, the time is in the past, because the next step is
    possible.
    """
    match tournament.status, tournament.rounds:
        case "open", _:
            return tournament.terms.begins
        case "running", ():
            return tournament.terms.begins
        case "running", (*_, round):
            return round.ends if round.open_games else round.began
    return None


def next_event(
    tournament: Tournament, now: datetime, ratings: Mapping[int, float], seed: int
) -> TournamentEvent | None:
    """Returns the event that is due now, or None.

    Before a round ends, open games must get their results from `unfinished`.

    `ratings`: the players' ratings, for the seeding. Tied and unrated players are ordered at
    random.
    `seed`: seed of these random decisions, which is recorded.
    """
    begins = tournament.terms.begins
    if tournament.status == "open" and begins and now >= begins:
        if len(tournament.players) < tournament.terms.min_players:
            return Cancel()
        return Begin(seed, seeding(tournament, ratings, seed))
    if tournament.status != "running" or (tournament.rounds and tournament.rounds[-1].open_games):
        return None
    pairings = PAIRINGS[tournament.terms.kind](tournament)
    if not pairings:
        return End()
    if tournament.terms.paired:
        pairings = [*both_seats(pairings)]
    ends = now + tournament.terms.days * DAY
    return BeginRound(len(tournament.rounds) + 1, now, ends, tuple(pairings))


def seeding(tournament: Tournament, ratings: Mapping[int, float], seed: int) -> tuple[int, ...]:
    """Returns the players by rating, the best first and unrated ones last."""
    lots = dict(zip(sorted(tournament.players), numbers(str(seed)), strict=False))
    rated = {player: ratings.get(player, float("-inf")) for player in tournament.players}
    return tuple(sorted(tournament.players, key=lambda player: (-rated[player], lots[player])))


def missing(tournament: Tournament) -> int:
    """Returns the number of robots that should join before the beginning, by the terms."""
    least = tournament.terms.min_players if tournament.terms.robots else 0
    return max(least - len(tournament.players), 0)


def startable(tournament: Tournament, started: Collection[int]) -> list[int]:
    """Returns the numbers of the games of the open round that may start now.

    Each player has at most `terms.games` unfinished games at a time.

    `started`: numbers of the games that already have boards.
    """
    round = tournament.open_round
    if round is None:
        return []
    playing = dict.fromkeys(tournament.players, 0)
    for number in set(started) & set(round.open_games):
        for player in round.pairings[number - 1].players:
            playing[player] += 1
    startable_games = []
    for number in round.open_games:
        players = round.pairings[number - 1].players
        free = all(playing[player] < tournament.terms.games for player in players)
        if number not in started and free and not tournament.withdrawn.keys() & set(players):
            startable_games.append(number)
            playing.update((player, playing[player] + 1) for player in players)
    return startable_games


def unfinished(tournament: Tournament, game: int) -> Result:
    """Returns the result that the terms give to a game that is open at the end of its round."""
    places = (1,) * tournament.terms.seats
    if tournament.terms.unfinished != DRAW:
        places = (0,) * tournament.terms.seats
    return Result(len(tournament.rounds), game, places, UNFINISHED)


def withdrawals(tournament: Tournament) -> list[Result]:
    """Returns the results of the open games of players who withdrew. Their opponents win.

    If all players of a game have withdrawn, nobody gets points. The caller may instead let a game
    of three continue with two players.
    """
    round = tournament.open_round
    if round is None:
        return []
    return [
        Result(round.number, game, places, WITHDRAWN)
        for game in round.open_games
        if (places := _places_without(round.pairings[game - 1], tournament.withdrawn))
    ]


def _places_without(pairing: Pairing, withdrawn: Mapping[int, str]) -> tuple[int, ...] | None:
    has_withdrawn = [player in withdrawn for player in pairing.players]
    if all(has_withdrawn):
        return (0,) * len(has_withdrawn)
    behind = has_withdrawn.count(False) + 1
    return tuple(behind if gone else 1 for gone in has_withdrawn) if any(has_withdrawn) else None
