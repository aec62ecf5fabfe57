"""Requests for fewer reminders, which the opponent must not get, and similar chat."""

import pytest

from commands.replies.request_prefilter import may_request
from commands.replies.server.topics import requested_topics
from commands.replies.vocabulary.server import nouns
from tests.support.site import words_of

NAGGED = (
    "I know, I know. You don't have to remind me every day, please stop.",
    "You don't need to remind me all the time!",
    "stop nagging me, I know it's my move",
    "Du musst mich nicht jeden Tag erinnern, ich weiß es ja",
    "Pas besoin de me rappeler tous les jours que c'est mon tour",
    "No hace falta recordarme cada día que me toca",
    "Non c'è bisogno di ricordarmelo ogni giorno",
    "Je hoeft me niet elke dag te herinneren",
    "Nie musicie mi przypominać codziennie",
    "Não precisam de me lembrar todos os dias",
    "Не надо напоминать каждый день",
    "her gün hatırlatmanıza gerek yok, durdurun",
)
CHAT = (
    "Don't remind me of that loss!",
    "That reminds me, how is your mother?",
    "Remind me to show you the photos",
    "You don't have to remind me, Bob, of how badly I played",
    "Bob reminded me of my brother",
    "No need to hurry",
    "Erinnere mich nicht daran",
    "Please don't remind me of last week's game",
)


@pytest.mark.parametrize("text", NAGGED)
def test_fewer_reminders_are_asked_of_the_server(text):
    assert nouns.REMINDERS in requested_topics(text, {"bob"})
    assert may_request(text)


@pytest.mark.parametrize("text", CHAT)
def test_memories_are_chat(text):
    assert requested_topics(text, {"bob"}) == []


def test_the_answer_names_the_commands(started_game):
    site, at_alice, _ = started_game
    (answer,) = site.reply(at_alice, NAGGED[0])
    assert "change delivery alice - urgent" in words_of(answer)
    assert "To send it as chat" not in words_of(answer)
