"""Replies to emails about a tournament that its player has joined, by their content."""

import pytest

from commands.inbound.finding.tournaments.tournament_requests import (
    asks_about_leaving,
    asks_to_extend,
)
from tests.support.site import PLAYERS, words_of
from tests.support.site_tournaments import make

ALICE = f"alice {PLAYERS['alice'][0]}"
ANSWERS = {
    "yes": "alice has already joined the Spring-2026 tournament",
    "Hmm, what happens if I leave halfway through?": "you lose your unfinished games",
    "ehm... how does Trailblazer even work?": "Reach the cell on which your opponent started",
    "What are the rules?": "Reach the cell on which your opponent started",
    "Could the round be extended by a month?": "vacation alice - UNTIL",
    "Wann geht es denn los?": "The Spring-2026 tournament starts on",
}
LEAVING = (
    "Sorry, I need an operation. Can you please take me out of the Spring tournament?",
    "Bitte nehmt mich raus, geht das?",
    "¿Pueden sacarme del torneo?",
)


@pytest.fixture
def joined(confirming_site):
    """A server on which alice gets the email about the tournament that she has joined."""
    site = confirming_site
    site.sign_up("alice", "bob")
    site.mails()
    make(site)
    (asked,) = site.mail(PLAYERS["alice"][1], f"tournament Spring-2026 join {ALICE}")
    mails = site.reply(asked, "yes") if asked["Subject"].startswith("Please confirm") else [asked]
    return site, mails[0]


def test_questions_and_wishes_are_answered(joined):
    site, mail = joined
    for text, part in ANSWERS.items():
        (answer,) = site.reply(mail, text)
        assert part in words_of(answer), text


def test_polite_questions_leave_once_they_are_confirmed(joined):
    site, mail = joined
    for text in LEAVING:
        (asked,) = site.reply(mail, text)
        assert asked["Subject"] == "Please confirm: tournament Spring-2026 leave alice", text


def test_other_texts_ask_nothing_about_leaving_or_time():
    assert not asks_about_leaving("Can you take me out of the tournament?")
    assert not asks_to_extend("I spent more time with my kids")
