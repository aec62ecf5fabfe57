"""Links from mails to the pages of their boards and tournaments."""

import json
from functools import partial

import pytest

from commands.outbound.addressing import AddressForms
from commands.server.site import paths
from tests.support.site import PLAYERS, Site, text_of
from tests.support.site_tournaments import NAME, make, resign, tick

URL = "https://example.org/games"
PAGE = f"{URL}/knightpanic/101.html"
TOURNAMENT = f"{URL}/tournaments/{NAME.lower()}.html"
AT_ALICE = PLAYERS["alice"][1]
ALICE, BOB = (f"{name} {PLAYERS[name][0]}" for name in ("alice", "bob"))


@pytest.fixture
def linked():
    """A server whose site has a web address, on which alice and bob are registered."""
    forms = AddressForms(
        page_url=partial(paths.board_url, URL), tournament_url=partial(paths.tournament_url, URL)
    )
    made = Site(forms=forms)
    made.sign_up("alice", "bob")
    yield made
    made.close()


def html_of(mail):
    """The HTML part of a mail."""
    return mail.get_body(("html",)).get_content()


def mails_after(site, line):
    """The mails that a line typed in the shell causes."""
    assert site.say(line).ok
    return site.mails()


def test_mails_link_to_the_page_of_their_board(linked):
    """In a header, in a line of text, and among the actions; at the end it is a replay."""
    (mail, *_) = mails_after(linked, "knightpanic challenge alice bob")
    assert mail["List-Archive"] == f"<{PAGE}>"
    assert f"Watch: {PAGE}\n" in text_of(mail)
    assert f'href="{PAGE}"' in html_of(mail)
    linked.play("knightpanic", 101, "a1-c5", "g7-e3")
    (mail, *_) = mails_after(linked, f"knightpanic resign 101 {ALICE}")
    assert f"Replay: {PAGE}\n" in text_of(mail)
    assert ">Replay</a>" in html_of(mail)


def test_a_refusal_links_to_the_board_that_it_shows(linked):
    """As its board is that of any other mail."""
    (mail, *_) = mails_after(linked, "knightpanic challenge alice bob")
    (refusal,) = linked.reply(mail, "a1-a1")
    assert f'href="{PAGE}"' in html_of(refusal)


@pytest.mark.parametrize("hidden", ["-private", "members", "private"])
def test_a_board_that_is_hidden_has_no_link(linked, hidden):
    """Whether the challenge or a player hides it: there is no page."""
    option = hidden if hidden.startswith("-") else ""
    if not option:
        assert linked.say(f"change visibility {BOB} {hidden}").ok
    for mail in mails_after(linked, f"knightpanic challenge {option} alice bob"):
        assert URL not in mail.as_string()
        assert not mail["List-Archive"]


def test_mails_about_a_tournament_link_to_its_page(linked):
    """From the announcement to the end, in the text, among the actions, and in the data."""
    for line in (f"change tournaments {ALICE} on", f"change format {BOB} json"):
        assert linked.say(line).ok
    mails = [
        *make(linked, "--min-players=2", players=["bob"]),
        *linked.mail(AT_ALICE, f"tournament {NAME} join {ALICE}"),
    ]
    mails += [*tick(linked, days=10), *resign(linked, 101)]
    told = [mail for mail in mails if NAME in mail["Subject"]]
    assert len(told) == 6
    for mail in told:
        assert f"Tournament page: {TOURNAMENT}\n" in text_of(mail)
        if mail["To"] == AT_ALICE:
            assert f'href="{TOURNAMENT}"' in html_of(mail)
            continue
        (data,) = (each.get_content() for each in mail.iter_attachments())
        (message,) = json.loads(data)["messages"]
        assert (message["tournament"], message["page"]) == (NAME, TOURNAMENT)


def test_without_a_web_address_there_is_no_link(started_game):
    """As nobody could follow it."""
    for mail in started_game[1:]:
        assert not mail["List-Archive"]
        assert "Watch" not in text_of(mail)
