"""Tests of Clobber."""

from pbm_clobber import Clobber, Options

from pbm.game import perft
from pbm.laws.pytest_laws import GameLaws


class TestLaws(GameLaws):
    """The laws of all games."""

    game = Clobber()


def test_lines_are_counted():
    """The number of lines of each length, on the usual board and on a small one."""
    game = Clobber()
    for options, counts in ((Options(), (49, 2116)), (Options(rows=3, cols=3), (12, 88, 376))):
        start = game.start(options)
        assert [perft(game, start, depth) for depth in range(1, len(counts) + 1)] == list(counts)
