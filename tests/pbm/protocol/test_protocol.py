"""The input of engines, and the parsing of their answers."""

import random

import pytest

from pbm import games
from pbm.errors import UserError
from pbm.game import Outcome
from pbm.protocol import positions, turns
from pbm.protocol.turns import EngineReply, ProtocolTurn
from tests.support.cases import cases

MAD, DUEL = games.find("madknights"), games.find("knightsduel")

FIRST = """\
r 1 null
g 1 null
b 1 null
........
........
.....g..
...b....
........
..r.....
........
........
7
a2
a4
b1
b5
d1
e2
e4
"""

AFTER_GREEN_LEFT = """\
r 1 b5
g 0 null
b 1 null
........
........
.....g..
.r.b....
........
..#.....
........
........
6
b4
b6
c7
e3
e7
f4
"""


def start(game, *words):
    options = game.read_options(words)
    return game.start(game.resolve(options, 5))


def playout(game, seed, *words):
    """Returns positions of a game with some departures, with the squares last moved to."""
    chance, position = random.Random(seed), start(game, *words)
    last = [None] * len(game.seats)
    while (seat := game.to_move(position)) is not None:
        yield position, tuple(last)
        if chance.random() < 0.02:
            position = game.leave(position, seat)
            continue
        move = chance.choice(list(game.moves(position)))
        last[seat] = turns.square_of(game, position, move)
        position = game.play(position, move)


def test_the_first_turn_reads_as_the_source_says():
    """There are three players, eight rows from the top, and the sorted moves."""
    assert turns.turn_for(MAD, start(MAD, "-start=c3,f6,d5"), [None] * 3).write() == FIRST


def test_a_player_who_left_keeps_the_knight_and_loses_the_status():
    """A visited square is closed, and last moves are reported."""
    position = start(MAD, "-start=c3,f6,d5")
    position = MAD.leave(MAD.play(position, MAD.read(position, "b5")), 1)
    assert turns.turn_for(MAD, position, ["b5", None, None]).write() == AFTER_GREEN_LEFT


def test_a_duel_is_told_without_the_third_player():
    """There are two players, r and g, and squares as in chess."""
    lines = turns.turn_for(DUEL, start(DUEL), [None, None]).write().splitlines()
    assert lines[:3] == ["r 1 null", "g 1 null", ".......g"]
    assert lines[9:] == ["r.......", "2", "b3", "c2"]


@cases(
    ("game", "words"),
    [(MAD, ()), (MAD, ("-size=5",)), (MAD, ("-size=12",)), (DUEL, ()), (DUEL, ("-size=5",))],
)
def test_turns_read_as_they_are_written(game, words):
    """The turn is enough to know the position, except for the order of leaving."""
    for seed in range(2):
        for position, last in playout(game, seed, *words):
            turn = turns.turn_for(game, position, last)
            lines = iter(turn.write().splitlines())
            assert ProtocolTurn.read(len(game.seats), lambda lines=lines: next(lines)) == turn
            assert list(lines) == []
            known = positions.reconstruct_position(game, game.to_move(position), turn)
            assert turns.turn_for(game, known, last) == turn
            assert game.remaining(known) == game.remaining(position)


@cases(
    ("line", "move", "comment"),
    [
        ("e3", "e3", ""),
        ("e3 hello there", "e3", "hello there"),
        ("e3  0123456789abcdefghij", "e3", "0123456789abcdef"),
        ("random\r", "random", ""),
        ("", "", ""),
    ],
)
def test_an_answer_is_a_word_and_a_comment(line, move, comment):
    """The text after the first space is kept to sixteen characters."""
    reply = EngineReply.read(line)
    assert (reply.move, reply.comment) == (move, comment)
    assert EngineReply.read(reply.write()) == reply


@cases("word", ["", "e9x", "(2,3)", "z99", "c3", "h8", "null", "pass", "\x00"])
@cases("game", [MAD, DUEL])
def test_all_but_legal_squares_are_refused(game, word):
    """Notations that people may use are refused too."""
    with pytest.raises(UserError):
        turns.read_move(game, start(game), EngineReply(word), "5:1")


def test_random_is_drawn_as_on_boards():
    """A random move depends on the seed and the number of the move."""
    position = start(MAD, "-seed=5")
    for ply in range(1, 20):
        move = turns.read_move(MAD, position, EngineReply("random"), turns.random_move_seed(5, ply))
        assert move == MAD.read(position, "random")
        position = MAD.play(position, move)


@cases(
    ("places", "failed", "scores"),
    [
        ((1, 2, 3), [], (2, 1, 0)),
        ((3, 1, 2), [], (0, 2, 1)),
        ((1, 2, 3), [2], (1, 0, -1)),
        ((1, 2, 3), [1], (1, -1, 0)),
        ((2, 3, 1), [0, 1], (-1, -1, 0)),
        ((1, 2), [], (1, 0)),
        ((2, 1), [0], (-1, 0)),
    ],
)
def test_scores_go_by_the_order_of_leaving(places, failed, scores):
    """Scores are by the order of leaving among seats that didn't fail; failed ones have -1."""
    assert turns.scores(Outcome(places, "of the end"), failed) == scores


@cases("name", ["trailblazer", "knightsdance", "knightpanic"])
def test_other_games_have_no_protocol(name):
    """The refusal names the games that have one."""
    with pytest.raises(UserError, match="madknights and knightsduel"):
        turns.find_game(name)


@cases(
    ("old", "new"),
    [
        ("r 1 null", "r 2 null"),
        ("r 1 null", "red"),
        ("........\n7", "........\nseven"),
        ("..r.....", "..x....."),
        ("..r.....", "........"),
        ("..r.....", "..r..."),
    ],
)
def test_a_turn_that_is_none_is_refused(old, new):
    lines = iter(FIRST.replace(old, new, 1).splitlines())
    with pytest.raises(UserError):
        positions.reconstruct_position(MAD, 0, ProtocolTurn.read(3, lambda: next(lines)))
