"""Encounters: the games between the same players in a round, which score as one.

An encounter is a single game, or two games with the seats swapped.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from pbm.tournaments.events import WITHDRAWN, Pairing, Result
from pbm.tournaments.points import points_of
from pbm.tournaments.tournament import Round


def both_seats(pairings: Iterable[Pairing]) -> Iterator[Pairing]:
    """Yields each pairing, followed by the same players with their seats swapped.

    Byes remain as they are.
    """
    for pairing in pairings:
        yield pairing
        if len(pairing.players) > 1:
            yield replace(pairing, players=pairing.players[::-1])


def finished_encounters(round: Round) -> list[tuple[Pairing, Result]]:
    """Returns the encounters whose games all have results, each with one result.

    The player with more points wins an encounter of two games. The seats are those of the first
    game.
    """
    numbers: dict[frozenset[int], list[int]] = {}
    for number, pairing in enumerate(round.pairings, 1):
        numbers.setdefault(frozenset(pairing.players), []).append(number)
    return [
        (round.pairings[games[0] - 1], _combined(round, games))
        for games in numbers.values()
        if all(game in round.results for game in games)
    ]


def _combined(round: Round, games: Sequence[int]) -> Result:
    """Returns the result of these games together. It is a withdrawal only if all of them are."""
    results = [round.results[game] for game in games]
    if len(results) == 1:
        return results[0]
    played = next((result for result in results if result.why != WITHDRAWN), results[0])
    players = round.pairings[games[0] - 1].players
    totals = dict.fromkeys(players, Fraction(0))
    for game, result in zip(games, results, strict=True):
        pairing = round.pairings[game - 1]
        for player, points in zip(pairing.players, points_of(result.places), strict=True):
            totals[player] += points
    return replace(played, places=_places([totals[player] for player in players]))


def _places(totals: Sequence[Fraction]) -> tuple[int, ...]:
    """Returns the places of two players by their points. Both are 0 if nobody has points."""
    if not any(totals):
        return (0,) * len(totals)
    return tuple(1 + sum(other > total for other in totals) for total in totals)
