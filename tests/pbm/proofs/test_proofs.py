"""Proofs about the games: known results, and the laws of values."""

import random
from itertools import pairwise

import numpy as np
import pytest

from pbm.games import find
from pbm.proofs.best_moves import best_moves
from pbm.proofs.proving import NewTables, covered, evaluate, knowledge, prove
from pbm.proofs.search.race import Race
from pbm.proofs.search.race_search import RaceSearch
from pbm.proofs.search.regions import Regions
from pbm.proofs.search.step_graph import StepGraph
from pbm.proofs.tables.retrograde import analyse
from pbm.proofs.value import Result, Value
from pbm.search.budget import CLOCK_EVERY, BudgetExhausted, SearchBudget
from tests.support.strategies import ALL

WON, LOST, DRAWN = Result.WON, Result.LOST, Result.DRAWN
TIMEOUT = 600
TABLES = NewTables(10**7)
PAIRS = [game for game in ALL if len(game.seats) == 2]


class Remembered:
    """Tables that are made once."""

    def __init__(self):
        self.made = {}

    def scores(self, numbering):
        if numbering.key not in self.made:
            self.made[numbering.key] = analyse(numbering.graph())
        return self.made[numbering.key]


REMEMBERED = Remembered()


def resolved(line):
    """Returns a game and its resolved options, from a challenge."""
    name, *words = line.split()
    game = find(name)
    return game, game.resolve(game.read_options(words), 42)


def proved(line, moves=(), seconds=TIMEOUT, tables=REMEMBERED):
    """Returns the proved value of a position of a game."""
    game, options = resolved(line)
    position = game.start(options)
    for move in moves:
        position = game.play(position, game.read(position, move))
    return prove(game, position, SearchBudget(seconds), tables)


KNOWN = {
    "knightsdance": Value(LOST, 6),
    "knightsdance -jumpblock": Value(LOST, 8),
    "knightsdance -misere": Value(DRAWN),
    "knightsdance -misere -jumpblock": Value(DRAWN),
    "knightpanic": Value(LOST, 10),
    "knightpanic -mover_loses": Value(LOST, 10),
    "knightpanic -size=5": Value(WON, 3),
    "knightsduel -size=4": Value(LOST, 12),
    "knightsduel -size=5": Value(WON, 19),
    "knightsduel -rows=4 -cols=5": Value(LOST, 14),
    "trailblazer -size=6": Value(WON, 27),
}


@pytest.mark.parametrize("line", KNOWN)
def test_known_values_are_proved(line):
    """A line of best moves has as many as the value says, and ends with the winner's win."""
    game, options = resolved(line)
    proof = proved(line)
    assert proof.value == KNOWN[line]
    position = game.start(options)
    for move in proof.line:
        position = game.play(position, game.read(position, move))
    if proof.value.result is DRAWN:
        assert game.outcome(position) is None
    else:
        assert len(proof.line) == proof.value.plies
        assert game.outcome(position).winners == (0 if proof.value.result is WON else 1,)


SETS = [
    "knightsdance",
    "knightsdance -jumpblock -rows=6 -cols=5",
    "knightsdance -misere -rows=4 -cols=7",
    "knightsdance -misere -jumpblock",
    "knightpanic",
    "knightpanic -mover_loses",
    "knightpanic -3d -lose_no_move",
    "knightsduel -size=5",
    "knightsduel -rows=4 -cols=5",
    "knightsduel -rows=4 -cols=6",
    "trailblazer -size=5",
    "trailblazer -size=4",
    "trailblazer -size=6",
]


def wandering(game, position, seed):
    """Returns a random game's positions, from this one to its end or a limit."""
    chance = random.Random(seed)
    for _ in range(40):
        yield position
        moves = list(game.moves(position))
        if not moves:
            return
        position = game.play(position, chance.choice(moves))


def value_of(game, position, tables):
    """Returns the value for the player to move, also of a finished position."""
    proof = prove(game, position, SearchBudget(TIMEOUT), tables)
    return proof.value if proof else None


def expected(game, position, tables):
    """Returns a position's value as it follows from its successors', by the rules alone."""
    seat = game.to_move(position)
    values = []
    for move in game.moves(position):
        after = game.play(position, move)
        outcome = game.outcome(after)
        if outcome is None:
            values.append(value_of(game, after, tables))
        else:
            values.append(Value(LOST if outcome.winners == (seat,) else WON, 0))
    lost = [value.plies for value in values if value.result is LOST]
    if lost:
        return Value(WON, min(lost) + 1)
    if any(value.result is DRAWN for value in values):
        return Value(DRAWN)
    return Value(LOST, max(value.plies for value in values) + 1)


@pytest.mark.parametrize("line", SETS)
@pytest.mark.slow
def test_a_value_follows_from_its_successors(line):
    """A position is won if any move leads to a loss, lost if all lead to wins, else drawn."""
    game, options = resolved(line)
    for position in wandering(game, game.start(options), 0):
        if game.outcome(position) is None:
            assert value_of(game, position, REMEMBERED) == expected(game, position, REMEMBERED)


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(line, marks=[pytest.mark.slow] if "-" in line else [])
        for line in SETS
        if "panic" in line or "dance" in line
    ],
)
def test_a_table_has_the_moves_of_the_rules(line):
    """Each position's successors by number are those that the rules give; ends agree too."""
    game, options = resolved(line)
    numbering = covered(game, options)
    graph = numbering.graph()
    order = np.argsort(graph.sources, kind="stable")
    sources, targets = graph.sources[order], graph.targets[order]
    for seed in range(20):
        for position in wandering(game, game.start(options), seed):
            number = numbering.number(position)
            first, last = np.searchsorted(sources, [number, number + 1])
            after = [game.play(position, move) for move in game.moves(position)]
            assert sorted(targets[first:last]) == sorted(map(numbering.number, after))
            assert (graph.ended[number] != 0) == (game.outcome(position) is not None)


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["", "-mover_loses", "-lose_no_move"])
def test_piled_up_placements_of_knight_panic_follow_the_rules(rules):
    """A placement with pieces on two levels ends, or goes on, as the rules say."""
    game, options = resolved(f"knightpanic -3d {rules}")
    start, numbering = game.start(options), covered(game, options)
    graph, ground = numbering.graph(), start.board.ground
    ended = {}
    for seed in range(300):
        for position in wandering(game, start, seed):
            if (position.sides[0] | position.sides[1]) & ~ground:
                outcome = game.outcome(position)
                won = outcome and outcome.winners == (position.turn,)
                ended[numbering.number(position)] = 0 if outcome is None else 1 if won else -1
    assert {number: graph.ended[number] for number in ended} == ended
    assert set(ended.values()) == {-1, 0, 1}


@pytest.mark.parametrize("line", ["knightsduel -size=5", "trailblazer -size=5", "trailblazer"])
def test_a_walk_has_the_moves_of_the_rules(line):
    """The steps of a walker are the legal moves of the player to move."""
    game, options = resolved(line)
    for seed in range(20):
        for position in wandering(game, game.start(options), seed):
            if game.outcome(position) is None:
                assert knowledge(game).race(position).reach == sum(
                    1 << move for move in game.moves(position)
                )


@pytest.mark.parametrize(
    "line", ["knightsduel", "knightsduel -size=26", "knightsduel -rows=8 -cols=7"]
)
def test_reflection_is_proof_enough(line):
    """With an even side the start is lost, and is won after any move that isn't its reflection."""
    proof = proved(line, seconds=0)
    assert proof.value == Value(LOST)
    move, answer = proof.line
    assert proved(line, [move], seconds=0).value == Value(WON)
    assert proved(line, [move], seconds=0).line == (answer,)
    assert proved(line, [move, answer], seconds=0).value == Value(LOST)


def test_odd_boards_have_no_such_answer():
    """The square in the middle is its own reflection."""
    assert proved("knightsduel -size=9", seconds=0) is None


@pytest.mark.parametrize(
    ("line", "moves"),
    [
        ("trailblazer -size=9", ()),
        ("knightpanic -3d -size=5 -extra=0", ()),
        ("knightsdance -rows=40 -cols=40", ()),
    ],
)
def test_nothing_is_said_without_proof(line, moves):
    """An exhausted budget leaves the value open."""
    assert proved(line, moves, seconds=0.05) is None


@pytest.mark.parametrize(
    ("positions", "least"),
    [(9_000, 13), pytest.param(25_000, 21, marks=pytest.mark.slow)],
)
def test_an_unfinished_search_bounds_the_distance(positions, least):
    """On 5 by 7 the first player wins by move 23: bounds are lower, and rise with the search."""
    game, options = resolved("knightsduel -rows=5 -cols=7")
    value, _ = evaluate(game, game.start(options), SearchBudget(TIMEOUT, positions), TABLES)
    assert (value, value.least) == (Value(WON), least)


def test_the_winner_is_proved_by_what_was_searched_for_it():
    """A search that goes on in vain for the distance isn't part of the proof."""
    game, options = resolved("knightsduel -rows=5 -cols=7")
    start = game.start(options)
    _, winner = evaluate(game, start, SearchBudget(TIMEOUT), TABLES, distance=False)
    found = prove(game, start, SearchBudget(TIMEOUT, 9_000), TABLES)
    assert (found.value, found.reason) == (Value(WON), winner.reason)
    assert "9,00" not in winner.reason


def test_late_positions_of_large_boards_are_searched():
    """On a board of any size, the end is found once few squares are left."""
    game, options = resolved("trailblazer -size=9")
    positions = list(wandering(game, game.start(options), 3))
    before, last = positions[-2:]
    assert game.outcome(last)
    assert prove(game, before, SearchBudget(TIMEOUT), TABLES).value.plies is not None


def test_three_players_have_no_value():
    """A coalition of two decides about the third."""
    assert proved("madknights -start=c3,f6,d5") is None


def test_scores_say_result_and_distance():
    """A score is plies and one more, so that no other score is a draw's."""
    scores = [-3, -1, 0, 1, 8]
    values = [Value.of_score(score) for score in scores]
    assert values == [Value(LOST, 2), Value(LOST, 0), Value(DRAWN), Value(WON, 0), Value(WON, 7)]
    assert all(earlier != later for earlier, later in pairwise(values))


@pytest.mark.parametrize(("typed", "kept"), [("", ["e3"]), ("-jumpblock", ["e3", "d4"])])
def test_a_lost_player_sets_traps(typed, kept):
    """Of moves that lose alike those with the fewest winning answers are kept."""
    game, options = resolved(f"knightsdance {typed}".strip())
    start = game.start(options)
    found = best_moves(game, start, SearchBudget(TIMEOUT), REMEMBERED)
    assert [game.write(start, move) for move in found] == kept


def test_a_spent_budget_stays_spent():
    """Each later request is refused at once, and doesn't search until the next check."""
    budget = SearchBudget(0)
    for _ in range(CLOCK_EVERY - 1):
        budget.spend()
    for _ in range(2):
        with pytest.raises(BudgetExhausted):
            budget.spend()


def test_large_regions_are_not_looked_through():
    """If two pieces are apart on the largest board, no time is spent on their longest paths."""
    game, options = resolved("trailblazer -size=26")
    race = knowledge(game).race(game.start(options))
    wall = sum(1 << 26 * row + 12 for row in range(26))
    budget = SearchBudget(positions=0)
    parted = race._replace(free=race.free & ~wall)
    assert Regions(StepGraph(race.steps), budget).plies_if_apart(parted) is None


@pytest.mark.slow
def test_a_race_without_end_in_sight_is_given_up():
    """In a corridor longer than any search may go nothing is proved, and nothing fails."""
    squares = 640
    steps = tuple((1 << square + 1) | (1 << square >> 1) for square in range(squares))
    free = (1 << squares - 1) - 2
    race = Race(steps, free, 0, squares - 1)
    assert RaceSearch(race, SearchBudget(TIMEOUT)).value(race) is None
    near = race._replace(free=free & ~(1 << 50))
    assert RaceSearch(near, SearchBudget(TIMEOUT)).value(near) == Value(LOST, 98)
