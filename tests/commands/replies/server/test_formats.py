"""Requests for another format of the emails, which aren't about when these are delivered."""

import pytest

from commands.replies.server.topics import clear_topics
from commands.replies.vocabulary.server import nouns
from tests.support.site import PLAYERS, words_of

FORMATS = (
    (
        "The boards look all crooked on my phone. "
        "Can you send the mails as plain text, or with pictures or something?"
    ),
    "Könnt ihr die Mails als Text oder mit Bildern schicken? Alles ist verschoben",
    "Peut-on recevoir les courriels en texte brut ou avec des images en couleurs ?",
    "¿Pueden enviar los correos en texto plano? Todo sale torcido",
    "Potete mandare le mails in testo semplice? Tutto è storto",
    "Kunnen jullie de mails als platte tekst sturen, alles staat scheef",
    "Czy możecie wysyłać maili jako zwykły tekst?",
    "Podem mandar os e mails em texto simples?",
    "Можно присылать письма обычным текстом или с картинками?",
)
SCHEDULES = (
    "One HTML email a day please",
    "Plain text, and all in one daily email please",
    "Nur Text bitte, und einmal am Tag",
    "Too many emails, only urgent ones please",
)

CROOKED = (
    "the board looks all crooked on my phone, the letters don't line up. anything i can do?",
    "Das Brett ist auf meinem Handy ganz schief",
)


@pytest.mark.parametrize("text", FORMATS)
def test_words_for_the_format_are_not_about_the_delivery(text):
    topics = clear_topics(text)
    assert nouns.FORMAT in topics
    assert nouns.DELIVERY not in topics


@pytest.mark.parametrize("text", SCHEDULES)
def test_a_schedule_is_about_the_delivery(text):
    assert nouns.DELIVERY in clear_topics(text)


def test_the_formats_are_named(started_game):
    site, *_ = started_game
    (answer,) = site.mail(PLAYERS["alice"][1], "boards unreadable on phone", FORMATS[0])
    assert "change format alice - text" in words_of(answer)
    assert "change delivery" not in words_of(answer)


def test_complaints_about_crooked_boards_get_advice(started_game):
    site, at_alice, _ = started_game
    for text in CROOKED:
        (answer,) = site.reply(at_alice, text)
        for part in ("fixed-width font", "change format alice - spoken"):
            assert part in words_of(answer), text
