"""Replies that take an order back in other words than a plain no."""

import pytest

from commands.inbound.confirmations.clear_answers import takes_back
from commands.replies.answers.yes_or_no import YesOrNo, yes_or_no
from tests.commands.inbound.confirmations.test_confirmation_replies import answer
from tests.support.site import PLAYERS

AT_ALICE = PLAYERS["alice"][1]
TAKEN_BACK = (
    "oh wait, no, leave it as it is",
    "Hold on, no",
    "changed my mind, sorry",
    "Ach nein, doch nicht",
    "Lass es, ich bleibe",
    "Finalement non",
    "j'ai changé d'avis, désolée",
    "mejor no, me quedo",
    "lascia stare, ho cambiato idea",
    "laat maar zitten",
    "jednak nie",
    "deixa como está",
    "Передумал, оставьте всё как есть",
    "vazgeçtim",
)
STILL_OPEN = (
    "yes, I changed my mind, delete it",
    "leave it?",
    "forget it, yes",
    "wait, yes",
    "Wait, no problem, go ahead",
    "When will it be deleted?",
    "I left it to my wife",
    "Moment",
)


@pytest.mark.parametrize("text", TAKEN_BACK)
def test_a_change_of_mind_is_a_no(text):
    assert yes_or_no([text]) is YesOrNo.NO or takes_back(text)


@pytest.mark.parametrize("text", STILL_OPEN)
def test_other_texts_take_nothing_back(text):
    assert yes_or_no([text]) is not YesOrNo.NO
    assert not takes_back(text)


def test_an_account_is_left_as_it_is(confirming_site):
    site = confirming_site
    site.sign_up("alice", "bob")
    for text in ("oh wait, no, leave it as it is", "changed my mind, keep it"):
        (asked,) = site.mail(AT_ALICE, "closing my account", "I want to close my account.")
        assert asked["Subject"] == "Please confirm: signoff alice"
        (told,) = answer(site, asked, text)
        assert told["Subject"] == "Canceled: signoff alice", text
