"""Standings of tournaments.

They are ordered by points, then by head-to-head score, Sonneborn-Berger and wins. Players who are
still tied share a place.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from pbm.tournaments.encounters import finished_encounters
from pbm.tournaments.events import DISQUALIFIED, Pairing, Result
from pbm.tournaments.points import points_of, scores_against
from pbm.tournaments.tournament import Round, Tournament
from pbm.tournaments.tournament_terms import KNOCK_OUT, ROUND_ROBIN

BYE_POINTS = Fraction(1)
"""Points of a bye. They equal a win in a game of two, and a draw in a game of three."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place in a table, with the values that determine it."""

    player: int
    place: int
    """Place from 1, the best. Players who are equal in all values share a place."""
    points: Fraction
    head_to_head: Fraction
    """Score against the players with the same points. 0 unless all of them have met."""
    sonneborn_berger: Fraction
    """Sum over all opponents: the opponent's points times the score against that opponent."""
    wins: int

    @property
    def merit(self) -> tuple[Fraction, Fraction, Fraction, int]:
        """The values to compare, the most important first."""
        return self.points, self.head_to_head, self.sonneborn_berger, self.wins


def standings(tournament: Tournament) -> list[Standing]:
    """Returns all players, the best first. Tied players are in the order of the seeding.

    In a round robin or a knock-out, players who reached a later round are higher. Only the points
    of each player's last round are counted. Players whose knock-out match isn't finished share a
    place. Players who withdrew are below the players with whom they are tied. Disqualified players
    are last.
    """
    if tournament.terms.kind in (ROUND_ROBIN, KNOCK_OUT):
        rows, merits = _by_last_round(tournament)
    else:
        rounds = tournament.rounds
        results = [each for round in rounds for each in finished_encounters(round)]
        byes = [bye for round in rounds for bye in round.byes]
        rows = _table(tournament.players, results, byes)
        merits = {row.player: row.merit for row in rows}

    def merit(row: Standing) -> Any:
        withdrawal = tournament.withdrawn.get(row.player)
        return withdrawal != DISQUALIFIED, merits[row.player], withdrawal is None

    seeding = {player: at for at, player in enumerate(tournament.players)}
    return _ranked(sorted(rows, key=lambda row: seeding[row.player]), merit)


def group_tables(tournament: Tournament, round: Round) -> dict[int, list[Standing]]:
    """Returns the standings within each group or knock-out match of a round.

    In knock-out matches no place is shared. If the players are tied, the higher seed is the winner,
    unless that player withdrew.
    """
    tables = {}
    seeds = {player: -at for at, player in enumerate(tournament.players)}
    # In a knock-out match, the points of the first finished game already count.
    finished = (
        round.finished() if tournament.terms.kind == KNOCK_OUT else finished_encounters(round)
    )
    for group in round.groups:
        results = [each for each in finished if each[0].group == group]
        byes = [bye for bye in round.byes if bye.group == group]
        members = round.members(group)
        table = _table(
            [player for player in tournament.players if player in members], results, byes
        )
        if tournament.terms.kind == KNOCK_OUT:
            table = _ranked(
                table,
                lambda row: (
                    row.points,
                    row.player not in tournament.withdrawn,
                    seeds[row.player],
                ),
            )
        tables[group] = table
    return tables


def _by_last_round(tournament: Tournament) -> tuple[list[Standing], Mapping[int, Any]]:
    """Returns each player's standing in the group of their last round.

    Also returns, for each player, the value by which these standings are ordered.
    """
    last = {
        player: Standing(player, 1, Fraction(0), Fraction(0), Fraction(0), 0)
        for player in tournament.players
    }
    merits = dict.fromkeys(tournament.players, (0, 0))
    for round in tournament.rounds:
        for group, table in group_tables(tournament, round).items():
            undecided = tournament.terms.kind == KNOCK_OUT and any(
                round.pairings[game - 1].group == group for game in round.open_games
            )
            last.update((row.player, row) for row in table)
            merits.update(
                (row.player, (round.number, -1 if undecided else -row.place)) for row in table
            )
    return list(last.values()), merits


def _table(
    players: Sequence[int], results: Iterable[tuple[Pairing, Result]], byes: Iterable[Pairing]
) -> list[Standing]:
    """Returns the standings of players after these results and byes."""
    points = dict.fromkeys(players, Fraction(0))
    wins = dict.fromkeys(players, 0)
    scores: dict[int, list[tuple[int, Fraction]]] = {player: [] for player in players}
    for bye in byes:
        points[bye.players[0]] += BYE_POINTS
    for pairing, result in results:
        for seat, player in enumerate(pairing.players):
            against = scores_against(result.places, seat)
            points[player] += points_of(result.places)[seat]
            wins[player] += all(score == 1 for score in against.values())
            scores[player] += [(pairing.players[other], score) for other, score in against.items()]
    rows = [
        Standing(
            player,
            1,
            points[player],
            _head_to_head(player, points, scores),
            sum((score * points[other] for other, score in scores[player]), Fraction(0)),
            wins[player],
        )
        for player in players
    ]
    return _ranked(rows, lambda row: row.merit)


def _head_to_head(
    player: int,
    points: Mapping[int, Fraction],
    scores: Mapping[int, Sequence[tuple[int, Fraction]]],
) -> Fraction:
    """Returns the score against the players with equal points, or 0 unless all of them have met."""
    equal = {other for other in points if points[other] == points[player]}
    met = ({other for other, _ in scores[peer]} for peer in equal)
    if any(len(equal & others) < len(equal) - 1 for others in met):
        return Fraction(0)
    return sum((score for other, score in scores[player] if other in equal), Fraction(0))


def _ranked(rows: Iterable[Standing], merit: Callable[[Standing], Any]) -> list[Standing]:
    """Returns the standings, the best first. Standings of equal merit share a place."""
    # The sort is stable, so tied players keep the order of the seeding.
    ordered = sorted(rows, key=merit, reverse=True)
    merits = [merit(row) for row in ordered]
    return [
        replace(row, place=merits.index(row_merit) + 1)
        for row, row_merit in zip(ordered, merits, strict=True)
    ]
