"""What programs that preview links, and search engines, find in the head of a page."""

import re
import struct
from html import unescape

import pytest

from commands.server.site import paths
from pbm.games import games
from tests.commands.server.site.test_one_state import broken_links
from tests.support.site_pages import SitePages

pytestmark = pytest.mark.usefixtures("few_games")

URL = "https://games.example.net/site"
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def played(site):
    """A server with three boards, the first of them won by bob."""
    site.sign_up("alice", "bob")
    site.begin(*["knightpanic challenge alice bob"] * 3)
    site.play("knightpanic", 101, "a1-e3", "g7-c5", "g1-e5", "e7-a5", "c1-g3", "a7-c3")
    return site


def head(content):
    """The names and values of a page's facts for others, and its address."""
    text = content.decode()
    found = re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)">', text)
    found += re.findall(r'<link rel="(canonical)" href="([^"]*)">', text)
    return {name: unescape(value) for name, value in found}


def pictures(files):
    """The paths of all pictures, which are PNG files of the size that pages tell."""
    found = {path: content for path, content in files.items() if path.endswith(".png")}
    for content in found.values():
        assert content.startswith(PNG)
        assert struct.unpack(">II", content[16:24]) == (600, 315)
    return set(found)


def test_each_page_tells_what_it_is_about(played, tmp_path):
    """In a sentence; its address and its picture are whole, and lead to files of the site."""
    pages = SitePages(played, tmp_path, url=URL)
    pages.make()
    files = pages.files()
    assert not broken_links(files)
    assert len(pictures(files)) == len(games()) + 3
    for path, content in files.items():
        if path.endswith(".html"):
            found = head(content)
            assert found["canonical"] == found["og:url"] == f"{URL}/{path}"
            assert found["og:image"].removeprefix(f"{URL}/") in pictures(files)
            assert found["description"] == found["og:description"]
            assert found["og:title"] in unescape(content.decode().split("<title>")[1])
    board = head(files["knightpanic/101.html"])
    assert board["og:image"] == f"{URL}/knightpanic/101-6.png"
    assert "Knight Panic by email: alice - bob. alice to move." in board["description"]
    assert "bob plays board games by email" in head(files["players/bob.html"])["description"]
    assert head(files["knightpanic/rules.html"])["og:image"] == f"{URL}/static/knightpanic.png"


def test_without_an_address_there_are_no_pictures(played, tmp_path):
    """They couldn't be named; the sentence stands there, nevertheless."""
    pages = SitePages(played, tmp_path)
    pages.make()
    assert not pictures(pages.files())
    found = head(pages.files()["knightpanic/101.html"])
    assert "description" in found
    assert not {"canonical", "og:url", "og:image"} & found.keys()


def test_only_the_newest_boards_have_pictures(played, tmp_path, monkeypatch):
    """Older ones have their game's picture; a board that begins takes the place of an old one.

    A move has a new picture in place of the old, so that programs that keep pictures show it.
    """
    assert paths.PICTURED == 500
    monkeypatch.setattr(paths, "PICTURED", 2)
    pages = SitePages(played, tmp_path, url=URL)
    pages.make()
    for newest in (103, 104):
        found = {path for path in pictures(pages.files()) if "static" not in path}
        assert found == {f"knightpanic/{number}-0.png" for number in (newest - 1, newest)}
        played.say("knightpanic challenge bob alice")
        pages.follow()
    before = pages.files()
    assert head(before["knightpanic/102.html"])["og:image"] == f"{URL}/static/knightpanic.png"
    played.play("knightpanic", 104, "a1-c5")
    pages.follow()
    after = pages.files()
    assert "knightpanic/104-0.png" not in after
    assert after["knightpanic/104-1.png"] != before["knightpanic/104-0.png"]
