"""Knock-out: two players meet in both seats, and the winner advances.

The bracket is the usual one. If the higher seed always wins, the first two seeds meet in the final,
and the first four in the round before it. The highest seeds have byes in the first round. If a pair
is tied, the higher seed advances. If a player withdrew, the opponent advances.
"""

from pbm.tournaments.events import Pairing
from pbm.tournaments.standings import group_tables
from pbm.tournaments.tournament import Tournament


def next_pairings(tournament: Tournament) -> list[Pairing]:
    """Returns the pairings of the next round, or an empty list after the final."""
    contenders = _winners(tournament) if tournament.rounds else _bracket(tournament.players)
    if len(contenders) == 1:
        return []
    games, byes = [], []
    for match in range(len(contenders) // 2):
        players = [
            player
            for player in contenders[2 * match : 2 * match + 2]
            if player is not None and player not in tournament.withdrawn
        ]
        if len(players) == 2:
            games.append(Pairing((players[0], players[1]), match + 1))
        elif players:
            byes.append(Pairing((players[0],), match + 1))
    return [*games, *byes]


def _bracket(seeding: tuple[int, ...]) -> list[int | None]:
    """Returns the players in the order of the bracket.

    None is the opponent of a player with a bye.
    """
    seeds = [1]
    while len(seeds) < len(seeding):
        sum_of_pair = 2 * len(seeds) + 1
        seeds = [next_seed for seed in seeds for next_seed in (seed, sum_of_pair - seed)]
    return [seeding[seed - 1] if seed <= len(seeding) else None for seed in seeds]


def _winners(tournament: Tournament) -> list[int | None]:
    """Returns the winners of the last round by match. None if both players have withdrawn."""
    first, active = len(_bracket(tournament.players)), set(tournament.active)
    tables = group_tables(tournament, tournament.rounds[-1])
    matches = range(1, (first >> len(tournament.rounds)) + 1)
    return [
        next(
            (standing.player for standing in tables.get(match, ()) if standing.player in active),
            None,
        )
        for match in matches
    ]
