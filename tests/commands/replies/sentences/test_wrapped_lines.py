"""Lines that a mail program wrapped are read as one line."""

from commands.replies.sentences.wrapped_lines import unwrapped
from tests.support.site import words_of

WRAPPED = (
    "Sorry to ask, but I have forgotten how this game goes. Could you send me the\nrules again?"
)
SHORT = ("Hello Bob\nrules please", "c1-e5\nGood luck!", "Dear Bob,\n\nI had to think.")


def test_only_lines_that_a_program_wrapped_are_joined():
    assert unwrapped(WRAPPED) == WRAPPED.replace("\n", " ")
    for text in SHORT:
        assert unwrapped(text) == text


def test_a_request_goes_on_in_the_next_line(started_game):
    site, at_alice, _ = started_game
    (rules,) = site.reply(at_alice, WRAPPED)
    assert "Help: Knight Panic" in rules["Subject"]
    assert "as chat" not in words_of(rules)
