"""Replies that name several moves without deciding, or exclude one."""

import pytest

from tests.commands.replies.test_replies import AT_ALICE, AT_BOB, to
from tests.support.site import words_of

UNDECIDED = (
    "c1-g3 or a1-c5, whichever is better, you decide",
    "c1-g3\na1-c5",
    "c1-g3 oder a1-c5",
)
EXCLUDING = (
    "Ich nehme den anderen Zug, nicht (1,3).",
    "the other one, not (1,3)",
    "I won't play (1,3)",
    "Not (1,3), the other move please",
)


def test_alternatives_are_asked_about_and_none_is_held(started_game):
    site, at_alice, _ = started_game
    for text in UNDECIDED:
        (asked,) = site.reply(at_alice, text)
        assert "Which move do you want to play: c1-g3 or a1-c5?" in words_of(asked), text
        assert "Not played yet" not in words_of(asked), text


@pytest.fixture
def duel(site):
    """A game in which alice can move to (1,3) and (2,4)."""
    site.sign_up("alice", "bob")
    at_alice = to(site.begin("knightsduel challenge -size=4 alice bob"), AT_ALICE)
    at_bob = to(site.reply(at_alice, "(3,2)"), AT_BOB)
    return site, to(site.reply(at_bob, "(2,3)"), AT_ALICE)


def test_the_move_that_isnt_excluded_is_held(duel):
    site, at_alice = duel
    for text in EXCLUDING:
        (held, *_) = site.reply(at_alice, text)
        assert "Not played yet: (2,4)." in words_of(held), text
    (asked,) = site.reply(at_alice, "Why not (1,3)?")
    assert "Not played yet" not in words_of(asked)


def test_an_excluded_move_isnt_suggested(started_game):
    site, at_alice, _ = started_game
    for text in ("I won't play a1-c5, that would be silly", "anything, but not a1-c5"):
        (answer, *_) = site.reply(at_alice, text)
        assert "To play a1-c5" not in words_of(answer), text
