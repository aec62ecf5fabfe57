"""Pairings of each kind of tournament: who meets whom, how often, and in which seat."""

from collections import Counter
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from pbm.tournaments.events import Begin
from pbm.tournaments.round_robin import berger
from pbm.tournaments.standings import group_tables, standings
from pbm.tournaments.terms import KNOCK_OUT, ROUND_ROBIN
from tests.support.tournaments import LEAVERS, Chance, joined, play, terms

BERGER_OF_SIX = (
    ((1, 6), (2, 5), (3, 4)),
    ((6, 4), (5, 3), (1, 2)),
    ((2, 6), (3, 1), (4, 5)),
    ((6, 5), (1, 4), (2, 3)),
    ((3, 6), (4, 2), (5, 1)),
)
"""FIDE Handbook, C.05, annex 1."""
PLAYERS = st.integers(2, 40)
SEEDS = st.integers(0, 10**6)


def first_seats(games):
    """For each player, how many games more in the first seat than in the second."""
    surplus = Counter()
    for first, second in games:
        surplus[first] += 1
        surplus[second] -= 1
    return surplus


def test_the_berger_tables():
    """The pairs of six are FIDE's, round by round, and seat by seat."""
    assert list(berger(range(1, 7))) == [pair for row in BERGER_OF_SIX for pair in row]


@given(st.integers(2, 40))
def test_all_meet_once_in_balanced_seats(count):
    """Each pair once; the first seat as often as the second, or once more or less."""
    pairs = list(berger(range(count)))
    assert Counter(map(frozenset, pairs)) == Counter(map(frozenset, combinations(range(count), 2)))
    assert all(abs(surplus) == (count + 1) % 2 for surplus in first_seats(pairs).values())
    for at in range(0, len(pairs), count // 2):
        met = [player for pair in pairs[at : at + count // 2] for player in pair]
        assert len(met) == len(set(met))


@given(PLAYERS, SEEDS, st.integers(3, 12), st.data())
def test_stages_of_a_round_robin(count, seed, group, data):
    """Groups differ by one player at most; the best of each go on, and the last stage is one."""
    promoted = data.draw(st.integers(1, group // 2))
    chosen = terms(ROUND_ROBIN, group=group, promoted=promoted)
    played = play(joined(chosen, range(1, count + 1)), Chance(seed, withdrawing=LEAVERS))
    assert len(played.rounds) <= 6
    assert len(played.rounds[-1].groups) == 1
    for round, later in zip(played.rounds, (*played.rounds[1:], None), strict=True):
        sizes = [len(round.members(each)) for each in round.groups]
        assert max(sizes) <= group
        assert max(sizes) - min(sizes) <= 1
        for each in round.groups:
            games = [game.players for game in round.pairings if game.group == each]
            pairs = combinations(round.members(each), 2)
            assert Counter(map(frozenset, games)) == Counter(map(frozenset, pairs))
            best = [
                found.player
                for found in group_tables(played, round)[each]
                if found.player not in played.withdrawn
            ]
            if later and round.number > 1:
                on = {player for other in later.groups for player in later.members(other)}
                assert on & set(best) == set(best[:promoted])


@given(PLAYERS, SEEDS)
def test_knock_out(count, seed):
    """Two games a match with the seats exchanged; byes in the first round alone, for the best.

    The winner goes on, of equal players the higher seed.
    """
    played = play(joined(terms(KNOCK_OUT), range(1, count + 1)), Chance(seed, draws=0.7))
    size = 2 ** len(played.rounds)
    assert size // 2 < count <= size
    byes = [pairing.players[0] for round in played.rounds for pairing in round.byes]
    assert sorted(byes) == list(range(1, size - count + 1))
    alive = set(played.players)
    for round in played.rounds:
        assert set().union(*map(round.members, round.groups)) == alive
        for group in round.groups:
            games = [each.players for each in round.pairings if each.group == group]
            assert not games or games[1] == games[0][::-1]
            scores = Counter(
                pairing.players[seat]
                for pairing, result in round.finished()
                if pairing.group == group and len(set(result.places)) == 2
                for seat in (0, 1)
                if result.places[seat] == 1
            )
            members = round.members(group)
            winner = max(members, key=lambda player: (scores[player], -player))
            alive -= members - {winner}
    assert [each.player for each in standings(played) if each.place == 1] == list(alive)


def test_the_bracket():
    """If the higher seed always wins, the first two meet in the final, and so on."""
    tournament = joined(terms(KNOCK_OUT), range(1, 9)).add(Begin(0, tuple(range(1, 9))))
    best = Chance(0, draws=1)
    rounds = play(tournament, best).rounds
    assert [[*map(sorted, map(each.members, each.groups))] for each in rounds] == [
        [[1, 8], [4, 5], [2, 7], [3, 6]],
        [[1, 4], [2, 3]],
        [[1, 2]],
    ]
    assert [each.place for each in standings(play(tournament, best))] == [1, 2, 3, 3, 5, 5, 5, 5]


@given(SEEDS)
def test_who_withdraws_from_a_knock_out(seed):
    """The opponent goes on, by results without a game or by a bye, and the winner is one."""
    chance = Chance(seed, withdrawing={1: "ill", 2: "ill", 3: "ill"})
    played = play(joined(terms(KNOCK_OUT), range(1, 9)), chance)
    assert len(played.rounds) <= 3
    first, second, *_ = standings(played)
    assert (first.place, second.place) == (1, 2)
    assert first.player not in played.withdrawn
