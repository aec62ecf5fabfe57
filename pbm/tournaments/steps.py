"""Steps of a tournament: its beginning, games that may start, rounds, and its end."""

from collections.abc import Collection, Mapping
from datetime import datetime

from pbm.clock import DAY
from pbm.randomness import numbers
from pbm.tournaments import groups_of_three, knock_out, round_robin, swiss
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
from pbm.tournaments.terms import DRAW, GROUPS_OF_THREE, KNOCK_OUT, ROUND_ROBIN, SWISS
from pbm.tournaments.tournament import Tournament

PAIRINGS = {
    ROUND_ROBIN: round_robin.next_pairings,
    KNOCK_OUT: knock_out.next_pairings,
    SWISS: swiss.next_pairings,
    GROUPS_OF_THREE: groups_of_three.next_pairings,
}


def due(tournament: Tournament) -> datetime | None:
    """Returns the time of the next step if no game ends before; None if nothing more happens.

    It has passed if all games of a round have results, and the next step is possible.
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
    """Returns the event that is due now; None if there is none.

    `ratings` seed the players, by lot where they are equal or missing; `seed` is of the lots, and
    is recorded. At a round's end, `unfinished` gives the results of open games first.
    """
    begins = tournament.terms.begins
    if tournament.status == "open" and begins and now >= begins:
        if len(tournament.players) < tournament.terms.least:
            return Cancel()
        return Begin(seed, seeding(tournament, ratings, seed))
    if tournament.status != "running" or (tournament.rounds and tournament.rounds[-1].open_games):
        return None
    pairings = PAIRINGS[tournament.terms.kind](tournament)
    if not pairings:
        return End()
    ends = now + tournament.terms.days * DAY
    return BeginRound(len(tournament.rounds) + 1, now, ends, tuple(pairings))


def seeding(tournament: Tournament, ratings: Mapping[int, float], seed: int) -> tuple[int, ...]:
    """Returns the players by rating, the best first, unrated ones last."""
    lots = dict(zip(sorted(tournament.players), numbers(str(seed)), strict=False))
    rated = {player: ratings.get(player, float("-inf")) for player in tournament.players}
    return tuple(sorted(tournament.players, key=lambda player: (-rated[player], lots[player])))


def missing(tournament: Tournament) -> int:
    """Returns the number of robots that should join before the beginning, if the terms say so."""
    wanted = tournament.terms.least if tournament.terms.robots else 0
    return max(wanted - len(tournament.players), 0)


def startable(tournament: Tournament, started: Collection[int]) -> list[int]:
    """Returns the numbers of the games of the open round that may start now.

    `started` are the games with boards. A player has at most `games` without a result at a time.
    """
    round = tournament.open_round
    if round is None:
        return []
    playing = dict.fromkeys(tournament.players, 0)
    for number in set(started) & set(round.open_games):
        for player in round.pairings[number - 1].players:
            playing[player] += 1
    found = []
    for number in round.open_games:
        players = round.pairings[number - 1].players
        free = all(playing[player] < tournament.terms.games for player in players)
        if number not in started and free and not tournament.withdrawn.keys() & set(players):
            found.append(number)
            playing.update((player, playing[player] + 1) for player in players)
    return found


def unfinished(tournament: Tournament, game: int) -> Result:
    """Returns the announced result of a game that is open at its round's end, and not proved."""
    places = (1,) * tournament.terms.seats
    if tournament.terms.unfinished != DRAW:
        places = (0,) * tournament.terms.seats
    return Result(len(tournament.rounds), game, places, UNFINISHED)


def withdrawals(tournament: Tournament) -> list[Result]:
    """Returns the results of the open games of players who withdrew: the others come first.

    Where all have withdrawn, nobody gets points. A game of three that is being played may go on
    with the other two instead.
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
    left = [player in withdrawn for player in pairing.players]
    if all(left):
        return (0,) * len(left)
    behind = left.count(False) + 1
    return tuple(behind if gone else 1 for gone in left) if any(left) else None
