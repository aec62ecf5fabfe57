"""Requests for somebody who plays the writer's turns, and similar chat."""

import pytest

from commands.replies.request_prefilter import may_request
from commands.replies.server.topics import requested_topics
from commands.replies.vocabulary.server import nouns
from tests.support.site import words_of

ASKED = (
    "can my husband Declan take my go for me this week? hes declan@example.org",
    "Could my sister take my turn for me until Friday?",
    "Kann mein Bruder meinen Zug für mich machen?",
    "Est-ce que mon frère peut jouer mon tour cette semaine ?",
    "¿Puede mi hermana jugar mi turno esta semana?",
    "Può mio fratello giocare il mio turno?",
    "Kan mijn broer mijn beurt overnemen?",
    "Czy mój brat może zrobić ruch za mnie?",
    "Meu irmão pode fazer a minha jogada esta semana?",
    "Может мой брат сделать ход за меня?",
    "Kardeşim benim yerime oynayabilir mi?",
)
CHAT = (
    "Can I take my turn tomorrow?",
    "I'll have a go at your knight",
    "My husband takes his turn at the dishes, can you believe it?",
    "Kann ich meinen Zug morgen machen?",
    "¿Es mi turno de invitar?",
)


@pytest.mark.parametrize("text", ASKED)
def test_a_stand_in_is_a_deputy(text):
    assert nouns.DEPUTY in requested_topics(text, {"bob"})
    assert may_request(text)


@pytest.mark.parametrize("text", CHAT)
def test_turns_of_other_kinds_name_no_deputy(text):
    assert nouns.DEPUTY not in requested_topics(text, {"bob"})


def test_the_answer_names_the_command(started_game):
    site, at_alice, _ = started_game
    (answer,) = site.reply(at_alice, ASKED[0])
    assert "deputy alice - WHO UNTIL" in words_of(answer)
    assert "as chat, reply" not in words_of(answer)
