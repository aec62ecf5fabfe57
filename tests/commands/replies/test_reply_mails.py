"""Replies as mail programs write them, and the links of mails, followed one by one."""

import tomllib
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from pbm.games import find
from tests.support.html_reader import HtmlPage
from tests.support.paths import TESTS
from tests.support.site import PLAYERS, simple_mail

FOLDER = TESTS / "replies"
PLAYS = tomllib.loads((FOLDER / "plays.toml").read_text())
AT_ALICE = PLAYERS["alice"][1]
WORDS = {"left", "right", "up", "down"}
"""Moves without digits."""


def page_of(mail):
    return HtmlPage(mail.get_body(("html",)).get_content())


def follow(site, link, sender):
    """Returns the mails caused by opening a mailto: link and sending the new mail."""
    parts = urlsplit(link)
    query = {name: values[0] for name, values in parse_qs(parts.query).items()}
    return site.receive(
        sender, simple_mail(sender, query["subject"], query["body"]), unquote(parts.path)
    )


def log(site, game, number=101):
    with site.database.work() as work:
        return work.boards.find(game, number).match.events


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.eml")), ids=lambda path: path.stem)
def test_each_program_s_reply_does_what_its_writer_meant(site, path):
    """The written move or verb counts, never a quoted one; else nothing changes."""
    site.sign_up("alice", "bob")
    moves = (("alice", "a1-c5"), ("bob", "a7-c3"))
    lines = [f"knightpanic move 101 {name} {PLAYERS[name][0]} {move}" for name, move in moves]
    mails = site.begin("knightpanic challenge alice bob", *lines)
    mail = [each for each in mails if each["To"] == AT_ALICE][-1]
    site.receive(AT_ALICE, path.read_bytes(), mail["Reply-To"])
    told = [event.text for event in log(site, "knightpanic")[2:]]
    assert told == PLAYS[path.stem]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("knightpanic", ""),
        ("knightpanic", "-size=5 -3d"),
        pytest.param("knightpanic", "-size=13", marks=pytest.mark.slow),
        ("knightsdance", ""),
        ("knightsdance", "-rows=9 -cols=20 -jumpblock"),
        ("knightsduel", ""),
        ("madknights", "-size=8"),
        ("trailblazer", ""),
    ],
)
def test_the_links_of_a_mail_are_the_legal_moves(site, name, options):
    """Each is linked; links, followed on their own boards, play their moves; pieces take two."""
    seats = list(PLAYERS)[: len(find(name).seats)]
    site.sign_up(*seats)
    challenge = f"{name} challenge {options} {' '.join(seats)}"
    first = _mail_to_mover(site, challenge)
    with site.database.work() as work:
        legal = work.boards.find(name, 101).match.legal
    links = _move_links(site, first)
    assert sorted(links) == legal
    assert len(legal) > 1
    for number, move in enumerate(legal[:: 1 + len(legal) // 8], 102):
        mail = _mail_to_mover(site, challenge)
        follow(site, _move_links(site, mail)[move], mail["To"])
        assert [event.text for event in log(site, name, number)] == [f"move {move}"]


def _mail_to_mover(site, challenge):
    site.say(challenge)
    return next(mail for mail in site.mails() if mail["To"] == AT_ALICE)


def _move_links(site, mail):
    """Returns links by the moves they play; pieces' links are followed to those of their moves."""
    found = {}
    for link in page_of(mail).links:
        (body,) = parse_qs(urlsplit(link).query)["body"]
        if body.startswith("legal "):
            (listed,) = follow(site, link, mail["To"])
            found |= _move_links(site, listed)
        elif any(letter.isdigit() for letter in body) or body in WORDS:
            found[body] = link
    return found
