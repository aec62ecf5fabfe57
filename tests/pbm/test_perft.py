"""Move generators against tables of counted positions, `perft/GAME.txt`."""

import pytest

from pbm.games import find, games
from pbm.options import read_options
from pbm.perft import perft
from tests.support.paths import TESTS

TABLES = TESTS / "perft"


def rows():
    """Game, options, depth and count of every entry; those after `slow` marked so."""
    for path in sorted(TABLES.glob("*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                yield from _entries(path.stem, *line.split("|"))


def _entries(name, typed, counts):
    quick, _, slow = counts.partition("slow")
    marked = [(count, []) for count in quick.split()]
    marked += [(count, [pytest.mark.slow]) for count in slow.split()]
    for depth, (count, marks) in enumerate(marked, 1):
        label = f"{name} {typed.strip()} depth {depth}"
        yield pytest.param(name, typed.split(), depth, int(count), marks=marks, id=label)


@pytest.mark.parametrize(("name", "typed", "depth", "count"), list(rows()))
def test_counts(name, typed, depth, count):
    """As many lines of so many plies as the table says."""
    game = find(name)
    options = game.resolve(read_options(game.options, typed, game.title), 0)
    assert perft(game, game.start(options), depth) == count


@pytest.mark.parametrize("name", games())
def test_every_game_has_a_table(name):
    """No game is served whose move generator nobody counted."""
    assert (TABLES / f"{name}.txt").exists()
