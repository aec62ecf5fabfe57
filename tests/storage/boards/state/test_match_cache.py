"""The cache of matches."""

import pytest

from pbm.games import find
from pbm.match.match import Event, Match
from storage.boards.state import match_cache
from tests.support.site import NOON

GAME = find("knightsdance")


@pytest.fixture
def small(monkeypatch):
    """A cache of at most 3 matches and 5 events."""
    monkeypatch.setattr(match_cache, "CACHED_MATCHES", 3)
    monkeypatch.setattr(match_cache, "CACHED_EVENTS", 5)
    return match_cache.MatchCache()


def match(author, plies):
    """Returns a match of so many moves."""
    moves = ("d4", "a3", "f5", "b5")
    log = [Event(f"move {moves[ply % 4]}", NOON, author) for ply in range(plies)]
    return Match.replay(GAME, GAME.resolve(GAME.options(misere=True), 1), log)


def test_only_so_many_matches_are_kept(small):
    """Those used longest ago are forgotten."""
    kept = [match(str(number), 1) for number in range(4)]
    for id in (0, 1, 2, 0, 3, 3):
        small.put(id, kept[id])
    assert [small.get(id, each.checksum) for id, each in enumerate(kept)] == [
        kept[0],
        None,
        *kept[2:],
    ]


def test_long_matches_count_by_their_length(small):
    """A few long games don't take the memory of many short ones."""
    long, short = match("alice", 4), match("bob", 2)
    small.put(1, long)
    small.put(2, short)
    assert small.get(1, long.checksum) is None
    assert small.get(2, short.checksum) is short


def test_a_board_has_one_match(small):
    """A process that follows a game keeps its last state alone, not one for each move."""
    states = [match("alice", plies) for plies in range(1, 6)]
    other = match("bob", 0)
    for each in (other, *states):
        small.put(1 if each is not other else 2, each)
    assert [small.get(1, each.checksum) for each in states] == [None] * 4 + [states[-1]]
    assert small.get(2, other.checksum) is other


def test_finished_games_are_not_kept(small):
    """There are more of them each day, and hardly one is read again."""
    going_on = match("alice", 4)
    over = going_on.add(Event("leave 0 resigned", NOON, "alice"))
    for each in (going_on, over):
        small.put(1, each)
    assert over.outcome
    assert [small.get(1, each.checksum) for each in (going_on, over)] == [None, None]
