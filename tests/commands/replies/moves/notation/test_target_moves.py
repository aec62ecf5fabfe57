"""Moves in words on boards where a move is only the square to which a piece moves."""

import pytest

from tests.commands.replies.test_replies import AT_ALICE, AT_BOB, to
from tests.support.site import text_of, words_of

BOARD = "knightsdance challenge alice bob -position=(b 5 6 d1 f5 a1 f4)"
"""After e2 by bob, alice's knight on a1 can move to b3 and to c2."""
HELD = {
    "the knight from A1 to C2 please": "c2",
    "hey one to be three": "b3",
    "Al - c2": "c2",
    "a1 - b 3 .\n\nP.S. my flight leaves from gate C2": "b3",
    "Muovo il cavallo da a1 a b3, grazie mille": "b3",
    "paard a1 naar c2 aub": "c2",
    "Atı b3'e oynuyorum, teşekkürler": "b3",
    "ナイトをa1からc2へ動かします。よろしくお願いします。": "c2",
    "no I meant c2": "c2",
    "one to the right and two up": "b3",
    "two up and one to the right please": "b3",
    "No, sorry, I mean b3": "b3",
}
UNSENT = (
    "Knight b2",
    "one to the right and three up",
    "c2 or b3... honestly I can't decide",
    "If your knight is protected then c2, otherwise b3",
    "If it's safe, then I play c2, otherwise b3",
)
CHAT = (
    "Up and down, that's my life",
    "Right! One more thing: happy birthday",
    "My horse is ill",
)


@pytest.fixture
def dance(site):
    site.sign_up("alice", "bob")
    at_bob = to(site.begin(BOARD), AT_BOB)
    return site, to(site.reply(at_bob, "e2"), AT_ALICE)


def test_a_move_in_words_is_held(dance):
    site, at_alice = dance
    for text, move in HELD.items():
        answers = " ".join(map(words_of, site.reply(at_alice, text)))
        assert f"Not played yet: {move}." in answers, text


def test_words_that_are_nearly_a_move_are_no_chat(dance):
    site, at_alice = dance
    for text in UNSENT:
        (refusal,) = site.reply(at_alice, text)
        assert "That didn't work" in words_of(refusal), text
        assert "as chat, reply" not in words_of(refusal), text


def test_words_of_directions_and_pieces_are_chat_in_other_sentences(dance):
    site, at_alice = dance
    for text in CHAT:
        (asked,) = site.reply(at_alice, text)
        assert "as chat" in words_of(asked), text


def test_words_that_only_tell_the_move_are_no_comment(dance):
    site, at_alice = dance
    for text, comment in {
        "skoczkiem na c2 prosze": "",
        "knight to c2. Nice trap!": "Nice trap",
    }.items():
        (held,) = site.reply(at_alice, text)
        _, _, said = text_of(held).partition("alice writes:")
        assert (comment in said) if comment else not said, text
        assert "knight to" not in said


def test_a_draw_offer_to_the_opponent_by_name_is_read_as_a_whole(dance):
    site, at_alice = dance
    (asked,) = site.reply(at_alice, "a1-b3 and I'd like to offer bob a draw")
    assert asked["Subject"] == "Please confirm: knightsdance move 101 b3 propose"
    at_bob = to(site.reply(asked, "yes"), AT_BOB)
    assert "alice offers a draw" in words_of(at_bob)
    assert "like to offer" not in words_of(at_bob)
