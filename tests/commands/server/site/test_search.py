"""The search page, in Chromium: boards are found by player, game, option and result."""

import re

import pytest

from tests.support.browser import DESKTOP, PHONE, served, window
from tests.support.sample_site import open_at_random
from tests.support.site import PLAYERS, Site
from tests.support.site_pages import SitePages

pytestmark = pytest.mark.slow

MANY = 210
"""More boards than a file has, of a player's and of a game's."""
WON = ("a1-c5", "e7-c3", "c1-g3", "g7-e3", "g1-e5")
"""A game of Knight Panic that White wins."""
ENDED = re.compile("^(Searched|Player|No )")


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """The pages of a server with three games of carol's, and many of alice and bob."""
    site = Site()
    site.sign_up(*PLAYERS)
    for number, names in enumerate(("alice carol", "carol alice", "-size=5 bob carol"), 101):
        assert site.say(f"knightpanic challenge {names}").ok
        site.play("knightpanic", number, *(WON if number < 103 else ()))
    for _ in range(MANY):
        open_at_random(site, "knightsduel", "-size=4", 20)
    made = SitePages(site, tmp_path_factory.mktemp("site"))
    made.make()
    assert not made.errors()
    site.close()
    return made


@pytest.fixture
def view(browser, pages):
    """A window on a phone, with the search page."""
    with window(browser, f"{pages.path.as_uri()}/", width=PHONE) as opened:
        opened.page.set_default_timeout(20_000)
        opened.open("search.html")
        yield opened


def test_boards_are_found_by_player_option_and_result(view):
    """Each field leaves fewer boards; names need no capitals, and results are the player's."""
    for fields, boards in (
        ({"player": "Carol"}, [103, 102, 101]),
        ({"player": "carol", "result": "won"}, [102]),
        ({"player": "carol", "result": "lost"}, [101]),
        ({"player": "carol", "result": "drawn"}, []),
        ({"player": "carol", "result": "finished"}, [102, 101]),
        ({"player": "carol", "result": "running"}, [103]),
        ({"player": "carol", "option": "5x5, FLAT"}, [103]),
        ({"player": "carol", "option": "3D"}, []),
        ({"player": "bob", "game": "knightpanic"}, [103]),
        ({"game": "knightpanic", "option": "4x4"}, [102, 101]),
        ({"game": "trailblazer"}, []),
    ):
        search(view, fields)
        assert found(view) == [f"Knight Panic {number}" for number in boards], fields
        assert not view.problems(), fields


def test_older_games_follow(view):
    """All of many games are found, some at a time: of all players, and of one."""
    for fields in ({"game": "knightsduel"}, {"player": "alice", "game": "knightsduel"}):
        search(view, fields)
        further = view.page.get_by_role("button", name="Search older games")
        assert len(found(view)) >= 50
        while further.is_visible():
            further.click()
            settle(view)
        assert len(set(found(view))) == MANY
        assert told(view) == f"Searched {MANY} games and found {MANY}."


def test_names_are_offered(view):
    """The beginning of a name leads to the players who have it, and to their pages."""
    search(view, {"player": "CA"})
    assert told(view) == "Players whose userid begins with “CA”:"
    view.page.get_by_role("link", name="carol").click()
    settle(view)
    assert len(found(view)) == 3
    view.page.get_by_role("link", name="carol's page").click()
    assert view.page.title().startswith("carol")
    view.page.get_by_role("link", name="Search these games").click()
    settle(view)
    assert len(found(view)) == 3
    view.page.get_by_role("link", name="Knight Panic 102").click()
    assert "Board 102" in view.page.locator("h1").text_content()
    view.open("search.html")
    search(view, {"player": "nobody"})
    assert told(view) == "No player's userid begins with “nobody”."


def test_a_stranger_comes_to_a_challenge(view):
    """From a player's last game to its decisive mistake, and to the mail that challenges them."""
    view.open("players/carol.html")
    view.page.locator(".lead a").click()
    view.page.get_by_role("link", name="The decisive mistake was ").click()
    assert "??" in view.page.locator(".position:visible h2").text_content()
    view.page.locator(".chips").get_by_role("link", name="carol").click()
    challenge = view.page.locator(".challenges a").first.get_attribute("href")
    assert challenge.startswith(
        "mailto:pbm@example.net?subject=knightpanic%20challenge%20USERID%20carol"
    )


def test_a_search_is_an_address(browser, pages):
    """A search can be linked, from a web server, too, and Back leads to the one before."""
    with served(pages.path) as inside, window(browser, inside) as view:
        view.open("search.html?player=carol&result=won")
        settle(view)
        assert found(view) == ["Knight Panic 102"]
        search(view, {"player": "carol", "result": "lost"})
        assert found(view) == ["Knight Panic 101"]
        view.page.go_back()
        view.page.get_by_role("link", name="Knight Panic 102").wait_for()
        assert not [*view.messages, *view.outside]


def test_without_scripts_the_lists_are_named(browser, pages):
    """The fields are hidden, and a link leads to the players."""
    inside = f"{pages.path.as_uri()}/"
    with window(browser, inside, width=DESKTOP, javascript=False) as view:
        view.open("search.html")
        assert not view.page.locator("form").is_visible()
        view.page.get_by_role("link", name="the list of players").click()
        assert view.page.title().startswith("Players")


def test_files_are_bounded(pages):
    """No file has more than 200 boards, whatever the number of games."""
    files = pages.files()
    sizes = {path: len(files[path]) for path in files if path.endswith(".js")}
    assert {"players/alice~knightsduel.js", "players/alice~knightsduel-2.js"} <= sizes.keys()
    assert {"knightsduel/boards-100.js", "knightsduel/boards-300.js", "players.js"} <= sizes.keys()
    assert max(sizes.values()) < 24_000
    assert len(files["search.html"]) < 10_000


def search(view, fields):
    """Fills the fields, and waits for what is found."""
    form = view.page.locator("form")
    for name in ("player", "option"):
        form.locator(f"[name={name}]").fill(fields.get(name, ""))
    for name in ("game", "result"):
        form.locator(f"[name={name}]").select_option(fields.get(name, ""))
    view.page.locator(".found").evaluate("element => element.textContent = ''")
    form.get_by_role("button", name="Search").click()
    settle(view)


def settle(view):
    """Waits until a search has ended."""
    view.page.locator(".found", has_text=ENDED).wait_for()


def told(view):
    """What is told of a search."""
    return view.page.locator(".found").text_content()


def found(view):
    """The boards that are shown."""
    return view.page.locator(".boards .board-name").all_text_contents()
