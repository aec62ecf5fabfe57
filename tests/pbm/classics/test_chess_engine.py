"""Moves of chess that robots choose, and their estimates."""

import pytest

from pbm.search.effort import Effort
from tests.support.classic_games import play, start
from tests.support.site import NOON

EFFORT = Effort(5, 1500, 1e6, 3)


def chosen(moves, effort=EFFORT):
    match = play(start("chess"), moves, NOON)
    game, position = match.game, match.state.position
    return game.write(position, game.choose(position, effort))


@pytest.mark.parametrize(
    ("moves", "best"),
    [
        ("e4 e5 Bc4 Nc6 Qh5 Nf6", "Qxf7"),
        ("f3 e5 g4", "Qh4"),
        ("d4 Nf6 Bg5 Ne4 Bh4 c5 f3 g5", "fxe4"),
        ("h4 g5 hxg5 h6 g6 h5 g7 h4", "gxh8=Q"),
    ],
)
def test_a_robot_mates_and_takes_what_is_free(moves, best):
    assert chosen(moves) == best


def test_equal_efforts_lead_to_equal_moves():
    assert chosen("e4") == chosen("e4")
    assert len({chosen("", Effort(1, 25, 1e6, seed)) for seed in range(9)}) > 1


def test_mates_have_the_highest_estimates():
    match = play(start("chess"), "e4 e5 Bc4 Nc6 Qh5 Nf6", NOON)
    game, position = match.game, match.state.position
    moves = [*game.moves(position)]
    estimates = dict(zip(map(str, moves), game.estimate(position, moves, EFFORT), strict=True))
    best = max(moves, key=lambda move: estimates[str(move)])
    assert game.write(position, best) == "Qxf7"
    assert [round(value, 1) for value in sorted(estimates.values())[-2:]] == [0.6, 1.0]
    assert game.estimate(position, moves, Effort(5, 3, 1e6, 3)) is None


def test_castling_is_searched_in_chess960():
    match = start("chess", "-chess960", "-start=0")
    for _ in range(40):
        game, position = match.game, match.state.position
        move = game.write(position, game.choose(position, Effort(1, 60, 1e6, match.ply)))
        match = match.continued([f"move {move}"])
        if match.outcome:
            break
    assert match.ply >= 20
