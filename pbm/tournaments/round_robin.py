"""Round robins: in each group, all players meet. The best of each group play in the next stage."""

from collections.abc import Iterator, Sequence

from pbm.tournaments.events import Pairing
from pbm.tournaments.standings import group_tables
from pbm.tournaments.tournament import Tournament


def next_pairings(tournament: Tournament) -> list[Pairing]:
    """Returns the pairings of the next stage, or an empty list if nothing is left to play.

    Players are assigned to groups from the best to the last, back and forth, so that the groups are
    equally strong.
    """
    if tournament.rounds and len(tournament.rounds[-1].groups) == 1:
        return []
    players = _promoted(tournament) if tournament.rounds else tournament.active
    count = -(-len(players) // tournament.terms.group)
    groups: list[list[int]] = [[] for _ in range(count)]
    for at, player in enumerate(players):
        turn, place = divmod(at, count)
        groups[count - 1 - place if turn % 2 else place].append(player)
    pairings = [
        Pairing(pair, number) for number, group in enumerate(groups, 1) for pair in berger(group)
    ]
    byes = [Pairing((group[0],), at) for at, group in enumerate(groups, 1) if len(group) == 1]
    return [*pairings, *byes] if pairings else []


def berger(players: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yields all pairs by seat, in the order of FIDE's Berger tables (Handbook C.05, annex 1).

    For each player, the numbers of games in the two seats differ by at most one.
    """
    size = len(players) + len(players) % 2
    numbers = range(1, size)
    for round in range(size - 1):
        first = next(number for number in numbers if (2 * number - round - 2) % (size - 1) == 0)
        pairs = [(first, size) if first <= size // 2 else (size, first)]
        for distance in range(1, size // 2):
            upper, lower = ((first + step - 1) % (size - 1) + 1 for step in (-distance, distance))
            low, high = sorted((upper, lower))
            pairs.append((low, high) if (low + high) % 2 else (high, low))
        for pair in pairs:
            if max(pair) <= len(players):
                yield players[pair[0] - 1], players[pair[1] - 1]


def _promoted(tournament: Tournament) -> list[int]:
    """Returns the players of the next stage, the winners of the groups first."""
    tables = group_tables(tournament, tournament.rounds[-1]).values()
    active = [
        [standing.player for standing in table if standing.player not in tournament.withdrawn]
        for table in tables
    ]
    return [
        group[place]
        for place in range(tournament.terms.promoted)
        for group in active
        if place < len(group)
    ]
