"""Requests for emails once a week, which doesn't exist, and similar chat."""

import pytest

from commands.replies.request_prefilter import may_request
from commands.replies.server.topics import requested_topics
from commands.replies.vocabulary.server import nouns
from tests.support.site import words_of

WEEKLY = (
    "Can I get these only once a week, on Sundays? daily is too much",
    "Could you send these weekly please?",
    "Kann ich diese Mails nur einmal pro Woche bekommen?",
    "Est-ce que je peux recevoir ces messages une fois par semaine ?",
    "¿Puedo recibir esto una vez por semana?",
    "Posso ricevere questi messaggi una volta alla settimana?",
    "Kan ik deze mails wekelijks krijgen?",
    "Czy mogę dostawać to raz w tygodniu?",
    "Posso receber isso uma vez por semana?",
    "Можно получать это раз в неделю?",
)
CHAT = (
    "I play tennis once a week, do you?",
    "Can I only move once a week? My job is mad",
    "We meet every Sunday at the club",
    "My brother sends me photos every week",
    "Spielst du auch einmal pro Woche im Verein?",
    "Do you come to the club on Sundays?",
    "On se voit le dimanche au club ?",
    "I have this every week, sorry",
)


@pytest.mark.parametrize("text", WEEKLY)
def test_another_schedule_is_about_the_delivery(text):
    assert nouns.DELIVERY in requested_topics(text, {"bob"})
    assert may_request(text)


@pytest.mark.parametrize("text", CHAT)
def test_other_weekly_things_are_chat(text):
    assert requested_topics(text, {"bob"}) == []


def test_the_schedules_are_named(started_game):
    site, at_alice, _ = started_game
    (answer,) = site.reply(at_alice, WEEKLY[0])
    assert "change delivery alice - daily" in words_of(answer)
    assert "change delivery alice - urgent" in words_of(answer)
    assert "as chat" not in words_of(answer)
