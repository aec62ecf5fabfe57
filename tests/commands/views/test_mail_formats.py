"""The format that a player chose, in emails that are about no board."""

import pytest

from commands.content.messages import Table, TextMessage
from commands.views.html.document import Envelope, html
from commands.views.reply_target import NOWHERE
from commands.views.text.rendering import mail_text
from tests.support.site import NOON, PLAYERS, text_of
from tests.support.site_tournaments import NAME, make, tick

ALICE, BOB = (f"{name} {PLAYERS[name][0]}" for name in ("alice", "bob"))
AT_ALICE, AT_BOB, AT_CAROL = (PLAYERS[name][1] for name in ("alice", "bob", "carol"))
LINES = (
    "help",
    "knightpanic rules",
    f"mydata {ALICE}",
    "knightpanic standings",
    "nonsense",
    "hello there!",
)


def has_html(mail):
    """Returns True if an email has a part of HTML."""
    return mail.get_body(("html",)) is not None


@pytest.mark.parametrize("form", ["text", "classic"])
def test_a_reader_of_text_gets_no_html(players, form):
    """Neither in answers of any kind, nor in what others or the server send."""
    assert all(has_html(mail) for mail in players.mail(AT_ALICE, "help"))
    players.mail(AT_ALICE, f"change format {ALICE} {form}")
    mails = [mail for line in LINES for mail in players.mail(AT_ALICE, line)]
    mails += players.mail(AT_BOB, f"message {BOB} alice", "Hello")
    to_alice = [mail for mail in mails if mail["To"] == AT_ALICE]
    assert len(to_alice) >= 5
    assert not any(map(has_html, to_alice))
    assert all(has_html(mail) for mail in mails if mail["To"] == AT_BOB)


def test_a_listener_gets_no_table(players):
    """The results of a tournament are sentences with names, in the text and in the HTML."""
    players.mail(AT_ALICE, f"change format {ALICE} spoken")
    make(players, players=("alice", "bob", "carol"))
    tick(players, days=11)
    (told,) = players.mail(AT_ALICE, f"tournament {NAME}")
    text = " ".join(text_of(told).split())
    assert "alice: against bob, not over yet; against carol, not over yet" in text
    assert "<th" not in told.get_body(("html",)).get_content()


def test_a_listener_hears_the_example_of_a_game(players):
    """Its board is told in sentences, as the boards of games are."""
    players.mail(AT_ALICE, f"change format {ALICE} spoken")
    (rules,) = players.mail(AT_ALICE, "knightpanic rules")
    told = " ".join(text_of(rules).split())
    assert "White knight: e5, e3, g3 and e1." in told
    assert "5 x x o . 5" not in told


CROSSTABLE = Table(
    title="Table",
    head=("", "Name", "1", "2", "Points", "Place"),
    rows=(("1", "alice", "2:1", "bye", "2", "1"), ("2", "bob", "1:0", "?:.", "0", "2")),
    note='"help tournament" explains SB.',
    layout_note='"5:1" means one point against player 5.',
)


def test_rounds_are_told_with_their_opponents():
    """A round's cell names its opponent by number, which a listener can't look up."""
    content = TextMessage(subject="S", text="Text.", tables=(CROSSTABLE,), form="spoken")
    told = " ".join(mail_text(content, lambda _: NOWHERE).split())
    assert "1. alice: round 1, against bob, 1; round 2, bye; Points 2; Place 1." in told
    assert "round 2, against a hidden player, not over yet;" in told
    assert "explains SB" in told
    assert "5:1" not in told


def test_a_table_within_a_text_is_told_with_its_head():
    """Each value follows the word above it."""
    text = "Boards:\n\nboard  players      days\n  101  alice - bob     3\n  102  bob - carol    12"
    content = TextMessage(subject="S", text=text, form="spoken")
    lines = ["board 101, players alice - bob, days 3", "board 102, players bob - carol, days 12"]
    assert mail_text(content, lambda _: NOWHERE).endswith("\n".join(lines))
    assert "<th" not in html(content, Envelope(lambda _: NOWHERE, NOON))
