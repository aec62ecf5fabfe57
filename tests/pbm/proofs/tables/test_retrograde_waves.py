"""Tables made in waves: the same values as from the analysis in memory, and by the rules."""

import random

import numpy as np
import pytest

from pbm.geometry.bit_sets import mask_of
from pbm.proofs.tables.flat_placements import flat_placements
from pbm.proofs.tables.symmetries import place_images
from pbm.proofs.tables.table_samples import TableSamples
from pbm.proofs.tables.table_starts import stored_numbering, table_starts
from tests.support.small_tables import PANIC, all_scores, made, numbering_of, tables

TIES = ["mover_wins", "mover_loses"]


@pytest.fixture(scope="module")
def scores():
    """The scores of all placements of 3 pieces each."""
    return made(3)[0]


@pytest.mark.parametrize("tie", TIES)
@pytest.mark.parametrize("pieces", [2, 3, pytest.param(4, marks=pytest.mark.slow)])
def test_waves_find_the_values_of_the_analysis_in_memory(pieces, tie):
    """Each entry has the same result and distance."""
    scores, _ = made(pieces, tie)
    assert (scores == all_scores(pieces, tie)).all()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("tie", "won", "lost"),
    [("mover_wins", 319_240, 59_182), ("mover_loses", 314_854, 63_568)],
)
def test_all_placements_are_counted(tie, won, lost):
    """The counts are those of the documented table, of all placements."""
    _, counts = made(4, tie)
    assert (counts.won, counts.lost, counts.drawn) == (won, lost, 22_188)
    assert (counts.unfinished, counts.over + counts.unfinished) == (400_610, 900_900)
    assert counts.longest == 13


def test_an_analysis_that_was_cut_off_goes_on(scores):
    """The entries of finished waves are kept, all others are forgotten and found again."""
    numbering, chance = numbering_of(3), np.random.default_rng(1)
    left = scores.copy()
    for waves in (3, 1):
        later = np.abs(scores) > waves
        left[later] = np.where(chance.random(later.sum()) < 0.5, 0, scores[later])
        analysis = numbering.analysis(left)
        assert analysis.resume(waves) == (~later & (scores != 0)).sum()
        while analysis.wave(waves):
            waves += 1  # noqa: PLW2901 - the wave that comes next
        assert (left == scores).all()


def test_images_have_the_same_value(scores):
    """The entries to which a placement's eight images lead have one value."""
    numbering, chance = numbering_of(3), random.Random(1)
    for _ in range(50):
        position = numbering.sample(chance)
        numbers = set()
        for images in place_images(4):
            sides = [
                mask_of(images[place] for place in range(16) if side >> place & 1)
                for side in position.sides
            ]
            numbers.add(numbering.number(position._replace(sides=tuple(sides))))
        assert len({int(scores[number]) for number in numbers}) == 1


def test_classes_cover_all_placements():
    """The classes' sizes add up to all sets; numbers are those of the entries, in order."""
    placements, numbering = flat_placements(5, 3), numbering_of(3)
    assert placements.weights.sum() == placements.sets.size == 2300
    small = flat_placements(4, 3)
    assert numbering.placements == int(small.weights.sum()) * small.width
    for row in (0, 5, small.rows.size - 1):
        mover, others = int(small.sets[small.rows[row]]), small.sets[small.columns(row)]
        found = [small.number(mover, int(other)) for other in others]
        assert found == list(range(row * small.width, (row + 1) * small.width))


def test_the_largest_board_with_a_table():
    """It is the flat one of 5 by 5 with 5 pieces each; others have none, or a smaller one."""
    starts = list(table_starts())
    assert [start.numbering.key for start in starts] == [
        f"knightpanic-5-2d-5-{tie.replace('_', '-')}" for tie in TIES
    ]
    assert {start.numbering.placements for start in starts} == {823_727_520}
    for line in ("", "-size=5", "-size=5 -3d -extra=0", "-size=6 -extra=0"):
        assert stored_numbering(PANIC, line.split()) is None


def test_results_take_two_bits(scores):
    """A packed table has the same results, and knows which positions are over."""
    scored, packed = tables(scores)
    for number in random.Random(1).sample(range(scores.size), 500):
        assert packed.is_over(number) == scored.is_over(number) == (abs(scores[number]) == 1)
        if not packed.is_over(number):
            value = packed.value(number)
            assert (value.result, value.plies) == (scored.value(number).result, None)


def test_values_follow_from_the_successors(scores):
    """Any positions of both tables do; a wrong entry of either is found."""
    numbering = numbering_of(3)
    for table in tables(scores):
        samples = TableSamples(PANIC, numbering, table)
        assert not list(samples.wrong(200, random.Random(1)))
    for spoilt in tables(np.where(scores > 2, -scores, scores)):
        samples = TableSamples(PANIC, numbering, spoilt)
        assert list(samples.wrong(200, random.Random(1)))
    [longer, _] = tables(np.where(scores > 2, scores + 2, scores))
    assert list(TableSamples(PANIC, numbering, longer).wrong(200, random.Random(1)))
