"""Standings: points, then head to head, Sonneborn-Berger and wins; who is equal shares a place."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from pbm.tournaments.events import DISQUALIFIED, Pairing, Result
from pbm.tournaments.points import points_of, scores_against
from pbm.tournaments.terms import KNOCK_OUT, ROUND_ROBIN
from pbm.tournaments.tournament import Round, Tournament

BYE_POINTS = Fraction(1)
"""The points of a bye: as a win of two players has, and an equal share of three."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place in a table, with the values that lead to it."""

    player: int
    place: int
    """From 1, the best; shared by players who are equal in all."""
    points: Fraction
    head_to_head: Fraction
    """The score against the players with the same points, if all of them have met; else 0."""
    sonneborn_berger: Fraction
    """The sum of the opponents' points, each times the score against that opponent."""
    wins: int

    @property
    def merit(self) -> tuple[Fraction, Fraction, Fraction, int]:
        """The values that are compared, in their order."""
        return self.points, self.head_to_head, self.sonneborn_berger, self.wins


def standings(tournament: Tournament) -> list[Standing]:
    """Returns all players, the best first; who is equal stands in the order of the seeding.

    In kinds in which players drop out, who came to a later round stands higher, and the points
    are from each player's last round; players whose knock-out match has open games stand
    equal. Of equal players who withdrew stands lower; who was disqualified stands last.
    """
    if tournament.terms.kind in (ROUND_ROBIN, KNOCK_OUT):
        found, merits = _by_last_round(tournament)
    else:
        rounds = tournament.rounds
        results = [game for round in rounds for game in round.finished()]
        byes = [bye for round in rounds for bye in round.byes]
        found = _table(tournament.players, results, byes)
        merits = {each.player: each.merit for each in found}

    def merit(each: Standing) -> Any:
        left = tournament.withdrawn.get(each.player)
        return left != DISQUALIFIED, merits[each.player], left is None

    seeding = {player: at for at, player in enumerate(tournament.players)}
    return _ranked(sorted(found, key=lambda each: seeding[each.player]), merit)


def group_tables(tournament: Tournament, round: Round) -> dict[int, list[Standing]]:
    """Returns the standings within each group or knock-out match of a round.

    In knock-out matches no place is shared: of equal players the higher seed is the winner,
    unless that player withdrew.
    """
    tables = {}
    seeds = {player: -at for at, player in enumerate(tournament.players)}
    for group in round.groups:
        results = [game for game in round.finished() if game[0].group == group]
        byes = [bye for bye in round.byes if bye.group == group]
        members = round.members(group)
        found = _table([each for each in tournament.players if each in members], results, byes)
        if tournament.terms.kind == KNOCK_OUT:
            found = _ranked(
                found,
                lambda each: (
                    each.points,
                    each.player not in tournament.withdrawn,
                    seeds[each.player],
                ),
            )
        tables[group] = found
    return tables


def _by_last_round(tournament: Tournament) -> tuple[list[Standing], Mapping[int, Any]]:
    """Returns each player's standing in the group of the last round played, and its merit."""
    last = {
        player: Standing(player, 1, Fraction(0), Fraction(0), Fraction(0), 0)
        for player in tournament.players
    }
    merits = dict.fromkeys(tournament.players, (0, 0))
    for round in tournament.rounds:
        for group, found in group_tables(tournament, round).items():
            undecided = tournament.terms.kind == KNOCK_OUT and any(
                round.pairings[game - 1].group == group for game in round.open_games
            )
            last.update((each.player, each) for each in found)
            merits.update(
                (each.player, (round.number, -1 if undecided else -each.place)) for each in found
            )
    return list(last.values()), merits


def _table(
    players: Sequence[int], results: Iterable[tuple[Pairing, Result]], byes: Iterable[Pairing]
) -> list[Standing]:
    """Returns the standings of players after these games and byes."""
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
            scores[player] += [(pairing.players[each], score) for each, score in against.items()]
    found = [
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
    return _ranked(found, lambda each: each.merit)


def _head_to_head(
    player: int,
    points: Mapping[int, Fraction],
    scores: Mapping[int, Sequence[tuple[int, Fraction]]],
) -> Fraction:
    """Returns the score against the players with equal points, if all of them have met; else 0."""
    equal = {other for other in points if points[other] == points[player]}
    met = ({other for other, _ in scores[each]} for each in equal)
    if any(len(equal & others) < len(equal) - 1 for others in met):
        return Fraction(0)
    return sum((score for other, score in scores[player] if other in equal), Fraction(0))


def _ranked(found: Iterable[Standing], merit: Callable[[Standing], Any]) -> list[Standing]:
    """Returns the standings, the best first, with a place that all of the same merit share."""
    ordered = sorted(found, key=merit, reverse=True)  # stable: the seeding orders who is equal
    merits = [merit(each) for each in ordered]
    return [
        replace(each, place=merits.index(own) + 1)
        for each, own in zip(ordered, merits, strict=True)
    ]
