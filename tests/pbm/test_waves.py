"""Tables made in waves: the same values as from the analysis in memory, and by the rules."""

import random

import numpy as np
import pytest

from pbm.bits import mask_of
from pbm.proofs.best_moves import best_moves
from pbm.proofs.flat_placements import flat_placements
from pbm.proofs.proving import NewTables, prove
from pbm.proofs.stored_tables import RESULT_BITS, SCORE_BITS, open_table, pack_results
from pbm.proofs.symmetries import place_images
from pbm.proofs.table_samples import TableSamples
from pbm.proofs.table_starts import stored_numbering, table_starts
from pbm.proofs.value import Result, Value
from pbm.search_budget import SearchBudget
from tests.support.small_tables import PANIC, all_scores, numbering_of, position_of

TIES = ["mover_wins", "mover_loses"]


def made(pieces, tie="mover_wins"):
    """Returns the scores that the waves find, and the counts of the placements."""
    numbering = numbering_of(pieces, tie)
    scores = np.full(numbering.entries(), 99, np.int8)
    analysis = numbering.analysis(scores)
    assert analysis.take_up(0) == 0
    waves = 0
    while analysis.wave(waves):
        waves += 1
    return scores, analysis.counts()


@pytest.fixture(scope="module")
def scores():
    """The scores of all placements of 3 pieces each."""
    return made(3)[0]


def tables(scores):
    """The table with distances, and the one without."""
    packed = pack_results(scores)
    assert packed.size == -(-scores.size // 4)
    return open_table(scores.view(np.uint8), SCORE_BITS), open_table(packed, RESULT_BITS)


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
    assert (counts.going_on, counts.over + counts.going_on) == (400_610, 900_900)
    assert counts.longest == 13


def test_an_analysis_that_was_cut_off_goes_on(scores):
    """The entries of finished waves are kept, all others are forgotten and found again."""
    numbering, chance = numbering_of(3), np.random.default_rng(1)
    left = scores.copy()
    for waves in (3, 1):
        later = np.abs(scores) > waves
        left[later] = np.where(chance.random(later.sum()) < 0.5, 0, scores[later])
        analysis = numbering.analysis(left)
        assert analysis.take_up(waves) == (~later & (scores != 0)).sum()
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
        own, others = int(small.sets[small.rows[row]]), small.sets[small.columns(row)]
        found = [small.number(own, int(other)) for other in others]
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


class Stored(NewTables):
    """Tables of which this one is stored."""

    def __init__(self, table):
        super().__init__(0)
        self._table = table

    def stored(self, numbering):
        return self._table


@pytest.fixture
def by_waves(monkeypatch):
    """The 4 by 4 board has tables made in waves alone."""
    knowledge = "pbm.proofs.knightpanic.KnightPanicKnowledge"
    monkeypatch.setattr(f"{knowledge}.numbering", lambda *_: None)
    monkeypatch.setattr(
        f"{knowledge}.stored_numbering", lambda _, position: numbering_of(3, position.options.tie)
    )


def sampled(table, value):
    """Returns a position with this value."""
    numbering, chance = numbering_of(3), random.Random(3)
    while True:
        position = numbering.sample(chance)
        number = numbering.number(position)
        if not table.is_over(number) and table.value(number) == value:
            return position


@pytest.mark.usefixtures("by_waves")
def test_proofs_use_a_stored_table(scores):
    """With distances there is best play to the end; without them, a move that wins."""
    scored, packed = tables(scores)
    position = sampled(scored, Value(Result.WON, 5))
    proof = prove(PANIC, position, SearchBudget(0), Stored(scored))
    assert (proof.value, len(proof.line)) == (Value(Result.WON, 5), 5)
    assert proof.reason == "trying all 160,160 positions"
    best = best_moves(PANIC, position, SearchBudget(0), Stored(scored))
    assert [PANIC.write(position, move) for move in best] == [proof.line[0]]
    proof = prove(PANIC, position, SearchBudget(0), Stored(packed))
    assert (proof.value, len(proof.line)) == (Value(Result.WON), 1)
    winning = best_moves(PANIC, position, SearchBudget(0), Stored(packed))
    assert best[0] in winning
    for move in winning:
        after = PANIC.play(position, move)
        assert prove(PANIC, after, SearchBudget(0), Stored(packed)).value == Value(Result.LOST)


@pytest.mark.usefixtures("by_waves")
def test_lost_positions_set_traps(scores):
    """The moves after which the fewest answers win are best, with distances or without."""
    scored, packed = tables(scores)
    position = sampled(scored, Value(Result.LOST, 4))
    moves = best_moves(PANIC, position, SearchBudget(0), Stored(scored))
    assert moves
    assert moves == best_moves(PANIC, position, SearchBudget(0), Stored(packed))
    assert prove(PANIC, position, SearchBudget(0), Stored(packed)).line == ()


@pytest.mark.usefixtures("by_waves")
def test_without_a_table_the_rules_are_searched():
    """Nothing changes where no table is stored."""
    proof = prove(PANIC, position_of(3), SearchBudget(positions=50), Stored(None))
    assert proof is None or "searching" in proof.reason
