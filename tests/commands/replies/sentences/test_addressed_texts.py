"""Which texts without a command may be for the opponents, so that they are offered as chat."""

import pytest

from commands.replies.sentences.addressed_texts import is_for_opponents
from tests.support.site import words_of

FOR_OPPONENTS = (
    "Perhaps another time?",
    "How about a draw?",
    "how is your cat",
    "When does the football season start?",
    "Please excuse my English.",
    "has bob moved yet?",
    "What did he play at the concert?",
    "Castles in Spain",
    "Why me? :-)",
    "It's raining here. What a day!",
)
FOR_THE_SERVER = (
    "Do I have to jump?",
    "am I N1 or N2?? and why can't I go to the corner",
    "Can I have two more days please?",
    "Wie lange habe ich noch Zeit?",
    "something bigger please",
)


def test_texts_that_address_nobody_and_ask_are_for_the_server():
    for text in FOR_OPPONENTS:
        assert is_for_opponents(text, {"bob"}), text
    for text in FOR_THE_SERVER:
        assert not is_for_opponents(text, {"bob"}), text


@pytest.mark.parametrize("text", ["Do I have to jump?", "why can't I go there?"])
def test_a_question_to_the_server_is_not_offered_as_chat(started_game, text):
    site, at_alice, _ = started_game
    (refusal,) = site.reply(at_alice, text)
    assert "as chat" not in words_of(refusal)
    assert "begin with this line: chat" in words_of(refusal)
