"""Questions about the writer's own last move, which the board answers, and similar chat."""

import pytest

from commands.replies.request_prefilter import may_request
from commands.replies.server.topics import requested_topics
from commands.replies.vocabulary.server import nouns
from tests.support.site import words_of

ASKED = (
    "what did I play last",
    "What did I last play?",
    "Sorry, what was my last move again?",
    "Was habe ich zuletzt gespielt?",
    "Qu'est-ce que j'ai joué en dernier ?",
    "¿Qué jugué la última vez?",
    "Che cosa ho giocato per ultimo?",
    "Wat heb ik het laatst gespeeld?",
    "Co zagrałem ostatnio?",
    "O que joguei por último?",
    "Какой ход я сделал последний?",
    "En son ne oynadım?",
)
CHAT = (
    "I played badly in our last game",
    "What a move I played last, sorry",
    "What did I play last year in the club final against you?",
    "Was habe ich mir zuletzt nur gedacht?",
    "J'ai joué au tennis la semaine dernière",
    "Co robiłem ostatnio? Byłem w górach",
)


@pytest.mark.parametrize("text", ASKED)
def test_the_own_last_move_is_asked_of_the_server(text):
    assert nouns.LAST_MOVE in requested_topics(text, {"bob"})
    assert may_request(text)


@pytest.mark.parametrize("text", CHAT)
def test_other_memories_are_chat(text):
    assert requested_topics(text, {"bob"}) == []


def test_the_board_is_shown(started_game):
    site, at_alice, _ = started_game
    mails = site.reply(at_alice, "a1-c5")
    (answer,) = site.reply(next(each for each in mails if "alice" in each["To"]), ASKED[0])
    assert "as chat" not in words_of(answer)
    assert "a1-c5" in words_of(answer)
