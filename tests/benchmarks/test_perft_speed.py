"""Positions that each move generator counts in a second.

pytest -n 0 --benchmark-enable tests/benchmarks
"""

import pytest

from pbm.game import legal
from pbm.games import find
from pbm.options import read_options
from pbm.perft import perft

SETUPS = [
    ("knightsduel", "", 7, 12192),
    ("knightsdance", "", 7, 9729),
    ("knightsdance", "-jumpblock", 7, 5129),
    ("trailblazer", "", 12, 20392),
    ("madknights", "-start=c3,f6,d5", 6, 19052),
    ("knightpanic", "-size=4", 5, 29248),
    ("knightpanic", "-size=4 -3d", 5, 34800),
]
"""Knight Panic is searched deep enough to outgrow its cache of outcomes."""


@pytest.mark.parametrize(("name", "typed", "depth", "count"), SETUPS)
def test_nodes_a_second(benchmark, name, typed, depth, count):
    """Measures the time to count the last ply's positions."""
    game = find(name)
    start = game.start(game.resolve(read_options(game.options, typed.split(), name), 0))
    assert benchmark(perft, game, start, depth) == count
    if benchmark.stats:
        benchmark.extra_info["nodes a second"] = round(count / benchmark.stats["mean"])


def test_a_large_board(benchmark):
    """Measures the legal moves of Knight's Dance on 100 by 100; they should stay below 50 ms."""
    game = find("knightsdance")
    options = game.resolve(read_options(game.options, ["-rows=100", "-cols=100"], ""), 0)
    assert benchmark(lambda: legal(game, game.start(options))) == ["ct99", "cu98"]
