"""Counts of the starts of Knight's Dance, and the longest games."""

from dataclasses import replace
from itertools import permutations

import pytest

from pbm.games import find
from pbm.games.knightsdance import Options, Placement
from pbm.options import read_options
from pbm.proofs.proving import NewTables, prove
from pbm.proofs.starts.dance_counts import RULES, count_starts, king_pairs
from pbm.proofs.starts.proved_starts import FOLDER
from pbm.proofs.starts.start_counts import COUNTS_HEADING, read_counts, start_counts
from pbm.proofs.value import Result
from pbm.search.budget import SearchBudget

GAME = find("knightsdance")
COUNTS = start_counts("knightsdance")
SMALL = [each for each in COUNTS if each.rows * each.columns <= 9]
LARGE = [each for each in COUNTS if each.rows * each.columns > 9][::27]


def test_the_file_has_all_boards_and_rules():
    """Each board up to 8 by 8 is there once with each set of rules, as written."""
    heading, *lines = (FOLDER / "knightsdance-counts.tsv").read_text().splitlines()
    assert heading == COUNTS_HEADING
    assert [each.write() for each in read_counts(lines)] == lines
    shapes = [(each.rows, each.columns, each.rules) for each in COUNTS]
    assert shapes == [
        (rows, columns, rules)
        for rows in range(2, 9)
        for columns in range(max(3, rows), 9)
        for rules in RULES
    ]
    assert not start_counts("trailblazer")


@pytest.mark.parametrize("count", SMALL, ids=lambda each: f"{each.rows}x{each.columns}{each.rules}")
def test_small_boards_are_counted_again(count):
    """The counts are those that are shipped."""
    assert count_starts(count.rows, count.columns, count.rules) == count


@pytest.mark.slow
@pytest.mark.parametrize("count", LARGE, ids=lambda each: f"{each.rows}x{each.columns}{each.rules}")
def test_large_boards_are_counted_again(count):
    """The counts are those that are shipped."""
    assert count_starts(count.rows, count.columns, count.rules) == count


@pytest.mark.parametrize("rules", RULES)
def test_every_start_is_counted_once(rules):
    """The starts are all placements of four pieces from which White has a move."""
    options = read_options(Options, rules.split(), "")
    placements = (Placement(0, 3, 3, each[:2], each[2:]) for each in permutations(range(9), 4))
    starts = (GAME.start(replace(options, position=each)) for each in placements)
    expected = sum(GAME.outcome(start) is None for start in starts)
    assert count_starts(3, 3, rules).starts == expected


@pytest.mark.parametrize("count", COUNTS[::17], ids=lambda each: f"{each.rows}x{each.columns}")
def test_the_longest_games_are_as_long(count):
    """The starts named have values of those lengths, for the player who begins."""
    named = (
        (Result.WON, count.longest_win, count.win),
        (Result.LOST, count.longest_loss, count.loss),
    )
    for result, plies, start in named:
        if start:
            options = read_options(Options, [f"-position={start}", *count.rules.split()], "")
            proof = prove(GAME, GAME.start(options), SearchBudget(60), NewTables(10**6))
            assert (proof.value.result, proof.value.plies) == (result, plies)


@pytest.mark.parametrize("shape", [(3, 4), (4, 4), (5, 6)])
def test_the_classes_of_king_pairs_hold_all_pairs(shape):
    """Each pair of squares belongs to one class."""
    squares = shape[0] * shape[1]
    assert sum(copies for _, copies in king_pairs(*shape)) == squares * (squares - 1) // 2
