"""Moves of chess and its relatives that robots choose, and their estimates."""

import pytest

from pbm.games import find
from pbm.search.effort import Effort
from tests.support.classic_games import play, start
from tests.support.site import NOON

EFFORT = Effort(5, 1500, 1e6, 3)


def chosen(moves, effort=EFFORT, name="chess"):
    match = play(start(name), moves, NOON)
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


@pytest.mark.parametrize(
    ("name", "moves", "best"),
    [
        ("crazyhouse", "e4 e5 Bc4 Nc6 Qh5 Nf6", "Qxf7"),
        ("shogi", "7g7f 3c3d 8h2b+", "3a2b"),
        ("xiangqi", "h3-h10", "i10-h10"),
    ],
)
def test_relatives_of_chess_are_searched_alike(name, moves, best):
    assert chosen(moves, name=name) == best


@pytest.mark.parametrize("name", ["chess", "crazyhouse", "shogi", "xiangqi"])
def test_squares_and_letters_of_captures_are_recognized(name):
    """A capture takes a piece of the other side from the board's text."""
    match = play(start(name), " ".join(find(name).example[1][:-1]), NOON)
    game, position = match.game, match.state.position
    board, side = game.material.board(str(position.state)), position.state.current_player()
    for move in game.moves(position):
        gain = game.material.gain(board, side, move[0])
        after = game.material.board(str(game.play(position, move).state))
        squares = len(board.replace(".", "")), len(after.replace(".", ""))
        lead = game.material.value(after, side) - game.material.value(board, side)
        assert not gain or lead > 0
        assert gain or squares[0] == squares[1]


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
