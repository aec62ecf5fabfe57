"""Atom feeds: what has happened on a board, at a game, by a player, and on the whole site."""

import re
from datetime import datetime
from urllib.parse import urlsplit
from xml.etree import ElementTree as ET

import pytest

from commands.server.site.feeds import MAX_ENTRIES, Entry, Feed, write_feed
from commands.server.site.page_data import Site as SiteFacts
from commands.server.site.page_subjects import Kind, Subject
from tests.commands.server.site.lists.test_lists import WON, files_of
from tests.support.site import ADDRESS, NOON, PLAYERS

ATOM = "{http://www.w3.org/2005/Atom}"
BOARD = Subject(Kind.BOARD, "knightpanic", 101)
URL = "https://games.example.net/site"


@pytest.fixture
def ended(site):
    """A server on which a game has ended, after a move was taken back."""
    site.sign_up("alice", "bob")
    site.begin("panic challenge alice bob")
    site.play("knightpanic", 101, "a1-e3")
    for name, word in (("alice", "undo"), ("bob", "accept")):
        assert site.say(f"panic move 101 {name} {PLAYERS[name][0]} {word}").ok
    site.play("knightpanic", 101, *WON)
    return site


TAG = r"tag:[a-z0-9.-]+,\d{4}:[0-9a-zA-Z;/?:@&=+$.\-_!~*'()%,]*"
"""The identifiers that feedvalidator accepts, besides addresses."""
CHILDREN = {
    "feed": {"id", "title", "updated", "author", "link", "entry"},
    "entry": {"id", "title", "updated", "link", "content"},
}


def read(content):
    """Returns the entries of a feed, after checks of what RFC 4287 and feedvalidator demand."""
    feed = ET.fromstring(content)
    _check(feed)
    links = [(link.get("rel"), link.get("type")) for link in feed.findall(f"{ATOM}link")]
    assert links == [("self", "application/atom+xml"), ("alternate", "text/html")]
    assert feed.find(f"{ATOM}author/{ATOM}name").text
    entries = feed.findall(f"{ATOM}entry")
    for entry in entries:
        _check(entry)
        assert entry.find(f"{ATOM}content").get("type") == "text"
    names = [entry.find(f"{ATOM}id").text for entry in entries]
    assert len(set(names)) == len(names)
    return entries


def _check(element):
    """Checks what feeds and entries must have exactly once."""
    for name in ("id", "title", "updated"):
        [found] = element.findall(ATOM + name)
        assert found.text
    assert {each.tag.removeprefix(ATOM) for each in element} <= CHILDREN[
        element.tag.removeprefix(ATOM)
    ]
    assert re.fullmatch(TAG, element.find(f"{ATOM}id").text)
    assert element.find(f"{ATOM}updated").text.endswith("Z")
    assert datetime.fromisoformat(element.find(f"{ATOM}updated").text).tzinfo
    assert element.find(f"{ATOM}link[@rel='alternate']").get("href")


def titles(entries):
    """Returns the titles of entries."""
    return [entry.find(f"{ATOM}title").text for entry in entries]


def test_a_boards_feed_tells_each_event(ended):
    """Moves have their numbers; one that was taken back stays; the last entry has the result."""
    entries = read(files_of(ended, BOARD)["knightpanic/101.xml"])
    assert titles(entries)[::-1] == [
        "The game has started: alice - bob",
        "Move 1, alice: a1-e3",
        "The last move was taken back",
        *(
            f"Move {ply}, {'alice' if ply % 2 else 'bob'}: {move}"
            for ply, move in enumerate(WON, 1)
        ),
    ]
    assert "Game won by alice." in entries[0].find(f"{ATOM}content").text


def test_feeds_of_player_game_and_site_tell_begin_and_end(ended):
    """Each board has an entry for its start, and one for its end."""
    subjects = (
        Subject(Kind.PLAYER, "", 1),
        Subject(Kind.RESULTS, "knightpanic"),
        Subject(Kind.PLAYERS),
    )
    files = files_of(ended, *subjects)
    for path in ("players/alice.xml", "knightpanic/index.xml", "feed.xml"):
        assert titles(read(files[path])) == [
            "Knight Panic 101: won by alice after 5 moves",
            "Knight Panic 101 has started: alice - bob",
        ]


def test_links_are_absolute_where_the_address_is_known(ended):
    """Identifiers don't depend on the address of the site, but links do."""
    here = files_of(ended, BOARD)["knightpanic/101.xml"]
    there = files_of(ended, BOARD, url=URL)["knightpanic/101.xml"]
    assert "http" not in here.replace("http://www.w3.org/2005/Atom", "")
    for feed, absolute in ((here, False), (there, True)):
        links = [link.get("href") for link in ET.fromstring(feed).iter(f"{ATOM}link")]
        assert all(bool(urlsplit(link).scheme) is absolute for link in links)
    assert there.replace(f"{URL}/", "../") == here
    own = ET.fromstring(there).find(f"{ATOM}link[@rel='self']").get("href")
    assert own == f"{URL}/knightpanic/101.xml"


def test_words_of_any_kind_are_valid_xml():
    """Signs that XML can't have are replaced, others escaped; only the latest entries stay."""
    words = "a\x00b <&> \x1b"
    entries = [
        Entry(f"{number}", words, words, NOON.replace(year=2026 + number), "a b.html")
        for number in range(MAX_ENTRIES + 10)
    ]
    page = write_feed(SiteFacts(ADDRESS), Feed("a.xml", "a.html", words, entries))
    found = read(page.content)
    assert len(found) == MAX_ENTRIES
    assert titles(found)[0] == "a\N{REPLACEMENT CHARACTER}b <&> \N{REPLACEMENT CHARACTER}"
    assert page.content.decode().count("a%20b.html") == MAX_ENTRIES
