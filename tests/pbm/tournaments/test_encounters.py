"""Pairs of games with the seats swapped, which score as one."""

from collections import Counter
from fractions import Fraction

import pytest

from pbm.clock import DAY
from pbm.errors import UserError
from pbm.tournaments.crosstables import crosstables
from pbm.tournaments.encounters import both_seats, finished_encounters
from pbm.tournaments.events import PLAYED, UNFINISHED, WITHDRAWN, Begin, BeginRound, Pairing, Result
from pbm.tournaments.standings import standings
from pbm.tournaments.tournament import Round
from pbm.tournaments.tournament_steps import startable
from pbm.tournaments.tournament_terms import (
    GROUPS_OF_THREE,
    KNOCK_OUT,
    ROUND_ROBIN,
    SWISS,
    TournamentTerms,
)
from tests.support.tournaments import LEAVERS, NOON, Chance, joined, play, terms

WIN, DRAW, LOSS, NONE = (1, 2), (1, 1), (2, 1), (0, 0)
BOTH = (Pairing((1, 2)), Pairing((2, 1)))


def met(*results):
    """The encounter of two players after their games, whose places are in the order of seats."""
    found = {
        game: Result(1, game, places, why)
        for game, (places, why) in enumerate(results, 1)
        if places
    }
    return finished_encounters(Round(1, NOON, NOON + DAY, BOTH, (), found))


def test_more_points_in_both_games_win():
    """The places are those of the first game's seats; equal points are a draw."""
    for first, second, places in (
        (WIN, LOSS, WIN),
        (WIN, DRAW, WIN),
        (WIN, WIN, DRAW),
        (DRAW, DRAW, DRAW),
        (DRAW, WIN, LOSS),
        (LOSS, WIN, LOSS),
        (NONE, WIN, LOSS),
        (NONE, DRAW, DRAW),
        (NONE, NONE, NONE),
    ):
        ((pairing, result),) = met((first, PLAYED), (second, PLAYED))
        assert (pairing, result.places) == (BOTH[0], places), (first, second)


def test_one_game_decides_nothing():
    """As long as the other isn't over."""
    assert met((WIN, PLAYED), (None, "")) == []
    assert met((None, ""), (WIN, PLAYED)) == []


def test_a_withdrawal_from_both_games_is_one():
    """If one was played, the two have met, and don't meet again in a Swiss tournament."""
    for first, second, why in (
        (WITHDRAWN, WITHDRAWN, WITHDRAWN),
        (WITHDRAWN, PLAYED, PLAYED),
        (UNFINISHED, WITHDRAWN, UNFINISHED),
    ):
        ((_, result),) = met((WIN, first), (LOSS, second))
        assert result.why == why


def test_each_pairing_is_followed_by_the_other_seats():
    """In its group; byes stay at the end."""
    pairings = [Pairing((1, 2), 1), Pairing((3, 4), 2), Pairing((5,), 2)]
    written = ["1:1-2", "1:2-1", "2:3-4", "2:4-3", "2:5"]
    assert [each.write() for each in both_seats(pairings)] == written


@pytest.mark.parametrize("kind", [ROUND_ROBIN, SWISS])
def test_whole_tournaments_of_pairs(kind):
    """Who meet do so in both seats and once; a row's points are those of its pairs."""
    chosen = terms(kind, options="-pair")
    chance = Chance(5, vanished=frozenset({2}), withdrawing=LEAVERS)
    played = play(joined(chosen, range(1, 12)), chance)
    assert played.status == "ended"
    games = Counter(each.players for round in played.rounds for each in round.pairings)
    assert set(games.values()) == {1}
    assert all(games[players[::-1]] for players in games)
    for table in crosstables(played):
        for row in table.rows:
            most = sum((_score(cell) for cell in row.cells), Fraction(0))
            assert row.standing.points == most


def _score(cell):
    """The points of a pair by those of its games, or of a bye. Both players get 2 together."""
    total = sum((game.points for game in cell), Fraction(0))
    if len(cell) < 2:
        return total
    return Fraction(1) if total > 1 else Fraction(1, 2) if total == 1 else Fraction(0)


def test_one_win_less_is_still_a_win():
    """2-0 and 1½-½ score the same, and a tie counts half."""
    tournament = joined(terms(ROUND_ROBIN, options="-pair"), (1, 2, 3))
    pairings = tuple(both_seats([Pairing((1, 2), 1), Pairing((1, 3), 1), Pairing((2, 3), 1)]))
    tournament = tournament.add(Begin(0, (1, 2, 3)))
    tournament = tournament.add(BeginRound(1, NOON, NOON + DAY, pairings))
    assert startable(tournament, ()) == [1, 2, 3, 4, 5, 6]
    for game, places in enumerate((WIN, DRAW, WIN, WIN, WIN, LOSS), 1):
        tournament = tournament.add(Result(1, game, places, PLAYED))
    found = [(row.player, row.points, row.wins) for row in standings(tournament)]
    assert found == [(1, Fraction(3, 2), 1), (2, 1, 1), (3, Fraction(1, 2), 0)]


def test_games_with_solved_starts_are_played_in_pairs():
    """Unless the creator chooses the start; times alone choose none."""
    for game, options, expected in (
        ("knightpanic", "", "-pair"),
        ("knightsdance", "", "-pair"),
        ("knightsduel", "--forfeittime=7", "--forfeittime=7 -pair"),
        ("trailblazer", "-pair", "-pair"),
        ("trailblazer", "-size=10", "-size=10"),
        ("trailblazer", "-size=7 -pair", "-size=7 -pair"),
    ):
        for kind in (ROUND_ROBIN, SWISS):
            words = [f"--game={game}", f"--kind={kind}", "--from=2026-12-01"]
            words += [f"--options={options}"] if options else []
            made = TournamentTerms.from_words(words)
            assert made.options == expected, (game, options)
            assert made.paired == ("-pair" in expected)
            assert TournamentTerms.read(made.write()) == made
    made = TournamentTerms.from_words(["--game=panic", f"--kind={KNOCK_OUT}", "--from=2026-12-01"])
    assert (made.options, made.paired) == ("", True)


def test_tournaments_made_before_keep_single_games():
    """Their stored terms have no pair of games."""
    made = terms(SWISS)
    assert not TournamentTerms.read(made.write()).paired


def test_games_of_three_have_no_pairs():
    """There are three seats."""
    with pytest.raises(UserError, match="-pair is for games of two players"):
        TournamentTerms.from_words(
            (
                "--game=madknights",
                f"--kind={GROUPS_OF_THREE}",
                "--from=2026-12-01",
                "--options=-pair",
            )
        )
