"""Beginners who ask what to do, whom the server helps, and similar chat."""

import pytest

from commands.replies.request_prefilter import may_request
from commands.replies.requests.suspected_requests import suspected_request
from tests.support.site import words_of

BEGINNERS = (
    "wait what do i even do",
    "Hi, sorry, I'm new. What am I supposed to write here?",
    "I don't get it. How do I do this?",
    "Was muss ich jetzt machen?",
    "Hallo, ich weiß nicht, wie das geht. Was soll ich hier schreiben?",
    "Bonjour, je ne comprends pas. Qu'est-ce que je dois faire ?",
    "Je dois écrire quoi ici ?",
    "Hola, perdone, no sé cómo se hace esto. Qué tengo que poner??",
    "¿Y ahora qué hago?",
    "Scusate, non capisco. Cosa devo scrivere?",
    "Hallo, wat moet ik nu doen?",
    "Przepraszam, co mam teraz zrobić?",
    "Olá, desculpe, o que tenho de fazer?",
    "Здравствуйте, что мне тут писать?",
    "Merhaba, şimdi ne yapmam gerekiyor?",
)
CHAT = (
    "What do I do with a cat that walks over the board?",
    "What do I do for a living? I teach",
    "I don't know what to do against that knight",
    "How do you do this every time, Bob?",
    "Was muss ich machen, damit du mal verlierst?",
    "Qu'est-ce que je dois faire pour te battre ?",
    "No sé qué hacer con mi caballo",
    "Cosa devo fare con quel cavallo?",
    "Wat moet ik doen om jou te verslaan?",
    "Я не понимаю, как ты это делаешь",
)


@pytest.mark.parametrize("text", BEGINNERS)
def test_beginners_are_helped(text):
    assert suspected_request(text) == "help reply"
    assert may_request(text)


@pytest.mark.parametrize("text", CHAT)
def test_similar_questions_to_opponents_are_chat(text):
    assert suspected_request(text) == ""


def test_the_help_on_replies_is_sent(started_game):
    site, at_alice, _ = started_game
    for text in (BEGINNERS[0], BEGINNERS[7]):
        (answer,) = site.reply(at_alice, text)
        assert "as chat. You wrote" not in words_of(answer)
        assert "help" in words_of(answer)
