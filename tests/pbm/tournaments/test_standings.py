"""Points and standings: ties, shared places, and who left."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from pbm.clock import DAY
from pbm.tournaments.events import DISQUALIFIED, Begin, BeginRound, Pairing, Result, Withdraw
from pbm.tournaments.points import points_of, scores_against, shown_points
from pbm.tournaments.standings import standings
from pbm.tournaments.tournament_steps import unfinished, withdrawals
from pbm.tournaments.tournament_terms import GROUPS_OF_THREE, KNOCK_OUT, SWISS, ZERO
from tests.support.tournaments import NOON, joined, terms

WIN, DRAW, LOSS = (1, 2), (1, 1), (2, 1)


def after(kind, *rounds, **values):
    """A tournament after rounds of games: the players of each, and its places."""
    players = tuple(sorted({player for games in rounds for pair in games for player in pair}))
    tournament = joined(terms(kind, **values), players).add(Begin(0, players))
    for number, games in enumerate(rounds, 1):
        pairings = (pair if isinstance(pair, Pairing) else Pairing(pair) for pair in games)
        tournament = tournament.add(BeginRound(number, NOON, NOON + DAY, tuple(pairings)))
        for game, places in enumerate(games.values(), 1):
            if places:
                tournament = tournament.add(Result(number, game, places, "played"))
    return tournament


def order(tournament):
    """The players with their places, the best first."""
    return [(each.place, each.player) for each in standings(tournament)]


def test_points_by_place():
    """A win is 1 of two and 2 of three; equal places share, and zeros give none."""
    points = {
        WIN: (1, 0),
        DRAW: (Fraction(1, 2), Fraction(1, 2)),
        (0, 0): (0, 0),
        (3, 1, 2): (0, 2, 1),
        (1, 1, 1): (1, 1, 1),
        (1, 1, 3): (Fraction(3, 2), Fraction(3, 2), 0),
        (2, 1, 2): (Fraction(1, 2), 2, Fraction(1, 2)),
    }
    assert {places: points_of(places) for places in points} == points
    assert scores_against((0, 0), 0) == {1: 0}
    assert scores_against((2, 1, 2), 0) == {1: 0, 2: Fraction(1, 2)}
    shown = [shown_points(Fraction(quarters, 4)) for quarters in (0, 1, 2, 3, 4, 10)]
    assert shown == ["0", "¼", "½", "¾", "1", "2½"]


@given(st.permutations([1, 2, 3, 4]))
def test_the_order_of_joining_decides_nothing(players):
    """Equal players share a place; the seeding only orders them."""
    tournament = joined(terms(SWISS), players).add(Begin(0, (4, 3, 2, 1)))
    assert order(tournament) == [(1, 4), (1, 3), (1, 2), (1, 1)]


def test_head_to_head_decides_first():
    """Of two with equal points the winner of their game stands higher, whoever they beat."""
    games = {(1, 2): WIN, (1, 3): LOSS, (1, 4): WIN, (2, 3): WIN, (2, 4): WIN, (3, 4): LOSS}
    assert order(after(SWISS, games)) == [(1, 1), (2, 2), (3, 4), (4, 3)]


def test_head_to_head_counts_only_if_all_have_met():
    """Else the opponents' points decide, even against a game between two of them."""
    games = (
        {(3, 1): WIN, (2, 4): WIN, (5, 8): WIN},
        {(1, 5): WIN, (3, 6): LOSS, (2, 7): LOSS},
        {(5, 9): WIN},
    )
    assert order(after(SWISS, *games))[:3] == [(1, 5), (2, 1), (3, 3)]


def test_then_sonneborn_berger_then_wins():
    """Of two who haven't met: who beat the better opponents, else who won more games."""
    games = ({(1, 3): WIN, (2, 4): WIN}, {(3, 4): WIN, (5, 6): DRAW})
    assert order(after(SWISS, *games))[:3] == [(1, 1), (2, 2), (2, 3)]
    games = ({(1, 3): DRAW, (2, 5): WIN}, {(1, 4): DRAW, (2, 6): LOSS}, {(5, 7): DRAW})
    assert order(after(SWISS, *games))[:3] == [(1, 6), (2, 2), (3, 1)]


def test_byes_and_games_of_three_count():
    """A bye is a point, and an opponent's points count by the score against that opponent."""
    games = ({(1, 2, 3): (1, 2, 3), (4,): None}, {(4, 3, 2): (1, 1, 3), (1,): None})
    found = standings(after(GROUPS_OF_THREE, *games))
    assert [(each.place, each.player, each.points) for each in found] == [
        (1, 1, 3),
        (2, 4, Fraction(5, 2)),
        (3, 3, Fraction(3, 2)),
        (4, 2, 1),
    ]
    assert found[0].sonneborn_berger == Fraction(5, 2)
    assert found[1].sonneborn_berger == 1 + Fraction(3, 4)


def test_who_left_stands_below_equals_and_who_was_disqualified_below_all():
    """Results stand, but a withdrawal decides between equals, a disqualification against all."""
    tournament = after(SWISS, {(1, 3): DRAW, (2, 4): WIN})
    tournament = tournament.add(Withdraw(1, "ill")).add(Withdraw(2, DISQUALIFIED))
    assert order(tournament) == [(1, 3), (2, 1), (3, 4), (4, 2)]


def test_the_other_wins_a_tied_match_if_the_higher_seed_withdrew():
    """In the final, too."""
    games = {Pairing((1, 2), 1): WIN, Pairing((2, 1), 1): None}
    players = (1, 2)
    tournament = joined(terms(KNOCK_OUT), players).add(Begin(0, players))
    tournament = tournament.add(BeginRound(1, NOON, NOON + DAY, tuple(games)))
    tournament = tournament.add(Result(1, 1, WIN, "played")).add(Withdraw(1, "ill"))
    for result in withdrawals(tournament):
        tournament = tournament.add(result)
    assert order(tournament) == [(1, 2), (2, 1)]


def test_results_of_games_without_an_end():
    """As announced: a draw or nothing for all; and by withdrawal the others come first."""
    pair = {(1, 2): None, (3, 4): None}
    assert unfinished(after(SWISS, pair), 2) == Result(1, 2, DRAW, "unfinished")
    assert unfinished(after(SWISS, pair, unfinished=ZERO), 2).places == (0, 0)
    tournament = after(SWISS, pair).add(Withdraw(2, "ill"))
    assert withdrawals(tournament) == [Result(1, 1, WIN, "withdrawn")]
    assert withdrawals(tournament.add(Withdraw(1, "ill")))[0].places == (0, 0)
    three = after(GROUPS_OF_THREE, {(1, 2, 3): None}).add(Withdraw(1, "ill"))
    assert withdrawals(three)[0].places == (3, 1, 1)
    assert withdrawals(three.add(Withdraw(2, "ill")))[0].places == (2, 2, 1)
