"""The tables of Knight Panic on the 4 by 4 board: numbers, counts, and values by the rules."""

import random
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from pbm.games import find
from pbm.games.knightpanic import Position
from pbm.geometry.bit_sets import mask_of
from pbm.proofs.proving import covered
from pbm.proofs.tables.placements import Placements, stable_sets
from pbm.proofs.tables.retrograde import analyse
from pbm.proofs.tables.symmetries import COUNT, LEVEL, symmetries_of
from pbm.proofs.value import Result, Value

PANIC = find("knightpanic")
FLAT, STACKING = "", "-3d -lose_no_move"
LARGEST = "-3d -mover_loses -extra=1"
SAMPLES = 100


def started(line):
    """Returns the start of a game with these options."""
    options = PANIC.resolve(PANIC.read_options(line.split()), 0)
    return PANIC.start(options)


@cache
def table(line):
    """Returns the numbering of all placements with these rules, and the scores."""
    numbering = covered(PANIC, started(line).options)
    return numbering, analyse(numbering.graph())


def any_position(line, chance):
    """Returns a random placement with either player to move."""
    start = started(line)
    pieces = start.sides[0].bit_count()
    occupied = int(chance.choice(_occupied(line)))
    places = [place for place in range(64) if occupied >> place & 1]
    mover = mask_of(chance.sample(places, pieces))
    turn = chance.randrange(2)
    sides = (occupied ^ mover, mover) if turn else (mover, occupied ^ mover)
    return Position(start.board, start.options, sides, turn)


@cache
def _occupied(line):
    start = started(line)
    return stable_sets(start.board, 2 * start.sides[0].bit_count())


def value_of(line, position):
    """Returns the value that the table has for a position that isn't finished."""
    numbering, scores = table(line)
    return Value.of_score(int(scores[numbering.number(position)]))


def expected(line, position):
    """Returns the value as it follows from those of all successors, by the rules alone."""
    values = [after_value(line, PANIC.play(position, move)) for move in PANIC.moves(position)]
    if lost := [value.plies for value in values if value.result is Result.LOST]:
        return Value(Result.WON, min(lost) + 1)
    if any(value.result is Result.DRAWN for value in values):
        return Value(Result.DRAWN)
    return Value(Result.LOST, max(value.plies for value in values) + 1)


def after_value(line, position):
    """Returns the value of a position for the player to move, finished or not."""
    outcome = PANIC.outcome(position)
    if outcome is None:
        return value_of(line, position)
    return Value(Result.WON if outcome.winners == (position.turn,) else Result.LOST, 0)


@pytest.mark.parametrize(
    "line",
    [FLAT, *(pytest.param(each, marks=pytest.mark.slow) for each in (STACKING, LARGEST))],
)
def test_values_of_any_placements_follow_from_their_successors(line):
    """A placement, reachable or not, is won, lost or drawn as its successors say."""
    chance = random.Random(1)
    positions = [any_position(line, chance) for _ in range(SAMPLES)]
    going_on = [position for position in positions if PANIC.outcome(position) is None]
    assert len(going_on) > SAMPLES / 3
    for position in going_on:
        assert value_of(line, position) == expected(line, position)


@pytest.mark.parametrize("line", [FLAT, pytest.param(LARGEST, marks=pytest.mark.slow)])
def test_images_share_a_number(line):
    """A placement and its seven images have one number, and as many moves."""
    numbering, chance = covered(PANIC, started(line).options), random.Random(2)
    images = symmetries_of(started(line).board).images
    for _ in range(30):
        position = any_position(line, chance)
        sides = [images(np.array(position.sides, np.uint64), turn) for turn in range(COUNT)]
        alike = [position._replace(sides=tuple(map(int, side))) for side in sides]
        assert alike[0] == position
        assert len({numbering.number(image) for image in alike}) == 1
        assert len({PANIC.count(image) for image in alike}) == 1


def test_symmetries_are_those_of_a_square():
    """The eight differ, keep each level, and one after another makes one of the eight."""
    board = started(STACKING).board
    images, places = symmetries_of(board).images, sorted(board.names)
    single = np.array([1 << place for place in places], np.uint64)
    turned = {tuple(images(single, turn)) for turn in range(COUNT)}
    twice = {tuple(images(np.array(first), turn)) for first in turned for turn in range(COUNT)}
    assert len(turned) == COUNT
    assert twice == turned
    for image in turned:
        reached = [int(place).bit_length() - 1 for place in image]
        assert [place // LEVEL for place in reached] == [place // LEVEL for place in places]


def test_nearly_eight_placements_share_a_number():
    """A placement's number leads back to it, or to an image that has the same set of places."""
    placements = Placements(started(STACKING).board, 4)
    numbers = placements.numbers(*placements.all())
    assert (placements.total, placements.count) == (1_040_340, 135_170)
    assert (numbers <= np.arange(placements.count)).all()
    assert (numbers[numbers] == numbers).all()
    assert placements.total / COUNT <= np.unique(numbers).size < placements.count


@pytest.mark.slow
@pytest.mark.parametrize(
    ("tie", "won", "lost"),
    [("-mover_wins", 319_240, 59_182), ("-mover_loses", 314_854, 63_568)],
)
def test_all_placements_of_flat_knight_panic(tie, won, lost):
    """Of 900,900 on the flat 4 by 4 board 400,610 aren't over, and 22,188 of those are drawn."""
    numbering, scores = table(tie)
    ended = numbering.graph().ended
    sets = [mask_of(chosen) for chosen in combinations(range(16), 8)]
    halves = [mask_of(chosen) for chosen in combinations(range(8), 4)]
    occupied = np.repeat(np.array(sets, np.uint64), len(halves))
    placements = Placements(started(tie).board, 4)
    mover = placements.spread(np.tile(np.array(halves, np.uint64), len(sets)), occupied)
    numbers = placements.numbers(mover, occupied & ~mover)
    going_on = scores[numbers[ended[numbers] == 0]]
    assert numbering.placements == mover.size == 900_900
    assert [int((going_on * sign > 0).sum()) for sign in (1, -1)] == [won, lost]
    assert int((going_on == 0).sum()) == 22_188
    assert going_on.size == 400_610
