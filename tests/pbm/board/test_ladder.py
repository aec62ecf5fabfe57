"""Ladders: laws of their order, and half a year of 40 players."""

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from pbm.board.ladder import (
    REACH,
    LadderEntry,
    after_game,
    after_inactivity,
    undefended,
    within_reach,
)
from pbm.clock import DAY

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def ladder(count):
    return [LadderEntry(player, NOON, NOON) for player in range(count)]


@given(st.integers(2, 9), st.data())
def test_a_game_moves_only_those_between(count, data):
    """A lower winner takes the loser's place, those between move down; else nothing moves."""
    one, two = data.draw(st.lists(st.integers(0, count - 1), min_size=2, max_size=2, unique=True))
    winner = data.draw(st.sampled_from([one, two, None]))
    after = [entry.player for entry in after_game(ladder(count), winner, (one, two), NOON)]
    assert sorted(after) == list(range(count))
    upper, lower = sorted((one, two))
    if winner == lower:
        assert after == [*range(upper), lower, *range(upper, lower), *range(lower + 1, count)]
    else:
        assert after == list(range(count))


def test_who_may_be_challenged():
    """Players up to three places above: nobody below, nor who isn't on the ladder."""
    for challenger in range(6):
        allowed = [*within_reach(ladder(6), challenger)]
        assert allowed == list(range(max(challenger - REACH, 0), challenger))


def test_games_dont_defend_a_place_from_blocked_players():
    """Those within reach below: the place is lost after 30 days, played or not."""
    blocked = {(0, 1), (2, 6), (3, 1)}
    assert undefended(ladder(7), blocked) == {0}
    order = after_game(ladder(3), 0, (0, 2), NOON + 29 * DAY, {0})
    order = after_inactivity(order, NOON + 30 * DAY, {0, 1}, {0})
    assert [entry.player for entry in order] == [1, 0, 2]


def test_not_playing_sinks_and_leaves():
    """A place each 30 days, and after 180 days all of them."""
    order, found = ladder(3), []
    for day in range(181):
        now = NOON + day * DAY
        if day % 10 == 0:
            order = after_game(order, None, (1, 2), now)
        order = after_inactivity(order, now)
        found.append([entry.player for entry in order])
    assert [found[day] for day in (29, 30, 59, 60, 179, 180)] == [
        [0, 1, 2],
        [1, 0, 2],
        [1, 0, 2],
        [1, 2, 0],
        [1, 2, 0],
        [1, 2],
    ]
