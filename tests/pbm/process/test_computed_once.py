"""Values that are computed once, also when several threads ask for them at the same time."""

import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from pbm.games import find
from pbm.match.checkpoint import changed_fields
from pbm.process.computed_once import computed_once
from tests.support.cases import cases

THREADS = 8
UNUSUAL = {
    "knightpanic": ("-size=9", "-3d"),
    "knightsdance": ("-rows=9", "-cols=9"),
    "knightsduel": ("-size=23",),
    "madknights": ("-size=23",),
    "trailblazer": ("-size=23",),
}
"""Options that no other test begins with, by game."""


@pytest.fixture(autouse=True)
def threads_take_turns_often():
    """Lets threads interrupt one another after a few operations."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def together(call):
    """Returns the values of a call in several threads that begin it at the same moment."""
    barrier = Barrier(THREADS)

    def run(_):
        barrier.wait()
        return call()

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(run, range(THREADS)))


def test_all_get_the_same_value():
    """It is computed by the first of them, which isn't ready before all have asked."""
    asked, computed = [], []

    @computed_once
    def compute():
        computed.append("value")
        while len(asked) < THREADS:
            pass
        return object()

    def ask():
        asked.append("value")
        return compute()

    assert len(set(together(ask))) == 1
    assert computed == ["value"]


@cases("name", UNUSUAL)
def test_matches_begun_at_the_same_moment_begin_alike(name):
    """Their positions differ in nothing from that at the start, of which mails tell changes."""
    game = find(name)
    options = game.resolve(game.read_options(UNUSUAL[name]), 0)
    for position in together(lambda: game.start(options)):
        assert changed_fields(game, options, position) == {}
