"""Moves of Go and Lines of Action that robots choose by estimates."""

import random

import pytest

from pbm.classics.areas import area_lead
from pbm.search.effort import Effort
from tests.support.classic_games import play, start
from tests.support.site import NOON

EFFORT = Effort(5, 1000, 1e6, 3)
SURROUNDED = "c1 b1 c2 b2 c3 b3 c4 b4 pass d1 pass d2 pass d3 pass d4 a5"
"""Moves of Go after which c5 captures four stones."""


def chosen(match, effort=EFFORT):
    game, position = match.game, match.state.position
    return game.write(position, game.choose(position, effort))


@pytest.mark.parametrize(
    ("moves", "best"),
    [(SURROUNDED, "c5"), ("c3 pass", "pass")],
)
def test_a_robot_captures_and_ends_a_won_game(moves, best):
    assert chosen(play(start("go", "-size=5"), moves, NOON)) == best


def test_areas_are_the_points_nearer_to_stones():
    position = play(start("go", "-size=5"), "b3 d3", NOON).state.position
    assert area_lead(str(position.state), 0) == 0
    position = play(start("go", "-size=5"), "c3 e5", NOON).state.position
    assert area_lead(str(position.state), 0) > 10
    assert area_lead(str(position.state), 0) == -area_lead(str(position.state), 1)


def test_a_robot_beats_random_moves():
    """It connects all of its pieces."""
    match, chance = start("linesofaction"), random.Random(5)
    while match.outcome is None:
        position = match.state.position
        moves = [match.game.write(position, move) for move in match.game.moves(position)]
        effort = Effort(5, 120, 1e6, match.ply)
        move = chance.choice(moves) if match.ply % 2 else chosen(match, effort)
        match = match.continued([f"move {move}"])
    assert match.outcome.places == (1, 2)


def test_equal_efforts_lead_to_equal_moves():
    match = start("linesofaction")
    assert chosen(match) == chosen(match)
    assert len({chosen(match, Effort(1, 20, 1e6, seed)) for seed in range(9)}) > 1
