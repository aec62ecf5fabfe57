"""Whole tournaments in which some players vanish, withdraw or are disqualified."""

from collections import Counter
from itertools import combinations

import pytest

from pbm.tournaments.events import DISQUALIFIED
from pbm.tournaments.standings import standings
from pbm.tournaments.tournament import Tournament
from pbm.tournaments.tournament_terms import GROUPS_OF_THREE, KNOCK_OUT, ROUND_ROBIN, SWISS
from tests.support.tournaments import LEAVERS, Chance, joined, play, terms

SHAPES = (
    (ROUND_ROBIN, 12, 1, {}),
    (ROUND_ROBIN, 12, 3, {"group": 4, "promoted": 2}),
    (KNOCK_OUT, 16, 4, {}),
    (SWISS, 24, 5, {"rounds": 5}),
    (GROUPS_OF_THREE, 27, 5, {"rounds": 5}),
)
VANISHED = frozenset({2, 9})


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: f"{shape[0]}-{shape[1]}-{shape[2]}")
def test_whole_tournaments(shape):
    """Each ends after its rounds, within their days, and its pairings keep the rules."""
    kind, count, rounds, values = shape
    chosen = terms(kind, **values)
    chance = Chance(count, vanished=VANISHED, withdrawing=LEAVERS)
    entered = joined(chosen, range(1, count + 1))
    played = play(entered, chance, most_days=rounds * chosen.days + 1)
    assert played.status == "ended"
    assert len(played.rounds) == rounds
    assert Tournament.replay(played.terms, played.lines()) == played
    if rounds > 1:
        assert played.withdrawn == LEAVERS
        assert standings(played)[-1].player in LEAVERS
        assert LEAVERS[standings(played)[-1].player] == DISQUALIFIED
    _check_pairings(played)


def _check_pairings(played):
    """Nobody twice against the same but in a knock-out's match, who left not at all, all once."""
    together = Counter()
    for round in played.rounds:
        assert not round.open_games
        pairs = [frozenset(p) for game in round.pairings for p in combinations(game.players, 2)]
        times = 2 if played.terms.kind == KNOCK_OUT else 1
        assert set(Counter(pairs).values()) == {times}
        together.update(pairs)
        present = set().union(*map(round.members, round.groups))
        if round.number > 2:
            assert not present & played.withdrawn.keys()
        if played.terms.kind in (SWISS, GROUPS_OF_THREE):
            expected = set(played.players) - (
                played.withdrawn.keys() if round.number > 2 else set()
            )
            assert present == expected
    if played.terms.kind in (SWISS, GROUPS_OF_THREE):
        assert set(together.values()) == {1}
    assert sorted(each.player for each in standings(played)) == sorted(played.players)
