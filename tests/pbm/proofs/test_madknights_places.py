"""Places of Mad Knights on small boards."""

from itertools import permutations

import pytest

from pbm.games.madknights import Options, read_start
from pbm.proofs.madknights_places import (
    FAVOUR_NEXT,
    FAVOUR_PREVIOUS,
    GAME,
    LARGEST_MAX_N,
    distinct_starts,
    places_from,
)
from pbm.proofs.starts.start_places import PATH, PLACES_HEADING, read_places, start_places
from pbm.search.budget import BudgetExhausted, SearchBudget
from tests.support.cases import cases

ALL = start_places()
ORDERS = {"".join(order) for order in permutations("123")}


def test_the_file_is_well_formed():
    """Starts are distinct; nobody does worse by max-n than against two that join."""
    heading, *lines = PATH.read_text().splitlines()
    assert heading == PLACES_HEADING
    assert [each.write() for each in read_places(lines)] == lines
    assert len({(each.size, each.start) for each in ALL}) == len(lines)
    for each in ALL:
        for places in (each.favouring_next, each.favouring_previous):
            assert places in ORDERS if each.size <= LARGEST_MAX_N else places == ""
            assert all(map(str.__le__, places, each.against_two))


@cases(("size", "count"), [(4, 3), (5, 66), (6, 426)])
def test_small_boards_are_complete(size, count):
    """One start of each class is there."""
    starts = [read_start(each.start) for each in ALL if each.size == size]
    assert starts == list(distinct_starts(size))
    assert len(starts) == count


@pytest.mark.parametrize(
    "each",
    [
        pytest.param(each, marks=[pytest.mark.slow] * (each.size > 4))
        for each in ALL[:3] + ALL[9:69:40] + ALL[69::240]
    ],
    ids=lambda each: each.start,
)
def test_places_are_found_again(each):
    """A search finds what is shipped."""
    assert places_from(each.size, read_start(each.start), SearchBudget(600)) == each


def forces(position, seat, place):
    """True if a seat can force a place against two that join, by the rules alone."""
    outcome = GAME.outcome(position)
    if outcome:
        return outcome.places[seat] <= place
    after = (GAME.play(position, move) for move in GAME.moves(position))
    results = (forces(each, seat, place) for each in after)
    return any(results) if position.turn == seat else all(results)


def max_n(position, favour):
    """The places if each seat plays for itself, by the rules alone."""
    outcome = GAME.outcome(position)
    if outcome:
        return outcome.places
    mover, favoured = position.turn, (position.turn + favour) % 3
    after = [max_n(GAME.play(position, move), favour) for move in GAME.moves(position)]
    return min(after, key=lambda places: (places[mover], places[favoured]))


@cases("start", [read_start(each.start) for each in ALL[:3]])
def test_the_rules_alone_give_the_same(start):
    """Trying all games by the rules finds the places that are shipped."""
    position = GAME.start(Options(size=4, seed=0, start=start))
    forced = (next(p for p in (1, 2, 3) if forces(position, seat, p)) for seat in range(3))
    rules = (FAVOUR_NEXT, FAVOUR_PREVIOUS)
    found = [tuple(forced), *(max_n(position, favour) for favour in rules)]
    shipped = next(each for each in ALL if read_start(each.start) == start)
    assert ["".join(map(str, places)) for places in found] == shipped.write().split("\t")[2:]


def test_a_search_stops_when_its_budget_is_spent():
    """It is refused more."""
    with pytest.raises(BudgetExhausted):
        places_from(5, read_start("c3,b3,d4"), SearchBudget(positions=10))


def test_the_program_prints_the_file(shell):
    """The smallest board comes first; another game is refused."""
    status, out, _ = shell("starts", "--places", "madknights", "--largest", "4")
    assert status == 0
    assert out.splitlines() == [PLACES_HEADING, *(each.write() for each in ALL[:3])]
    assert shell("starts", "--places", "knightsduel")[0] == 2


def test_the_program_leaves_no_start_out(shell):
    """Where one takes longer than it may, it says so and stops: a file has all or is refused."""
    status, out, error = shell("starts", "--places", "madknights", "--seconds", "0")
    assert (status, out) == (1, f"{PLACES_HEADING}\n")
    assert "--seconds 600" in error
    assert shell("starts", "--places", "madknights", "--positions", "9")[0] == 1
    assert shell("starts", "--places", "--count", "madknights")[0] == 2
