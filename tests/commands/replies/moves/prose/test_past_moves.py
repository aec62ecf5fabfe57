"""Sentences about moves that were made, or that might have been made."""

import pytest

from commands.replies.moves.prose.past_moves import is_hypothetical
from tests.commands.replies.test_replies import AT_ALICE, AT_BOB, to
from tests.support.site import words_of

HYPOTHETICAL = """
I'd have played c7, Bob
you should have played c7
I would never have moved c7
Ich hätte c7 gespielt
j'aurais joué c7
habría jugado c7
avrei giocato c7
ik zou c7 hebben gespeeld
eu teria jogado c7
я сыграл бы c7
"""
STATED = """
I have to play c7
I'd like to play c7
I would play c7 then
c7 it is
"""
TAKING_BACK = (
    "Can I take back a1-c5? I clicked before thinking",
    "I'd like to take a1c5 back please",
)


def test_what_somebody_would_have_done_is_hypothetical():
    for text in HYPOTHETICAL.strip().split("\n"):
        assert is_hypothetical(text), text
    for text in STATED.strip().split("\n"):
        assert not is_hypothetical(text), text


def test_a_hypothetical_move_isnt_held(begin):
    site, mail = begin("go", "e5", "c3", "g3", "d7")
    (asked,) = site.reply(mail, "Do you think d7 was too early, Bob? I'd have played c7.")
    assert "as chat" in words_of(asked)
    assert "is occupied" not in words_of(asked)


def test_a_square_beats_a_pass_in_a_sentence(begin):
    site, mail = begin("go", "e5", "c3")
    for text, move in {
        "I'll pass on the wine tonight, but f6 for the game, haha": "f6",
        "I pass. f6 was tempting": "pass",
    }.items():
        (held,) = site.reply(mail, text)
        assert f"Not played yet: {move}." in words_of(held), text


@pytest.mark.parametrize("text", TAKING_BACK)
def test_the_writers_last_move_may_be_named_in_a_request_to_take_it_back(text, started_game):
    site, at_alice, _ = started_game
    at_bob = to(site.reply(at_alice, "a1-c5"), AT_BOB)
    at_alice = to(site.reply(at_bob, "a7-e5"), AT_ALICE)
    answers = " ".join(map(words_of, site.reply(at_alice, text)))
    assert "alice asks to take back the last 2 moves" in answers or "101 undo" in answers
