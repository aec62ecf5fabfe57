"""Pairings of each kind of tournament: who meets whom, how often, and in which seat."""

import re
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbm.clock import DAY
from pbm.tournaments import swiss
from pbm.tournaments.events import PLAYED, WITHDRAWN, Begin, BeginRound, Pairing, Result, Withdraw
from pbm.tournaments.round_robin import berger
from pbm.tournaments.standings import group_tables, standings
from pbm.tournaments.tournament_steps import next_event
from pbm.tournaments.tournament_terms import GROUPS_OF_THREE, KNOCK_OUT, ROUND_ROBIN, SWISS
from tests.support.tournaments import LEAVERS, NOON, Chance, joined, play, terms

BERGER_OF_SIX = (
    ((1, 6), (2, 5), (3, 4)),
    ((6, 4), (5, 3), (1, 2)),
    ((2, 6), (3, 1), (4, 5)),
    ((6, 5), (1, 4), (2, 3)),
    ((3, 6), (4, 2), (5, 1)),
)
"""FIDE Handbook, C.05, annex 1."""
PUBLISHED = Path(__file__).with_name("dutch_pairings.txt")
"""Fourteen rounds of 60 players and the pairings of a fifteenth, all from bbpPairings' tests.

They are issue_7 as it was at commit ed3ffa29, before FIDE changed the rules in February 2026.
"""
GAME = re.compile(r"(\d+)-(\d+):?([-+=01]?)")
"""Starting numbers, and White's result; with + and - nobody moved."""
PLACES = {"1": (1, 2), "+": (1, 2), "0": (2, 1), "-": (2, 1), "=": (1, 1)}
PLAYERS = st.integers(2, 40)
SEEDS = st.integers(0, 10**6)
FEW = settings(max_examples=12)
"""For whole tournaments, in each of which much happens."""


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
@FEW
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


def begun(kind, count, **values):
    """A tournament whose seeding is the order of the numbers, in its first round."""
    players = tuple(range(1, count + 1))
    tournament = joined(terms(kind, **values), players).add(Begin(0, players))
    return tournament.add(next_event(tournament, NOON, {}, 0))


def finished(tournament):
    """The tournament after a round in which the lower number always won."""
    for game, pairing in enumerate(tournament.open_round.pairings, 1):
        places = tuple(sorted(pairing.players).index(player) + 1 for player in pairing.players)
        result = Result(len(tournament.rounds), game, places, PLAYED)
        tournament = tournament.add(result)
    return tournament


def test_groups_are_equally_strong():
    """They are filled from the best to the last and back."""
    (stage,) = begun(ROUND_ROBIN, 12, group=3).rounds
    assert [{*stage.members(group)} for group in stage.groups] == [
        {1, 8, 9},
        {2, 7, 10},
        {3, 6, 11},
        {4, 5, 12},
    ]


def test_the_next_goes_on_for_a_winner_who_withdrew():
    """From a group as from a knock-out match; a match that both left gives a bye."""
    for kind, values, expected in (
        (ROUND_ROBIN, {"group": 4}, [{2, 4}]),
        (KNOCK_OUT, {}, [{8, 4}, {2, 3}]),
    ):
        tournament = finished(begun(kind, 8, **values)).add(Withdraw(1, "ill"))
        stage = tournament.add(next_event(tournament, NOON, {}, 0)).rounds[1]
        assert [{*stage.members(group)} for group in stage.groups] == expected
    later = tournament.add(Withdraw(8, "ill"))
    (bye,) = later.add(next_event(later, NOON, {}, 0)).rounds[1].byes
    assert bye.players == (4,)


def test_the_usual_number_of_rounds():
    """As many as leave one player at most who can win all games; fewer if few joined."""
    for kind, counts in ((SWISS, {2: 1, 8: 3, 9: 4}), (GROUPS_OF_THREE, {3: 1, 9: 2, 27: 3})):
        for count, rounds in counts.items():
            assert begun(kind, count).planned_rounds == rounds
    assert begun(SWISS, 5, rounds=9).planned_rounds == 3
    assert begun(GROUPS_OF_THREE, 10, rounds=9).planned_rounds == 4


@given(PLAYERS, SEEDS)
@FEW
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
    """If the higher seed always wins, the first two meet in the final; first all are equal."""
    assert {each.place for each in standings(begun(KNOCK_OUT, 8))} == {1}
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
@FEW
def test_who_withdraws_from_a_knock_out(seed):
    """The opponent goes on, by results without a game or by a bye, and the winner is one."""
    chance = Chance(seed, withdrawing={1: "ill", 2: "ill", 3: "ill"})
    played = play(joined(terms(KNOCK_OUT), range(1, 9)), chance)
    assert len(played.rounds) <= 3
    first, second, *_ = standings(played)
    assert (first.place, second.place) == (1, 2)
    assert first.player not in played.withdrawn


@pytest.mark.slow
def test_published_swiss_pairings():
    """Each of fifteen rounds is paired as bbpPairings did, colours included."""
    numbers = tuple(range(1, 61))
    tournament = joined(terms(SWISS, rounds=15), numbers).add(Begin(1, numbers))
    for number, line in enumerate(PUBLISHED.read_text().splitlines(), 1):
        games = [(int(white), int(black), sign) for white, black, sign in GAME.findall(line)]
        published = tuple(Pairing((white, black)) for white, black, _ in games)
        assert {*swiss.next_pairings(tournament)} == {*published}
        tournament = tournament.add(BeginRound(number, NOON, NOON + DAY, published))
        for game, (_, _, sign) in enumerate(games, 1):
            why = WITHDRAWN if sign in "+-" else PLAYED
            if sign:
                tournament = tournament.add(Result(number, game, PLACES[sign], why))
    assert len(tournament.rounds) == 15


@given(st.integers(2, 24), SEEDS, st.integers(1, 9))
@FEW
def test_swiss(count, seed, rounds):
    """Nobody meets anybody twice, nor has a second bye; who withdrew isn't paired.

    In the games played, nobody has a colour three times in a row or more than twice more often
    than the other, but for the leaders in the last round.
    """
    chance = Chance(seed, vanished=frozenset({3}), withdrawing=LEAVERS)
    played = play(joined(terms(SWISS, rounds=rounds), range(1, count + 1)), chance)
    assert len(played.rounds) <= min(rounds, (count + 1) // 2)
    games = [pairing.players for round in played.rounds for pairing in round.pairings]
    assert max(Counter(map(frozenset, games)).values()) == 1
    byes = [bye.players[0] for round in played.rounds for bye in round.byes]
    assert len(byes) == len(set(byes))
    before = [
        pairing.players
        for round in played.rounds[: rounds - 1]
        for pairing, result in round.finished()
        if result.why != WITHDRAWN
    ]
    assert all(abs(surplus) <= 2 for surplus in first_seats(before).values())
    for player in played.players:
        seats = "".join(str(game.index(player)) for game in before if player in game)
        assert "000" not in seats
        assert "111" not in seats
    for round in played.rounds[2:]:
        assert not played.withdrawn.keys() & set().union(*map(round.members, round.groups))


@given(st.integers(3, 40), SEEDS, st.integers(1, 8))
@FEW
def test_groups_of_three(count, seed, rounds):
    """Nobody meets again as long as that is certain, byes go round, and seats are balanced."""
    chance = Chance(seed, vanished=frozenset({3}), withdrawing=LEAVERS)
    played = play(joined(terms(GROUPS_OF_THREE, rounds=rounds), range(1, count + 1)), chance)
    assert len(played.rounds) == min(rounds, -(-count // 3)) or len(played.active) < 3
    met, byes, seats = Counter(), Counter(), Counter()
    for round in played.rounds:
        groups = [pairing.players for pairing in round.pairings]
        met.update(frozenset(pair) for group in groups for pair in combinations(group, 2))
        if 3 * len(groups) >= 6 * round.number - 3:
            assert max(met.values()) == 1
        seats.update((player, seat) for group in groups for seat, player in enumerate(group))
        for (player,) in (bye.players for bye in round.byes):
            present = round.members(0)
            assert byes[player] == min(byes[each] for each in present)
            byes[player] += 1
    for player in played.players:
        had = [seats[player, seat] for seat in range(3)]
        assert max(had) - min(had) <= 2


def test_groups_of_three_have_near_points():
    """After a round winners play winners, seconds seconds, and thirds thirds."""
    tournament = joined(terms(GROUPS_OF_THREE, rounds=2), range(1, 28))
    played = play(tournament, Chance(5, draws=0))
    first, second = played.rounds
    places = {
        player: result.places[seat]
        for pairing, result in first.finished()
        for seat, player in enumerate(pairing.players)
    }
    assert all(len({places[each] for each in game.players}) == 1 for game in second.pairings)
