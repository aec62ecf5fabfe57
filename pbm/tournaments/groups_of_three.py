"""Groups of three: pairings similar to a Swiss tournament, for games of three players.

Each round groups players with similar points who haven't met. For 6n - 3 players, such a grouping
exists in rounds up to n, by the theorem of Corrádi and Hajnal on triangles. If none is found, a few
players meet again.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, count, permutations

from pbm.tournaments.events import Pairing
from pbm.tournaments.standings import standings
from pbm.tournaments.tournament import Tournament

Group = tuple[int, int, int]
Met = frozenset[frozenset[int]]
MAX_TRIED_GROUPS = 50_000
"""Maximum number of groups that are tried. Afterwards some players meet again."""


def next_pairings(tournament: Tournament) -> list[Pairing]:
    """Returns the pairings of the next round, or an empty list after the last one."""
    if len(tournament.rounds) >= tournament.planned_rounds or len(tournament.active) < 3:
        return []
    ranked = [standing.player for standing in standings(tournament)]
    players = [player for player in ranked if player not in tournament.withdrawn]
    byes = _byes(tournament, players)
    playing = [player for player in players if player not in byes]
    met = frozenset(
        frozenset(pair)
        for round in tournament.rounds
        for pairing in round.pairings
        for pair in combinations(pairing.players, 2)
    )
    groups = _strangers(playing, met, count()) or _fewest_met(playing, met)
    seats = Counter(
        (player, seat)
        for round in tournament.rounds
        for pairing in round.pairings
        for seat, player in enumerate(pairing.players)
    )
    return [Pairing(_seated(group, seats)) for group in groups] + [Pairing((bye,)) for bye in byes]


def _byes(tournament: Tournament, players: Sequence[int]) -> list[int]:
    """Returns the players who get a bye: the lowest of the players with the fewest byes."""
    had = Counter(bye.players[0] for round in tournament.rounds for bye in round.byes)
    ranks = {player: rank for rank, player in enumerate(players)}
    return sorted(players, key=lambda player: (had[player], -ranks[player]))[: len(players) % 3]


def _strangers(players: Sequence[int], met: Met, tries: Iterator[int]) -> list[Group] | None:
    """Returns groups of players who haven't met each other. Returns None if there are none.

    Each player, beginning with the first, gets the possible partners that are nearest in rank.
    """
    if not players:
        return []
    first, *lower = players
    partners = [other for other in lower if frozenset((first, other)) not in met]
    for at, third in enumerate(partners):
        for second in partners[:at]:
            if frozenset((second, third)) in met:
                continue
            if next(tries) >= MAX_TRIED_GROUPS:
                return None
            rest = [other for other in lower if other not in (second, third)]
            groups = _strangers(rest, met, tries)
            if groups is not None:
                return [(first, second, third), *groups]
    return None


def _fewest_met(players: Sequence[int], met: Met) -> list[Group]:
    """Groups each first player with two others so that the group has the fewest past meetings."""
    groups = list[Group]()
    rest = list(players)
    while rest:
        first, *lower = rest
        nearest = ((first, *pair) for pair in combinations(lower, 2))
        groups.append(min(nearest, key=lambda group: _meetings(group, met)))
        rest = [player for player in lower if player not in groups[-1]]
    return groups


def _meetings(group: Group, met: Met) -> int:
    return sum(frozenset(pair) in met for pair in combinations(group, 2))


def _seated(group: Group, seats: Counter[tuple[int, int]]) -> Group:
    """Returns the players in the order that balances their previous seats best."""

    def imbalance(order: Group) -> int:
        return sum(4 ** seats[player, seat] for seat, player in enumerate(order))

    return min(permutations(group, 3), key=imbalance)
