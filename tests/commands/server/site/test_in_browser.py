"""The site in Chromium: on phones and wide screens, light and dark, with and without its script."""

import re
from datetime import datetime, timedelta
from zlib import compress

import pytest

from commands.server.site import paths
from tests.support.browser import DESKTOP, PHONE, served, window
from tests.support.cases import cases
from tests.support.sample_site import kind_of, play_samples
from tests.support.site import Site
from tests.support.site_pages import SitePages

pytestmark = pytest.mark.slow

SCREENS = [
    {"width": DESKTOP, "scheme": "light", "script": True},
    {"width": PHONE, "scheme": "dark", "script": True},
    {"width": PHONE, "scheme": "light", "script": False},
]
"""Each width, scheme and script."""
WRONG = """\
<!DOCTYPE html><title>Wrong</title><script>console.log("boom")</script>
<main><h1>Wrong</h1><p style="color: #eee; background: #fff; width: 2000px">Pale
<img alt="" src="https://elsewhere.example/x.png"></p></main>"""
SHORT, LONG = "knightpanic/101.html", "knightsdance/104.html"


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """The pages of a server on which all games are played."""
    folder = tmp_path_factory.mktemp("site")
    site = Site()
    try:
        play_samples(site)
        made = SitePages(site, folder)
        made.make()
        assert not made.errors()
    finally:
        site.close()
    return made


@pytest.fixture(scope="module")
def address(pages):
    """The address of the site's folder."""
    return f"{pages.path.as_uri()}/"


@pytest.fixture
def board(browser, address):
    """A window with the page of a game that is over."""
    with window(browser, address) as view:
        view.open(SHORT)
        yield view


@cases("screen", SCREENS)
def test_each_kind_of_page_is_sound(browser, pages, address, screen):
    """Nothing is found by axe, hidden at the side, written to the console or asked elsewhere."""
    found = {}
    with window(browser, address, **screen) as view:
        for path in examples(pages):
            view.open(path)
            if problems := view.problems():
                found[path] = problems
    assert not found, "\n".join(f"{path}: {each}" for path in found for each in found[path])


def test_faults_of_a_page_are_noticed(browser, tmp_path):
    """A page that is wrong in each of these ways has them all."""
    (tmp_path / "wrong.html").write_text(WRONG)
    with window(browser, f"{tmp_path.as_uri()}/") as view:
        view.open("wrong.html")
        wide, *others = view.problems()
        assert wide.endswith("pixels wider")
        problems = " ".join(others)
        for fault in ("boom", "https://elsewhere.example/", "color-contrast", "html-has-lang"):
            assert fault in problems, fault


@pytest.mark.parametrize("javascript", [True, False])
def test_links_lead_through_a_game(browser, address, javascript):
    """Each position is reached by the links of the one before it, and by the list of moves."""
    with window(browser, address, javascript=javascript) as view:
        view.open(SHORT)
        count = view.page.locator(".position").count()
        last = f"move-{count - 1}"
        assert shown(view) == [last]
        follow(view, "« First")
        assert shown(view) == ["move-0"]
        for number in range(1, count):
            follow(view, "Next ›")
            assert shown(view) == [f"move-{number}"]
        follow(view, "‹ Back")
        assert shown(view) == [f"move-{count - 2}"]
        follow(view, "Last »")
        assert shown(view) == [last]
        view.page.locator(".moves a").first.click()
        assert shown(view) == ["move-1"]
        assert not view.messages


def test_keys_lead_through_a_game(board):
    """Arrows, Home and End do what the links do; the list shows the move, and it is announced."""
    keys, last = board.page.keyboard, board.page.locator(".position").count() - 1
    keys.press("Home")
    assert shown(board) == ["move-0"]
    for key, ply in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last)):
        keys.press(key)
        assert shown(board) == [f"move-{ply}"]
        marked = board.page.locator(".moves a[aria-current]")
        assert marked.get_attribute("href") == f"#move-{ply}"
        heading = board.page.locator(f"#move-{ply} h2").text_content()
        assert board.page.locator("[role=status]").text_content() == heading
    keys.press("ArrowRight")
    assert shown(board) == [f"move-{last}"]
    keys.press("Control+ArrowLeft")
    assert shown(board) == [f"move-{last}"]


def test_a_game_plays_through_and_stops(board):
    """The button begins at the start, pauses, and ends at the last move."""
    board.page.clock.install(time=0)
    board.page.reload()
    board.page.clock.pause_at(60_000)
    button = board.page.get_by_role("button")
    last = board.page.locator(".position").count() - 1
    button.click()
    assert shown(board) == ["move-0"]
    board.page.clock.run_for(1500)
    assert shown(board) == ["move-1"]
    button.click()
    board.page.clock.run_for(10_000)
    assert shown(board) == ["move-1"]
    button.click()
    board.page.clock.run_for(60_000)
    assert shown(board) == [f"move-{last}"]
    assert button.text_content() == "Play through"


def test_the_focus_goes_with_the_steps(board):
    """A link that was followed by the keyboard has its successor in the focus."""
    board.page.locator(".position:last-child .steps a").first.focus()
    board.page.keyboard.press("Enter")
    assert shown(board) == ["move-0"]
    place = "document.activeElement.closest('.position').id"
    assert board.page.evaluate(place) == "move-0"


@pytest.mark.parametrize("javascript", [True, False])
def test_steps_lead_from_part_to_part(browser, address, javascript):
    """A long game is one to its reader, though its positions are on several pages."""
    with window(browser, address, javascript=javascript) as view:
        view.open(LONG)
        first = view.page.locator(".position").first.get_attribute("id")
        assert first != "move-0"
        view.open(f"{LONG}#{first}")
        follow(view, "‹ Back")
        assert re.fullmatch(rf"{address}{LONG[:-5]}-\d+\.html#.*", view.page.url)
        assert shown(view) == [before(first)]
        follow(view, "Next ›")
        assert view.page.url == f"{address}{LONG}#{first}"
        follow(view, "« First")
        assert shown(view) == ["move-0"]
        follow(view, "Last »")
        assert view.page.url == f"{address}{LONG}"
        view.page.locator(".moves a").first.click()
        assert shown(view) == ["move-1"]
        assert not [*view.messages, *view.outside]


def test_times_are_told_from_now(browser, address):
    """Beside each time stands how long ago it was, and goes on; the time itself stays."""
    with window(browser, address) as view:
        view.page.clock.install()
        view.open("index.html")
        at = view.page.locator("time").first.get_attribute("datetime")
        for minutes, words in (
            (0, "just now"),
            (3, "3 min ago"),
            (150, "2 h ago"),
            (3000, "2 days ago"),
        ):
            view.page.clock.set_system_time(datetime.fromisoformat(at) + timedelta(minutes=minutes))
            view.page.clock.run_for(60_000)
            assert view.page.locator(".ago").first.text_content() == words
        assert view.page.locator("time").first.text_content() == "22 Mar 2026, 12:00"


def test_boards_have_the_room_that_there_is(browser, address):
    """A small one, too, is 480 pixels wide; on a phone it begins in the upper half."""
    for width, height, javascript in (
        (DESKTOP, 800, True),
        (PHONE, 640, True),
        (PHONE, 640, False),
    ):
        with window(browser, address, width=width, javascript=javascript) as view:
            view.page.set_viewport_size({"width": width, "height": height})
            view.open(SHORT)
            box = view.page.locator(".position:last-child .board").bounding_box()
            assert box["y"] < height / 2, (width, box)
            drawing = view.page.locator(".position:last-child .board svg").bounding_box()
            assert drawing["width"] >= min(480, width - 40)


def test_the_head_folds_on_a_phone_and_can_be_skipped(browser, address):
    """Its links are behind a button there, without a script as well; the first link skips them."""
    for width, javascript in ((PHONE, False), (PHONE, True), (DESKTOP, True)):
        with window(browser, address, width=width, javascript=javascript) as view:
            view.open("index.html")
            players = view.page.get_by_role("navigation").get_by_role("link", name="Players")
            assert players.is_visible() is (width == DESKTOP)
            if width == PHONE:
                view.page.get_by_text("Menu", exact=True).click()
            assert players.is_visible()
            players.click()
            assert view.page.title().startswith("Players")
            view.page.keyboard.press("Tab")
            view.page.keyboard.press("Enter")
            view.page.wait_for_url(lambda address: address.endswith("#content"))
            view.page.keyboard.press("Tab")
            assert view.page.evaluate("document.activeElement.closest('main') !== null")


def test_nothing_moves_while_a_page_is_loaded(browser, pages, address):
    """No page visibly shifts what it has shown, or has more than 50 kB to be sent."""
    shift = """new Promise((done) => new PerformanceObserver((list) => done(
        list.getEntries().reduce((sum, each) => sum + each.value, 0)
    )).observe({ type: "layout-shift", buffered: true }) || setTimeout(() => done(0), 300))"""
    files = pages.files()
    shared = sum(len(compress(files[path])) for path in (paths.STYLE, paths.SCRIPT))
    for width in (PHONE, DESKTOP):
        with window(browser, address, width=width) as view:
            for path in examples(pages):
                view.page.clock.set_system_time("2026-03-22T14:00:00Z")
                view.open(path)
                assert view.page.evaluate(shift) < 0.001, (
                    path
                )  # parts of a pixel in the menu's font
                assert len(compress(files[path])) + shared < 50_000, path


def test_a_web_server_may_hand_it_out(browser, pages):
    """Below any path of any host, the pages are the same."""
    with served(pages.path.parent) as root, window(browser, f"{root}pages/") as view:
        view.open(SHORT)
        view.page.keyboard.press("Home")
        assert shown(view) == ["move-0"]
        view.page.get_by_role("link", name="Players").click()
        assert view.page.title().startswith("Players")
        assert not [*view.messages, *view.outside]


def examples(pages):
    """A page of each kind."""
    kinds = {kind_of(path): path for path in pages.files() if path.endswith(".html")}
    return sorted(kinds.values())


def shown(view):
    """The identifiers of the positions that can be seen."""
    places = view.page.locator(".position")
    return [each.get_attribute("id") for each in places.all() if each.is_visible()]


def follow(view, words):
    """Clicks a link of the position that is shown."""
    view.page.locator(".position:visible .steps a", has_text=words).click()
    view.page.wait_for_load_state()


def before(anchor):
    """The identifier of the position before this one."""
    return f"move-{int(anchor.removeprefix('move-')) - 1}"
