"""Move generators against tables of counted positions, `perft/GAME.txt`."""

import pytest

from pbm.game import perft
from pbm.games import find, games
from tests.support.paths import TESTS

TABLES = TESTS / "perft"


def rows():
    """Yields game, options, depth and count of each entry; those after `slow` are marked."""
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
    """The number of lines of each depth is that of the table."""
    game = find(name)
    options = game.resolve(game.read_options(typed), 0)
    assert perft(game, game.start(options), depth) == count


@pytest.mark.parametrize("name", games())
def test_every_game_has_a_table(name):
    """Every game's move generator is counted."""
    assert (TABLES / f"{name}.txt").exists()
