"""Emails of strangers who want no emails from us."""

import pytest

from commands.inbound.finding.unwanted_emails import wants_no_emails
from tests.support.site import words_of

UNWANTED = (
    "I keep getting mails about some knight game. I never signed up for this, please stop.",
    "Please stop sending me these emails",
    "Wrong person! Stop mailing me",
    "Ich habe mich nie angemeldet, bitte keine Mails mehr",
    "Je ne me suis jamais inscrit, arrêtez de m'envoyer ces messages",
    "Nunca me inscribí en esto, no me envíen más correos",
    "Non mi sono mai iscritto, basta messaggi",
    "Ik heb me nooit aangemeld, stop met die mails",
    "Nie zapisywałem się, proszę nie wysyłać maili",
    "Nunca me inscrevi, parem com as mensagens",
    "Я не регистрировался, прекратите присылать письма",
    "Hiç kaydolmadım, bu postaları durdurun",
)
OTHER = (
    "Hi, a friend told me one can play chess by email here. How do I sign up?",
    "I didn't sign up yet. How do I?",
    "Which games do you have?",
    "I don't want to miss any emails, how do I join?",
    "How many mails do you send per day?",
    "Ich möchte mich anmelden, bekomme ich dann viele Mails?",
    "I'd like to play until I win, don't stop me",
    "My friend never signed up, can he play too?",
)


@pytest.mark.parametrize("text", UNWANTED)
def test_strangers_may_want_no_emails(text):
    assert wants_no_emails(text)


@pytest.mark.parametrize("text", OTHER)
def test_other_strangers_are_greeted(text):
    assert not wants_no_emails(text)


def test_a_stranger_who_never_signed_up_is_not_welcomed(confirming_site):
    (answer,) = confirming_site.mail("newbie@example.net", "wrong person", UNWANTED[0])
    assert "Welcome" not in words_of(answer)
    assert "Nobody is registered here with this address" in words_of(answer)
    (answer,) = confirming_site.mail("newbie@example.net", "Hello", OTHER[0])
    assert "Welcome" in words_of(answer)
