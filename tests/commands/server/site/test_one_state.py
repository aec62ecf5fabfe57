"""Pages of one run are from one state of the database, also while games are played."""

import re
from contextlib import closing
from functools import partial
from itertools import count
from urllib.parse import unquote

import pytest

from commands.server.site import pages as site_pages
from tests.support.site import Site
from tests.support.site_pages import SitePages

pytestmark = pytest.mark.usefixtures("few_games")

TOGETHER = "commands.server.site.updating.updater.TOGETHER"


@pytest.fixture
def pages(database_url, tmp_path):
    """The pages of a server with one board, none of them made; with each kind of database."""
    with closing(Site(database_url)) as site:
        site.sign_up("alice", "bob", "carol")
        site.begin("knightpanic challenge alice bob")
        yield SitePages(site, tmp_path)


@pytest.fixture
def playing(pages, monkeypatch):
    """Plays before each subject's pages are made, up to so many times: a new game, and a move."""
    made, numbers, left = site_pages.pages_of, count(102), [0]

    def play_and_make(source, subject):
        if left[0]:
            left[0] -= 1
            assert pages.site.say("knightpanic challenge bob carol").ok
            pages.site.play("knightpanic", next(numbers), "a1-c5")
        return made(source, subject)

    monkeypatch.setattr("commands.server.site.updating.making.pages_of", play_and_make)
    return partial(left.__setitem__, 0)


def broken_links(files):
    """The links, with their pages, that lead to no file of the site, or to no place in it."""
    places = {path: set(re.findall(rb'\bid="([^"]+)"', text)) for path, text in files.items()}
    found = set()
    for path in (path for path in files if path.endswith(".html")):
        for href in re.findall(r'(?:href|src)="([^":]+)"', files[path].decode()):
            target, _, place = href.partition("#")
            target = resolved(path, target.partition("?")[0]) if target else path
            if target not in files or (place and place.encode() not in places[target]):
                found.add((path, href))
    return found


def resolved(page, href):
    """The path to which a relative link on a page leads."""
    folder = page.split("/")[:-1]
    for part in unquote(href).split("/"):
        folder = folder[:-1] if part == ".." else [*folder, part]
    return "/".join(folder)


def test_no_link_is_broken_while_games_begin(pages, playing, monkeypatch):
    """Neither where most pages are made from earlier states, nor where all are from one."""
    for together in (5, 200):
        monkeypatch.setattr(TOGETHER, together)
        playing(8)
        assert not pages.make().failed
        assert not broken_links(pages.files())


@pytest.mark.slow
def test_a_run_while_games_begin_makes_what_one_after_them_does(
    pages, playing, monkeypatch, tmp_path
):
    """What has changed while pages were made is made again."""
    monkeypatch.setattr(TOGETHER, 5)
    playing(10)
    pages.make()
    assert "knightpanic/111.html" in pages.files()
    new = SitePages(pages.site, tmp_path / "new")
    new.make()
    assert pages.files() == new.files()
    with pages.updater() as updater:
        assert updater.state.fact("updated")


@pytest.mark.slow
def test_a_servers_look_makes_pages_of_what_it_has_seen(pages, playing):
    """The front page doesn't link to a board that began after the look."""
    pages.make()
    pages.site.play("knightpanic", 101, "a1-c5")
    playing(3)
    with pages.updater() as updater, pages.site.database.snapshot() as work:
        updater.compare_changed(work)
        assert updater.make_due(work).subjects
    assert "knightpanic/102.html" not in pages.files()
    assert not broken_links(pages.files())
