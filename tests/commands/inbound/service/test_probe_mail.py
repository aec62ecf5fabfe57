"""Mails of `pbm doctor` to the server itself: their arrival is recorded, and nothing else."""

from secrets import token_hex

import pytest

from commands.inbound.service.probe_mail import arrival_keys, probe_number
from tests.support.cases import cases
from tests.support.site import ADDRESS, simple_mail

NAME, _, HOST = ADDRESS.partition("@")


@pytest.fixture
def probe(site):
    """The token of a mail that was sent now."""
    return site.tokens.probe(probe_number(site.clock.now(), 7))


def arrived(site, label):
    """Returns True if the arrival of a mail is recorded."""
    with site.database.snapshot() as work:
        return work.seen_mails.knows(arrival_keys(site.keys, label))


@cases("sender", ["", ADDRESS, f"{NAME}+b.0@{HOST}"])
def test_a_mail_to_the_plus_address_is_recorded(site, probe, sender):
    """It is known by its address, and never answered."""
    assert site.receive(sender, simple_mail(ADDRESS, "help"), f"{NAME}+{probe}@{HOST}") == []
    assert arrived(site, probe)


def test_a_mail_with_the_token_in_its_id_is_recorded(site, probe):
    """It is known by its Message-ID where it was sent to the plain address."""
    assert site.mail(ADDRESS, "help", Message_ID=f"<{probe}@{HOST}>") == []
    assert arrived(site, probe)


def test_a_reply_to_one_is_not_one(site, probe):
    """Nor is a bounce of it: both refer to its Message-ID."""
    site.mail("alice@example.org", "help", In_Reply_To=f"<{probe}@{HOST}>")
    assert not arrived(site, probe)


def test_a_forged_token_does_nothing(site, probe):
    """It is neither recorded nor read as commands."""
    forged = f"{probe[:-4]}2345"
    assert (
        site.receive("alice@example.org", simple_mail("a", "help"), f"{NAME}+{forged}@{HOST}") == []
    )
    assert not arrived(site, forged)


@pytest.mark.parametrize(
    "headers", [{"Cc": "jane+d.jones@example.com"}, {"Message_ID": "<d.jones@example.com>"}]
)
def test_words_like_a_token_are_none(site, headers):
    """A mail whose copy goes to somebody's own plus address is answered like others."""
    (answer,) = site.mail("alice@example.org", "help", **headers)
    assert answer["To"] == "alice@example.org"


def test_a_token_holds_for_an_hour(site, probe):
    """Later it does nothing, so what once was seen can't be used again."""
    site.clock.forward(hours=2)
    assert site.receive("", simple_mail(ADDRESS, token_hex(4)), f"{NAME}+{probe}@{HOST}") == []
    assert not arrived(site, probe)
