"""Proofs and robots by a table made in waves."""

import random

import pytest

from pbm.proofs.best_moves import best_moves
from pbm.proofs.proving import NewTables, prove
from pbm.proofs.value import Result, Value
from pbm.search.budget import SearchBudget
from pbm.solver.prover import Prover
from tests.support.small_tables import PANIC, made, numbering_of, position_of, tables


@pytest.fixture(scope="module")
def scores():
    """The scores of all placements of 3 pieces each."""
    return made(3)[0]


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


@pytest.mark.usefixtures("by_waves")
def test_robots_are_told_its_results(scores, monkeypatch):
    """The result of a position comes from a stored table, too."""
    packed = tables(scores)[1]
    monkeypatch.setattr(Prover, "tables", lambda _: Stored(packed))
    for result in Result:
        position = sampled(packed, Value(result))
        assert Prover().value_in_table(PANIC, position) == Value(result)
