"""Requests for reminders, or fewer of them, which the opponent must not get, and similar chat."""

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
REMINDED = (
    "Remind me please again on Thursday.",
    "Can you remind me tomorrow?",
    "Erinnere mich bitte am Donnerstag nochmal",
    "Könnt ihr mich morgen Abend erinnern?",
    "Rappelez-moi jeudi s'il vous plaît",
    "Recuérdame otra vez el jueves, por favor",
    "Ricordamelo di nuovo giovedì per favore",
    "Herinner me donderdag nog eens aub",
    "Przypomnij mi jeszcze raz w czwartek",
    "Lembre-me de novo na quinta-feira, por favor",
    "Напомните мне ещё раз в четверг, пожалуйста",
    "Perşembe günü bana tekrar hatırlatın lütfen",
)
CHAT = (
    "Remind me on Thursday to send you the book",
    "Remind me again, where did you grow up?",
    "You remind me of my uncle",
    "Rappelle-moi ton adresse",
    "Erinnere mich morgen an das Buch",
    "Recuérdame cómo se llama tu perro",
    "Don't remind me of that loss!",
    "That reminds me, how is your mother?",
    "Remind me to show you the photos",
    "You don't have to remind me, Bob, of how badly I played",
    "Bob reminded me of my brother",
    "No need to hurry",
    "Erinnere mich nicht daran",
    "Please don't remind me of last week's game",
)


@pytest.mark.parametrize("text", [*NAGGED, *REMINDED])
def test_reminders_are_asked_of_the_server(text):
    assert nouns.REMINDERS in requested_topics(text, {"bob"})
    assert may_request(text)


@pytest.mark.parametrize("text", CHAT)
def test_memories_are_chat(text):
    assert requested_topics(text, {"bob"}) == []


def test_the_answer_names_the_commands(started_game):
    site, at_alice, _ = started_game
    (answer,) = site.reply(at_alice, NAGGED[0])
    assert "change delivery alice - urgent" in words_of(answer)
    assert "as chat, reply" not in words_of(answer)


def test_the_answer_to_a_wish_for_a_reminder_shows_the_deadline(started_game):
    site, at_alice, _ = started_game
    (answer,) = site.reply(at_alice, REMINDED[0])
    assert "knightpanic show 101" in words_of(answer)
    assert "as chat, reply" not in words_of(answer)
