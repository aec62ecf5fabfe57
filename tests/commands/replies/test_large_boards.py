"""Moves on large boards, whose squares have numbers of two digits like boards have."""

import random
from types import SimpleNamespace

from commands.replies.moves.board_numbers import board_of_lines, named_board, read_numbers
from pbm import games
from pbm.match.match import Match
from tests.support.site import NOON

LARGE = {
    "knightpanic": "-size=13",
    "knightsdance": "-rows=30 -cols=30",
    "knightsduel": "-size=26",
    "madknights": "-size=26 -seed=7",
    "trailblazer": "-size=26",
}
PLIES = 15
EXTRAS = ("", "\n\nGood luck!", "\nnonce872", " nice move!")


def test_no_square_of_a_move_names_a_board():
    """A legal move, alone or with a comment, is for the email's own board."""
    chance = random.Random(1)
    for name, words in LARGE.items():
        game = games.find(name)
        match = Match.begin(game, game.resolve(game.read_options(words.split()), 7))
        for _ in range(PLIES):
            board = SimpleNamespace(number=101, match=match, game=game)
            moves = match.legal
            for written in chance.sample(moves, min(len(moves), 5)):
                for extra in EXTRAS:
                    first = f"{written}{extra}".split("\n")[0]
                    line = read_numbers(board, first)
                    assert (line.other, line.text) == ("", first)
                    assert board_of_lines(board, f"{written}{extra}") == ""
                    assert named_board(board, f"{written}{extra}") == ""
            match = match.play(chance.choice(moves), NOON, "alice")
            if match.outcome:
                break
