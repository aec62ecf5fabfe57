"""Crosstables of tournaments."""

from collections import Counter
from fractions import Fraction

import pytest

from pbm.tournaments.crosstables import crosstables
from pbm.tournaments.tournament_terms import KINDS, KNOCK_OUT, ROUND_ROBIN
from tests.support.tournaments import LEAVERS, Chance, joined, play, terms


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("count", [5, 20])
def test_every_game_stands_in_the_row_of_each_of_its_players(kind, count):
    """Once; the points of a row are those of its standing, but in a knock-out of one round."""
    played = play(joined(terms(kind), range(1, count + 1)), Chance(count, withdrawing=LEAVERS))
    found = Counter()
    for table in crosstables(played):
        assert all(len(row.cells) == len(table.columns) for row in table.rows)
        for row in table.rows:
            games = [game for cell in row.cells for game in cell]
            found.update((game.round, game.number) for game in games if game.number)
            if kind != KNOCK_OUT:
                assert sum((game.points for game in games), Fraction(0)) == row.standing.points
    assert found == {
        (round.number, number): played.terms.seats
        for round in played.rounds
        for number in range(1, len(round.pairings) + 1)
    }


def test_the_latest_round_comes_first():
    """A round robin has a table of each group of each round, under its title."""
    chosen = terms(ROUND_ROBIN, group=4)
    played = play(joined(chosen, range(1, 9)), Chance(1))
    assert [table.title for table in crosstables(played)] == [
        "Round 2",
        "Round 1, group 1",
        "Round 1, group 2",
    ]
    first = next(crosstables(played))
    assert [row.standing.player for row in first.rows] == [*first.columns]
    assert [[len(cell) for cell in row.cells] for row in first.rows] == [[0, 1], [1, 0]]
