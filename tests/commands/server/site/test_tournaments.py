"""The pages of tournaments."""

import re

import pytest

from pbm.tournaments.events import Result
from tests.support.browser import PHONE, window
from tests.support.site import PLAYERS
from tests.support.site_pages import SitePages
from tests.support.site_tournaments import add, resign, tick

pytestmark = pytest.mark.usefixtures("few_games")

PAGE = "tournaments/spring-2026.html"
CENTERED = """links => links.every(link => {
    const middle = each => each.getBoundingClientRect().x + each.getBoundingClientRect().width / 2
    return Math.abs(middle(link) - middle(link.closest("td"))) < 1
})"""


@pytest.fixture
def pages(board, tmp_path):
    """The pages of a server with a board, and an open tournament that three have joined."""
    add(board, players=PLAYERS)
    pages = SitePages(board, tmp_path)
    pages.make()
    return pages


def shown(pages, path=PAGE):
    return pages.files()[path].decode()


def test_the_page_follows_the_tournament(pages):
    """While it is open, it can be joined there, and the front page and the list lead to it.

    Each result leads to its board, and the board back; its end is told by the list, too.
    """
    for path in ("index.html", "tournaments.html"):
        assert f'href="{PAGE}">Spring-2026</a>' in shown(pages, path)
    page = shown(pages)
    assert "subject=tournament%20Spring-2026%20join%20USERID%20-" in page
    assert re.search(r"alice.*bob.*carol", page)
    assert not pages.errors()
    tick(pages.site, days=10)
    pages.follow()
    until = '<span class="date">Sun 10 May 2026, 12:00 UTC.</span>'
    ends = f"Round 1 of the Spring-2026 tournament ends on {until}"
    assert f"{ends} So far, 0 of its 3 games are over." in shown(pages)
    round = '<a href="../tournaments/spring-2026.html">round 1 of the Spring-2026 tournament</a>'
    assert f"Part of {round}." in shown(pages, "trailblazer/101.html")
    resign(pages.site, 101)
    pages.follow()
    page = shown(pages)
    assert "1 of its 3 games is over." in page
    assert page.count('<a href="../trailblazer/101.html">') == 2
    resign(pages.site, 102, 103)
    pages.follow()
    assert "shared first place. 3 players took part." in shown(pages)
    assert "shared first place" in shown(pages, "tournaments.html")
    assert "Spring-2026" not in shown(pages, "index.html")
    assert pages.follow().written == 0


def test_hidden_players_are_left_out(pages):
    """Before the beginning and later; the page changes when a player hides."""
    name, password = "bob", PLAYERS["bob"][0]
    assert pages.site.say(f"change visibility {name} {password} members").ok
    pages.follow()
    assert name not in shown(pages)
    tick(pages.site, days=10)
    pages.follow()
    assert name not in shown(pages)
    assert len(re.findall(r'href="../trailblazer/\d+.html"', shown(pages))) == 3
    assert pages.site.say(f"change visibility {name} {password} public").ok
    pages.follow()
    assert len(re.findall(r'href="../trailblazer/\d+.html"', shown(pages))) == 9


def test_running_boards_are_drawn(pages):
    """Each as it is now, as long as it runs; a move draws it anew."""
    tick(pages.site, days=10)
    pages.follow()
    before = shown(pages)
    assert len(re.findall(r"<h3><a href=[^>]*>Board 10[123]</a></h3>", before)) == 3
    assert before.count("<figure") + before.count("<svg") >= 3
    pages.site.clock.forward(hours=1)
    pages.site.play("trailblazer", 101, pages.site.say("trailblazer legal 101").data["moves"][0])
    pages.follow()
    assert shown(pages) != before
    resign(pages.site, 101, 102)
    pages.follow()
    assert re.findall(r"<h3><a href=[^>]*>Board (...)</a></h3>", shown(pages)) == ["103"]


def test_each_result_names_its_column(pages):
    """Small windows show it above the result, where there is no room for a table."""
    tick(pages.site, days=10)
    pages.follow()
    results = re.findall(r'<td class="num result" data-column="(\d)">', shown(pages))
    assert results == ["1", "2", "3"] * 3


@pytest.mark.slow
def test_tables_fit_each_window(pages, browser):
    """Of each kind, with links to all games: nothing is cut off, and no result touches another.

    In a round robin of single games each is in the middle of its cell, as the number of its column
    is.
    """
    site, twelve = pages.site, ["alice", "bob", *(f"robot-level{each}" for each in range(1, 11))]
    swiss, pairs = ("--kind=swiss", "--rounds=6"), "--options=-pair"
    tournaments = {
        "robin": (),
        "robin-pairs": (pairs,),
        "swiss": swiss,
        "swiss-pairs": (*swiss, pairs),
        "knock-out": ("--kind=knock-out",),
    }
    for name, words in tournaments.items():
        add(site, *words, name=name, players=twelve)
    tick(site, days=10)
    for number in range(1, 7):
        end_round(site, "swiss", number)
        end_round(site, "swiss-pairs", number)
    end_round(site, "knock-out", 1)
    pages.follow()
    for width in (320, PHONE, 500, 800):
        with window(browser, f"{pages.path.as_uri()}/", width=width) as view:
            for name in tournaments:
                view.open(f"tournaments/{name}.html")
                assert view.page.locator(".result a").count() >= 16
                (table,) = view.page.locator(".crosstable").all()
                assert table.evaluate("each => each.scrollWidth <= each.clientWidth")
                assert view.page.locator(".result").evaluate_all(
                    "all => all.every(each => each.scrollWidth <= each.clientWidth)"
                )
                assert view.page.locator(".round-robin:not(.pairs) .result a").evaluate_all(
                    CENTERED
                )
                assert not view.problems()


def end_round(site, name, number):
    """Has the first player win each game of a round, and the next one begin."""
    with site.database.work() as work:
        stored = work.tournaments.lock(name)
        for game in stored.tournament.open_round.open_games:
            won = Result(number, game, (1, 2), "played")
            stored = work.tournaments.add_event(stored, won, site.clock.now())
    tick(site)
