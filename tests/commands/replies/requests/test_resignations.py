"""Resignations in longer sentences, requests to call a game off, and similar chat."""

import pytest

from commands.replies.request_prefilter import may_request
from commands.replies.requests.resignations import calls_off, resigns_in_clause
from commands.replies.requests.suspected_requests import suspected_request
from tests.commands.replies.test_replies import AT_BOB
from tests.support.site import words_of

RESIGNING = (
    "I'm going to have to resign this one Bob, work is eating me alive. Sorry!",
    "Sorry Bob, I'll have to resign this game, no time at the moment",
    "im gonna have to resign this one mate, kids are ill",
    "I need to concede here, well played and thanks for the lesson my friend",
    "Ich muss diese Partie leider aufgeben, bei der Arbeit ist die Hölle los.",
    "Je vais devoir abandonner cette partie, Bob, j'ai trop de travail en ce moment",
    "Voy a tener que abandonar esta partida, no tengo tiempo para nada estos días",
    "Purtroppo devo abbandonare questa partita, il lavoro mi sta uccidendo",
    "Ik moet deze partij helaas opgeven Bob, het is te druk op mijn werk",
    "Niestety muszę poddać tę partię, mam za dużo pracy w tym miesiącu",
    "Vou ter que desistir desta partida, o trabalho está a dar cabo de mim",
    "К сожалению, мне придётся сдать эту партию, работы слишком много",
)
CALLING_OFF = (
    "I pressed the wrong button when I agreed to this game - can we just cancel it?",
    "Could we call this game off please?",
    "I accepted this game by accident, sorry",
    "Können wir dieses Spiel einfach absagen?",
    "Ich habe dieses Spiel aus Versehen angenommen",
    "On peut annuler cette partie, s'il te plaît ?",
    "¿Podemos cancelar esta partida?",
    "possiamo annullare questa partita?",
    "Kunnen we deze partij annuleren?",
    "czy możemy anulować tę grę?",
    "Podemos cancelar este jogo?",
    "можно отменить эту игру?",
)
CHAT = (
    "I'll have to resign myself to losing",
    "I resigned from my job last week, so much time now",
    "I have to give up sugar, my doctor says",
    "I'm going to have to resign from the committee, too much work",
    "I have to resign my seat on the board of the club",
    "If you take my queen I'll have to resign this one Bob, no doubt",
    "My wife says I have to resign this one, but she is no chess player at all",
    "I thought I'd have to resign this one, what a lucky escape that was",
    "I don't have to resign this one yet, do I?",
    "Ich muss meinen Job leider aufgeben, der Rücken macht nicht mehr mit",
    "Je dois abandonner le tennis, mon genou ne tient plus du tout",
    "They had to cancel the game on Saturday because of snow",
    "Can we cancel the game on Saturday? I have a cold",
    "can we cancel dinner tomorrow?",
    "Why did you accept this game by mistake?",
    "Great game! About dinner: can we cancel it?",
    "Bob, you'll have to resign this one soon haha",
    "Ik moet het roken opgeven van de dokter, wat een ellende",
    "Tengo que abandonar el gimnasio, es muy caro para mi bolsillo",
)


@pytest.mark.parametrize("text", [*RESIGNING, *CALLING_OFF])
def test_the_end_of_a_game_is_asked_about(text):
    assert suspected_request(text) == "resign"
    assert may_request(text)


@pytest.mark.parametrize("text", CHAT)
def test_other_ends_are_chat(text):
    assert suspected_request(text) == ""


def test_long_texts_are_read_quickly():
    for word in ("I have to ", "resign ", "can we ", "cancel ", "this game "):
        resigns_in_clause(word * 30_000)
        calls_off(word * 30_000)


def test_the_words_go_along(started_game):
    site, at_alice, _ = started_game
    for text in (RESIGNING[0], CALLING_OFF[0]):
        (asked,) = site.reply(at_alice, text)
        assert "Did you mean this command? knightpanic resign 101" in words_of(asked), text
        site.clock.forward(hours=5)
    mails = site.reply(asked, "yes")
    assert AT_BOB in [mail["To"] for mail in mails]
