"""The cache of matches."""

import pytest

from pbm.games import find
from pbm.match.match import Event, Match
from storage.boards import loading
from tests.support.site import NOON

GAME = find("knightsdance")


@pytest.fixture
def small(monkeypatch):
    """A cache of at most 3 matches and 5 events."""
    monkeypatch.setattr(loading, "CACHED_MATCHES", 3)
    monkeypatch.setattr(loading, "CACHED_EVENTS", 5)
    return loading.MatchCache()


def match(author, plies):
    """Returns a match of so many moves."""
    moves = ("d4", "a3", "f5", "b5")
    log = [Event(f"move {moves[ply % 4]}", NOON, author) for ply in range(plies)]
    return Match.replay(GAME, GAME.resolve(GAME.options(misere=True), 1), log)


def test_only_so_many_matches_are_kept(small):
    """The oldest are forgotten."""
    kept = [match(str(number), 1) for number in range(4)]
    for each in (*kept, kept[-1]):
        small.put(each)
    assert [small.get(each.checksum) for each in kept] == [None, *kept[1:]]


def test_long_matches_count_by_their_length(small):
    """A few long games don't take the memory of many short ones."""
    long, short = match("alice", 4), match("bob", 2)
    small.put(long)
    small.put(short)
    assert small.get(long.checksum) is None
    assert small.get(short.checksum) is short
