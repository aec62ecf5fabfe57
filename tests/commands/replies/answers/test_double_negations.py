"""Answers to a draw offer with two negations, which refuse in dialect."""

import pytest

from commands.replies.answers.offer_answers import OfferAnswer, offer_answer

REFUSING = (
    "no sir I ain't taking no draw let's play it out",
    "I ain't taking no draw",
    "we don't want no draw",
    "nah man I won't accept no draw today",
    "ich nehm kein Remis nicht an",
    "je ne veux pas de nulle",
    "je veux aucune nulle",
    "no acepto ningunas tablas",
    "non accetto nessuna patta",
    "ik neem geen remise nooit niet aan",
    "nie przyjmuję żadnego remisu",
    "não aceito nenhum empate",
    "beraberlik falan istemiyorum",
)
ACCEPTING = (
    "I won't say no to a draw",
    "I wouldn't mind a draw",
    "there ain't no reason not to take the draw",
    "no problem I don't mind a draw",
)


@pytest.mark.parametrize("text", REFUSING)
def test_double_negations_in_dialect_refuse(text):
    assert offer_answer([text]) is OfferAnswer.MAY_REFUSE


@pytest.mark.parametrize("text", ["не хочу никакой ничьей", "nie chcę żadnego remisu"])
def test_double_negations_of_slavic_languages_accept_nothing(text):
    assert offer_answer([text]) is OfferAnswer.NONE


@pytest.mark.parametrize("text", ACCEPTING)
def test_other_double_negations_may_accept(text):
    assert offer_answer([text]) is OfferAnswer.MAY_ACCEPT
