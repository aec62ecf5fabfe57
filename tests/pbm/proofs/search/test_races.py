"""Races: what is found by sets, bounds and short cuts is what trying everything finds."""

import random
from itertools import product

import pytest

from pbm.geometry.bit_sets import bits, leaps, mask_of
from pbm.proofs.search.longest_paths import LongestPaths
from pbm.proofs.search.race import Race
from pbm.proofs.search.race_search import RaceSearch
from pbm.proofs.search.regions import Regions
from pbm.proofs.search.safe_moves import has_safe_moves
from pbm.proofs.search.step_graph import StepGraph
from pbm.proofs.value import Result, Value
from pbm.search.budget import BudgetExhausted, SearchBudget

BOARDS = {
    "knights": leaps(5, 4),
    "rooks": leaps(4, 5, ((0, 1), (0, -1), (1, 0), (-1, 0))),
}
BOTH = pytest.mark.parametrize("steps", BOARDS.values(), ids=BOARDS)
SEEDS = range(40)


def some_squares(chance, most=12):
    """A random set of squares of the boards, and two more squares."""
    squares = chance.sample(range(20), chance.randint(2, most + 2))
    return mask_of(squares[2:]), squares[0], squares[1]


def some_race(steps, chance, most, *, goals):
    """A random race, in which goals are squares that were left before."""
    free, mover, other = some_squares(chance, most)
    left = [*bits((1 << 20) - 1 & ~(free | 1 << mover | 1 << other))]
    return Race(steps, free, mover, other, *(1 << goal for goal in chance.sample(left, 2 * goals)))


def near(steps, squares):
    """All squares a step away from any of these."""
    return mask_of(target for square in bits(squares) for target in bits(steps[square]))


def moves_to(steps, square, free):
    """For each free square within reach, the number of moves that it takes."""
    found, front, moves = {}, {square}, 0
    while front:
        moves += 1
        front = set(bits(near(steps, mask_of(front)) & free)) - set(found)
        found |= dict.fromkeys(front, moves)
    return found


def longest(steps, square, free):
    """The most moves that can be made, by trying all paths."""
    exits = bits(steps[square] & free)
    return max((1 + longest(steps, exit_, free & ~(1 << exit_)) for exit_ in exits), default=0)


def after_moves(race):
    """The races after each move, seen by the other player."""
    steps, free, _, other, goal, other_goal, _ = race
    return [
        Race(steps, free & ~(1 << square), other, square, other_goal, goal)
        for square in bits(race.reach)
    ]


def plies(race):
    """The plies to the end, odd if the player to move wins, by trying all games."""
    if race.reach & race.goal:
        return 1
    after = after_moves(race)
    found = [1 + plies(each) for each in after]
    won = [each for each in found if each % 2]
    return min(won) if won else max(found, default=0)


def survives(race, moves):
    """True if the piece to move can make so many moves, or the other one is stuck, in any play."""
    return moves == 0 or any(not prevents(after, moves - 1) for after in after_moves(race))


def prevents(race, moves):
    """True if the piece to move can keep the other one from making so many moves."""
    return any(not survives(after, moves) for after in after_moves(race))


@BOTH
def test_sets_spread_by_steps(steps):
    """The squares near a set are those near its squares, and all around are found step by step."""
    graph = StepGraph(steps)
    for seed in SEEDS:
        free, square, _ = some_squares(random.Random(seed))
        assert graph.spread(free) == near(steps, free)
        assert graph.around(square, free) == mask_of(moves_to(steps, square, free))


@BOTH
def test_distances_are_those_of_shortest_paths(steps):
    """A goal is as far as the nearest square beside it, or out of reach."""
    graph, found = StepGraph(steps), set()
    for seed in SEEDS:
        free, square, goal = some_squares(random.Random(seed))
        expected = moves_to(steps, square, free | 1 << goal).get(goal)
        found.add(graph.distance(square, free, 1 << goal))
        assert graph.distance(square, free, 1 << goal) == expected
    assert {None, 1, 2, 3} <= found


@BOTH
def test_a_lead_counts_the_squares_entered_first(steps):
    """A square belongs to the piece with fewer moves to it, in a tie to the one that begins.

    A piece doesn't pass squares of the other one.
    """
    graph = StepGraph(steps)
    for seed in SEEDS:
        free, first, second = some_squares(random.Random(seed), 18)
        owned = ({first}, {second})
        fronts, taken = [1 << first, 1 << second], 0
        while any(fronts):
            for piece in (0, 1):
                fronts[piece] = near(steps, fronts[piece]) & free & ~taken
                taken |= fronts[piece]
                owned[piece].update(bits(fronts[piece]))
        assert graph.lead(first, second, free) == len(owned[0]) - len(owned[1])


@BOTH
def test_longest_paths_are_found(steps):
    """Their lengths are those found by trying all, are never above the bound, and may be capped."""
    graph = StepGraph(steps)
    paths = LongestPaths(graph, SearchBudget())
    for seed in SEEDS:
        free, square, _ = some_squares(random.Random(seed), 14)
        region = graph.around(square, free)
        expected = longest(steps, square, region)
        assert expected <= graph.most_moves(square, region)
        assert paths.longest(square, region, 99) == expected
        for moves in range(15):
            assert paths.longest(square, region, moves) == min(moves, expected)
            assert paths.reaches(square, region, moves) == (moves <= expected)


def test_a_search_for_paths_is_limited():
    """Each square of a path is counted, and an exhausted budget ends the search."""
    steps = leaps(7, 7)
    region = (1 << 49) - 2
    with pytest.raises(BudgetExhausted):
        LongestPaths(StepGraph(steps), SearchBudget(positions=10)).longest(0, region, 99)


@BOTH
@pytest.mark.parametrize("other_begins", [False, True])
def test_safe_moves_are_safe(steps, other_begins):
    """A piece that has them makes them against all answers; some that could has none."""
    graph, found = StepGraph(steps), set()
    for seed in SEEDS:
        free, piece, other = some_squares(random.Random(seed), 9)
        for moves in range(1, 5):
            budget = SearchBudget()
            safe = has_safe_moves(
                graph, free, piece, other, moves, budget, other_begins=other_begins
            )
            if other_begins:
                true = not prevents(Race(steps, free, other, piece), moves)
            else:
                true = survives(Race(steps, free, piece, other), moves)
            found.add((safe, true))
    assert found == {(True, True), (False, True), (False, False)}


def test_a_search_for_safe_moves_is_limited():
    """A long one counts as positions, and an exhausted budget ends it."""
    steps = leaps(12, 12)
    budget, free = SearchBudget(positions=10), (1 << 144) - 2 & ~steps[143]
    with pytest.raises(BudgetExhausted):
        has_safe_moves(StepGraph(steps), free, 0, 143, 150, budget, other_begins=False)


@BOTH
def test_races_of_pieces_apart_end_as_if_tried(steps):
    """The plies to the end follow from distances and longest paths, with goals and without."""
    regions, found = Regions(StepGraph(steps), SearchBudget()), 0
    for seed, goals in product(range(300), (False, True)):
        race = some_race(steps, random.Random(seed), 7, goals=goals)
        apart = regions.plies_if_apart(race)
        if apart is not None:
            found += 1
            assert apart == plies(race)
    assert found > 50


@BOTH
@pytest.mark.parametrize("goals", [False, True])
def test_races_have_the_values_of_all_games(steps, goals):
    """The search finds the result and the distance that trying all games finds."""
    for seed in SEEDS:
        race = some_race(steps, random.Random(seed), 10, goals=goals)
        expected = plies(race)
        result = Result.WON if expected % 2 else Result.LOST
        assert RaceSearch(race, SearchBudget()).value(race) == Value(result, expected)
