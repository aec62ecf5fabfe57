"""Replies to the lists of the server in people's own words: open challenges, and ladders."""

import pytest

from tests.support.site import PLAYERS, words_of

ALICE = PLAYERS["alice"][1]
ON_LADDER = ("bob", "alice", "carol")
JOINS = {
    "I'll take bob's Trailblazer": ["trailblazer join 1 alice"],
    "One of Carol's two please, and Bob's Trailblazer.": [
        "knightpanic join 2 alice",
        "trailblazer join 1 alice",
    ],
    "Der Trailblazer-Partie von bob würde ich gern beitreten, aber nicht der von carol": [
        "trailblazer join 1 alice"
    ],
}
LADDER = {
    "Then I'd like to challenge Bob for first place!": "knightpanic challenge -ladder alice bob",
    "Ich fordere bob heraus": "knightpanic challenge -ladder alice bob",
    "challenge carol please": "outside of the ladder",
}
CHAT = ("let's go!", "I don't want to play bob", "Nice list")


@pytest.fixture
def site_with_lists(confirming_site):
    site = confirming_site
    site.sign_up("alice", "bob", "carol")
    for line in (
        f"trailblazer seek bob {PLAYERS['bob'][0]}",
        f"knightpanic seek carol {PLAYERS['carol'][0]} 2",
        *(f"knightpanic ladder join {each} {PLAYERS[each][0]}" for each in ON_LADDER),
    ):
        assert not site.say(line).status
    site.mails()
    return site


def test_open_challenges_are_joined_by_their_players_and_games(site_with_lists):
    (listed,) = site_with_lists.mail(ALICE, "seeks")
    for text, lines in JOINS.items():
        (asked,) = site_with_lists.reply(listed, text)
        for line in lines:
            assert line in words_of(asked), text
        assert words_of(asked).count("This joins") == len(lines), text
        names_two = "knightpanic join 2 alice" in lines
        assert ("only one game starts" in words_of(asked)) == names_two, text


def test_ladder_challenges_are_read_below_a_ladder(site_with_lists):
    (ladder,) = site_with_lists.mail(ALICE, "knightpanic ladder")
    for text, part in LADDER.items():
        (answer,) = site_with_lists.reply(ladder, text)
        assert part in words_of(answer), text


def test_other_replies_to_lists_change_nothing(site_with_lists):
    for subject in ("seeks", "knightpanic ladder"):
        (listed,) = site_with_lists.mail(ALICE, subject)
        for text in CHAT:
            (answer,) = site_with_lists.reply(listed, text)
            assert "Please confirm" not in answer["Subject"], text
