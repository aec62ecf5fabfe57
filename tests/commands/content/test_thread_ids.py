"""All mails of a board are one thread, by each of the ways in which mail programs find threads."""

import mailbox
import re
from collections import defaultdict
from datetime import timedelta
from html import unescape
from itertools import pairwise

import pytest

from commands.server.workers.clock_watcher import ClockWatcher
from tests.support import site_tournaments
from tests.support.site import PLAYERS, Site
from tests.support.site_tournaments import NAME

ALICE, BOB = (f"{name} {PLAYERS[name][0]}" for name in ("alice", "bob"))


@pytest.fixture(scope="module")
def mails(tmp_path_factory):
    """The mails that alice got about two boards, in the order of her mailbox."""
    folder = tmp_path_factory.mktemp("threads")
    site = Site()
    site.sign_up("alice", "bob", "carol")
    box = mailbox.Maildir(folder / "alice")
    for mail in _two_boards(site):
        if mail["To"] == PLAYERS["alice"][1]:
            box.add(mail)
    site.close()
    return list(box)


def _two_boards(site):
    alice, bob = PLAYERS["alice"][1], PLAYERS["bob"][1]
    yield from site.mail(alice, "knightpanic challenge alice bob", Message_ID="<1@alice>")
    yield from site.mail(alice, "trailblazer challenge -size=3 alice bob", Message_ID="<2@alice>")
    for number in (1, 2):
        asked = f"{number}{{}}@alice>"
        moves = [
            (alice, f"knightpanic move 101 {ALICE} {('a1-c5', 'c1-a5')[number - 1]}"),
            (bob, f"knightpanic chat 101 {BOB}"),
            (bob, f"knightpanic move 101 {BOB} {('a7-c3', 'c7-e3')[number - 1]}"),
            (alice, f"trailblazer move 101 {ALICE} right"),
            (bob, f"trailblazer move 101 {BOB} left"),
            (alice, f"trailblazer show 101#{number}"),
            (alice, f"knightpanic move 101 {ALICE} z9-z9"),
        ]
        for index, (sender, subject) in enumerate(moves):
            message_id = "<" + asked.format(index)
            yield from site.mail(sender, subject, "Hello there", Message_ID=message_id)
    site.clock.forward(days=8)
    ClockWatcher(site.database, site.services, site.mailer, timedelta(days=99)).tick()
    yield from site.mails()
    yield from site.mail(bob, f"knightpanic resign 101 {BOB}")
    yield from site.mail(alice, f"knightpanic resign 101 {ALICE}")


def threads(mails):
    """Returns message ids by thread, as Jamie Zawinski's algorithm joins them by references."""
    parents, ids = {}, [mail["Message-ID"] for mail in mails]
    for mail in mails:
        found = re.findall(r"<[^>]*>", f"{mail['References']} {mail['In-Reply-To']}")
        chain = [*dict.fromkeys(found), mail["Message-ID"]]
        for parent, child in pairwise(chain):
            if child not in parents and _root(parents, parent) != child:
                parents[child] = parent
    joined = defaultdict(set)
    for each in ids:
        joined[_root(parents, each)].add(each)
    return joined


def _root(parents, message):
    while message in parents:
        message = parents[message]
    return message


def test_by_references(mails):
    """Each board is one thread, and there are no others."""
    joined = threads(mails)
    assert set(joined) == {"<knightpanic.101@example.net>", "<trailblazer.101@example.net>"}
    assert sum(map(len, joined.values())) == len(mails) > 15


def test_by_subject(mails):
    """All mails of a board share a subject, as Gmail and Outlook split threads by it.

    Refusals and reminders say what they are in the first words of their text and HTML.
    """
    subjects, begins = defaultdict(set), defaultdict(set)
    for mail in mails:
        subjects[mail["References"].split()[0]].add(mail["Subject"])
        for part in mail.walk():
            content = part.get_payload(decode=True) or b""
            shown = re.sub(r"(?s)<(style|title).*?</\1>|<[^>]*>", " ", content.decode())
            begins[part.get_content_subtype()].add(" ".join(unescape(shown).split()[:2]))
    assert subjects == {
        "<knightpanic.101@example.net>": {"Knight Panic Board 101: alice - bob"},
        "<trailblazer.101@example.net>": {"Trailblazer Board 101: alice - bob"},
    }
    note = {"For your"}  # beside a calendar entry
    assert begins["plain"] - note == {"Summary of", "Chat on", "Reminder: alice,", "That didn't"}
    assert {"Reminder: your", "That didn't", "Chat on", "You won."} < begins["html"]


def test_by_replies(mails):
    """All mails but a board's first reply to one that alice has got, or has written herself."""
    got = {mail["Message-ID"] for mail in mails}
    parents = set()
    for mail in mails:
        *_, parent = mail["References"].split()
        assert mail["In-Reply-To"] == parent
        assert parent in got or parent.endswith("@alice>")
        parents |= {parent} & got
    assert len(parents) == 2


def test_a_changed_password_begins_anew(site):
    """The id of the first mail is signed for the password, as all that a reply counts by."""
    site.sign_up("alice", "bob")
    first = site.begin("knightpanic challenge alice bob")[0]
    site.say(f"change password {ALICE} An0ther-One")
    site.say(f"knightpanic chat 101 {BOB}", read=lambda: "Hello?")
    later = [mail for mail in site.mails() if mail["To"] == first["To"]][-1]
    begin = "<knightpanic.101.0+"
    assert later["In-Reply-To"].startswith(begin)
    assert first["Message-ID"].startswith(begin)
    assert later["In-Reply-To"] != first["Message-ID"]


def test_who_speaks(site):
    """From names the writer of chat and of messages, and else the server."""
    site.sign_up("alice", "bob")
    site.begin("knightpanic challenge alice bob")
    site.say(f"knightpanic chat 101 {BOB}", read=lambda: "Hello?")
    site.say(f"message {BOB} alice", read=lambda: "Hello!")
    site.say(f"knightpanic move 101 {ALICE} a1-c5")
    names = [mail["From"] for mail in site.mails() if mail["To"] == PLAYERS["alice"][1]]
    assert names == ["bob via pbm <pbm@example.net>"] * 2 + ["pbm <pbm@example.net>"]


def test_classic_refusals(site):
    """In the classic format a refusal has pbmserv's subject, and no HTML."""
    site.sign_up("alice", "bob")
    site.begin("knightpanic challenge alice bob", f"change format {ALICE} classic")
    (refusal,) = site.mail(PLAYERS["alice"][1], f"knightpanic move 101 {ALICE} z9-z9")
    assert refusal["Subject"] == "Knight Panic Board 101 Error"
    assert refusal.get_body(("html",)) is None


def test_by_list(mails):
    """List-Id tells a board's mails, and Message-IDs are unique."""
    for mail in mails:
        game = mail["References"].split()[0][1:].partition(".")[0]
        assert f"<{game}-101.example.net>" in mail["List-Id"]
    assert len({mail["Message-ID"] for mail in mails}) == len(mails)


def test_mails_about_a_tournament_are_a_thread_of_their_own(players):
    """Its announcement, its rounds and answers about it; its boards are threads as all others."""
    players.say(f"change tournaments {ALICE} on")
    mails = site_tournaments.make(players, "--min-players=2", players=("bob", "carol"))
    assert {mail["To"] for mail in mails} == {PLAYERS["alice"][1]}
    mails += players.mail(PLAYERS["bob"][1], f"tournament {NAME}", Message_ID="<1@bob>")
    mails += site_tournaments.tick(players, days=10)
    about = [mail for mail in mails if "Board" not in mail["Subject"]]
    assert len(about) == 4
    assert set(threads(about)) == {f"<tournament-{NAME}@example.net>"}
    lists = {mail["List-Id"] for mail in about}
    assert lists == {f"Tournament {NAME} <tournament-{NAME}.example.net>"}
