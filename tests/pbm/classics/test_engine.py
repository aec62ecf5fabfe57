"""Moves that robots of classic games choose by simulated games."""

import math

import pytest

from pbm.classics.engine import chosen_move
from pbm.classics.position import Position
from pbm.robots.levels import HIGHEST
from pbm.search.effort import Effort
from tests.benchmarks.level_games import LevelGame, strengths_of

QUICK = Effort(5, 100, math.inf, 3)


def moves_of(position):
    return [(action,) for action in position.state.legal_actions()]


@pytest.mark.parametrize(
    ("actions", "best"), [((3, 0, 3, 0, 3, 0), 3), ((3, 0, 3, 0, 3), 3), ((0, 6, 1, 6, 2), 3)]
)
def test_a_robot_wins_at_once_or_prevents_it(actions, best):
    position = Position("connect_four", actions)
    assert chosen_move(position, moves_of(position), QUICK) == (best,)


def test_the_seed_decides_the_move():
    position = Position("hex", ())
    moves = [chosen_move(position, moves_of(position), QUICK) for _ in range(2)]
    assert moves[0] == moves[1]
    others = {
        chosen_move(position, moves_of(position), Effort(5, 20, 5.0, seed)) for seed in range(9)
    }
    assert len(others) > 1


def whole_moves(state, count):
    """Yields the moves of this number of actions."""
    for action in state.legal_actions() if count else ():
        after = state.clone()
        after.apply_action(action)
        yield from ((action, *rest) for rest in whole_moves(after, count - 1))
    if not count:
        yield ()


def test_a_move_of_several_actions_is_chosen_whole():
    """A queen of Amazons leaves a square, enters one and shoots."""
    position = Position("amazons", ())
    moves = [*whole_moves(position.state, 3)]
    assert len(moves) == 2176
    assert chosen_move(position, moves, QUICK) in moves
    assert chosen_move(position, [(-1, -1)], QUICK) is None


def test_a_robot_keeps_to_its_seconds():
    """A search of so many games would take weeks."""
    position = Position("go(board_size=9)", ())
    assert chosen_move(position, moves_of(position), Effort(10, 10**9, 0.1, 3))


def test_the_highest_level_beats_the_lowest_one():
    """It searches fewer positions than on a server."""
    strengths = strengths_of("connectfour", 400)
    for start in range(5):
        assert LevelGame("connectfour", "", start, (1, HIGHEST)).play(strengths) == [2, 1]
