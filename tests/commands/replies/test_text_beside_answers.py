"""The rest of a reply that answers an open offer: a move, or words for the opponent."""

import pytest

from tests.commands.replies.test_replies import AT_ALICE, AT_BOB, to
from tests.support.site import text_of, words_of

SENT = {
    "Yes, a draw is fine by me. Well fought!": "Well fought!",
    "Zgadzam się na remis, dziękuję za partię.": "dziękuję za partię.",
    "Non désolée, pièce touchée, pièce jouée !": "pièce touchée, pièce jouée !",
}
PLAYED = {
    "No draw yet my friend! a7-e5": "No draw yet my friend!",
    "No thanks, a7-e5": "No thanks",
    "a7-e5. Nein danke!": "Nein danke",
}
NOT_PLAYED = (
    "No thanks, a7-e5 maybe",
    "No draw. Hmm, wait. a7-e5",
    "No draw, a7-e5 or c7-a3",
    "I don't want a draw because a7-e5 wins",
    "No thanks. a7-e5?",
)
UNDO_TEXTS = {
    "Sure Bob, go ahead and take it back, we all have those days.": "we all have those days.",
    "yes ok, but next time it stays": "but next time it stays",
}


@pytest.fixture
def offered(started_game):
    site, at_alice, _ = started_game
    return site, to(site.reply(at_alice, "a1-c5 propose"), AT_BOB)


@pytest.fixture
def undo_asked(started_game):
    site, at_alice, _ = started_game
    moved = to(site.reply(at_alice, "a1-c5"), AT_ALICE)
    return site, to(site.reply(moved, "undo"), AT_BOB)


def test_the_question_shows_what_will_be_sent_with_the_answer(offered):
    site, at_bob = offered
    for text, sent in SENT.items():
        (asked,) = site.reply(at_bob, text)
        answer = words_of(asked)
        assert "your opponent's draw offer." in answer, text
        assert f"we'll send this text: {sent} To confirm" in answer, text
    site.reply(asked, "yes")


def test_a_move_beside_a_refusal_may_be_undecided(offered):
    site, at_bob = offered
    for text in NOT_PLAYED:
        answers = site.reply(at_bob, text)
        assert all("alice" not in mail["To"] for mail in answers), text


@pytest.mark.parametrize(("text", "said"), PLAYED.items())
def test_a_move_beside_a_refusal_is_played(text, said, offered):
    site, at_bob = offered
    told = text_of(to(site.reply(at_bob, text), AT_ALICE))
    assert "bob moves a7-e5" in told
    assert said in told.partition("bob writes:")[2]


def test_a_yes_to_a_request_is_asked_about_and_not_its_plan(undo_asked):
    site, at_bob = undo_asked
    for text, sent in UNDO_TEXTS.items():
        (asked,) = site.reply(at_bob, text)
        assert "This accepts the request to take back a move." in words_of(asked), text
        assert f"we'll send this text: {sent} To confirm" in words_of(asked), text
    answers = site.reply(at_bob, "yes ok, but then I'll play a7-e5 whatever you do")
    assert any(mail["Subject"].endswith("move 101 accept") for mail in answers)
    assert "Not played yet" not in " ".join(map(words_of, answers))


def test_a_question_about_the_last_move_is_no_attempt_to_make_it(undo_asked):
    site, at_bob = undo_asked
    (answer,) = site.reply(at_bob, "Which move is it? a1-c5? But that was a good one!")
    assert "asks to take back the last move (a1-c5)" in words_of(answer)
    assert "There is no piece" not in words_of(answer)
