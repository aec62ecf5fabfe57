"""Positions that are alike by symmetry, and those from which a move may have led to one."""

import random

import pytest

from pbm import games
from pbm.geometry.symmetry import least_image
from pbm.match.match import Match
from pbm.match.position_keys import likeness_key
from tests.support.cases import cases

STARTS = [
    "knightpanic -size=5",
    "knightpanic -3d",
    "knightsdance -jumpblock",
    "knightsduel -rows=5 -cols=6",
    "trailblazer",
]


def begin(line):
    """Returns the match at the start that a line names."""
    name, *options = line.split(maxsplit=1)
    game = games.find(name)
    words = [options[0]] if options and "(" in options[0] else "".join(options).split()
    return Match.begin(game, game.resolve(game.read_options(words), 1))


def key(match):
    """Returns the key of a match's position."""
    return likeness_key(match.game, match.options, match.state.position)


@pytest.mark.parametrize("line", STARTS)
def test_each_move_leads_from_one_of_the_origins(line):
    """Whatever the move, the position before it is among those from which it may have come."""
    match, chance = begin(line), random.Random(line)
    while match.outcome is None and match.ply < 12:
        after = match.continued([f"move {chance.choice(match.legal)}"])
        if after.outcome is None:
            origins = match.game.origins(after.state.position)
            keys = {likeness_key(match.game, match.options, each) for each in origins}
            assert key(match) in keys
        match = after


@cases(
    ("line", "other"),
    [
        ("knightsdance", "knightsdance -position=(w 5 6 f1 e1 a5 e5)"),
        ("knightsdance", "knightsdance -position=(w 6 5 a1 a2 e6 e2)"),
        ("knightsdance", "knightsdance -position=(b 5 6 b1 a1 b5 f5)"),
        ("knightsduel", "knightsduel -rows=8 -cols=8"),
        ("knightsduel -rows=5 -cols=6", "knightsduel -rows=6 -cols=5"),
        ("knightpanic -size=4", "knightpanic -size=4 -extra=0"),
    ],
)
def test_other_options_may_lead_to_positions_that_are_alike(line, other):
    """Mirror images, quarter turns and exchanged colours share a key."""
    assert key(begin(line)) == key(begin(other))


@cases(
    ("line", "other"),
    [
        ("knightsdance", "knightsdance -misere"),
        ("knightsdance", "knightsdance -jumpblock"),
        ("knightsdance", "knightsdance -position=(b 5 6 a1 b1 f5 b5)"),
        ("knightsduel", "knightsduel -size=7"),
        ("knightpanic -size=4", "knightpanic -size=4 -mover_loses"),
        ("knightpanic -3d", "knightpanic -3d -lose_no_move"),
        ("trailblazer -size=5", "trailblazer -size=6"),
        ("madknights -start=c3,f6,d4", "madknights -start=f6,c3,d4"),
    ],
)
def test_other_rules_and_turns_are_not_alike(line, other):
    """Nothing is alike whose value may differ."""
    assert key(begin(line)) != key(begin(other))


@cases(
    ("moves", "mirrored", "line"),
    [
        (["right", "left"], ["down", "up"], "trailblazer"),
        (["(2,3)"], ["(3,2)"], "knightsduel"),
        (["a1-c5", "g7-e3"], ["g1-e5", "a7-c3"], "knightpanic -size=4"),
    ],
)
def test_reflected_games_are_alike(moves, mirrored, line):
    """After each move and its mirror image."""
    match = begin(line)
    one, other = (match.continued([f"move {each}" for each in way]) for way in (moves, mirrored))
    assert one.state.position != other.state.position
    assert key(one) == key(other)


def test_the_least_image_is_the_same_for_all_images_of_a_board():
    """A board of two rows with one corner, and the same board turned by a quarter."""
    assert least_image(2, 3, 0b1) == least_image(2, 3, 0b100000) == least_image(3, 2, 0b10)
    assert least_image(2, 3, 0b1) != least_image(2, 3, 0b10)
