"""Words beside a resignation on another board than the one of the email."""

import pytest

from tests.commands.replies.test_replies import AT_ALICE, to
from tests.support.site import words_of

ELSEWHERE = (
    "Ik geef op tegen carol, de andere partijen speel ik gewoon door",
    "I resign against carol, the other games I'll just play on",
    "Gegen Carol gebe ich auf, die anderen Partien spiele ich weiter",
    "J'abandonne contre carol, les autres parties je continue",
    "Me rindo contra carol, las otras partidas las sigo jugando",
    "Mi arrendo contro carol, le altre partite continuo a giocarle",
    "Poddaję się przeciwko carol, inne gry gram dalej",
    "Desisto contra carol, os outros jogos continuo",
)
TO_BOB = "I resign against carol, thanks Bob for the nice chat yesterday"


@pytest.fixture
def mail(started_game):
    site, at_alice, _ = started_game
    site.begin("trailblazer challenge alice carol")
    site.mails()
    return site, at_alice


@pytest.mark.parametrize("text", ELSEWHERE)
def test_words_about_other_boards_are_not_offered_as_chat(mail, text):
    site, at_alice = mail
    answers = " ".join(map(words_of, site.reply(at_alice, text)))
    assert "trailblazer resign" in answers
    assert "as chat" not in answers


def test_words_to_the_opponent_are(mail):
    site, at_alice = mail
    assert "as chat, reply" in words_of(to(site.reply(at_alice, TO_BOB), AT_ALICE))
