"""Drawings of all games in Chromium."""

import pytest

from docs.board_pictures import BOARDS, gallery, match_of
from tests.support.browser import DESKTOP, PHONE, window
from tests.support.cases import cases

pytestmark = pytest.mark.slow

SHAPES = """() => [...document.querySelectorAll(".board use")].filter(use => {
  const { width, height } = use.getBoundingClientRect();
  return !(width && height);
}).map(use => use.outerHTML)"""
"""The shapes that aren't seen."""
COLOURS = """() => [...document.querySelectorAll(".board use")]
  .filter(use => !/^#(cross|board-)/.test(use.getAttribute("href")))
  .filter(use => !getComputedStyle(use).getPropertyValue("--disc"))
  .map(use => use.parentElement.outerHTML)"""
"""The pieces without a colour."""
TEXTS = """() => [...document.querySelectorAll(".board text")].map(text => {
  const size = parseFloat(getComputedStyle(text).fontSize);
  return [text.textContent, size * text.getScreenCTM().a];
}).filter(([words, pixels]) => pixels < 7.9)"""
"""The texts too small to be read, with their height in pixels."""
LABELS = """() => [...document.querySelectorAll(".board svg > use[href^='#board-']")].map(use => {
  const labels = document.querySelector(use.getAttribute("href") + " .board-label");
  return parseFloat(labels.getAttribute("font-size")) * use.getScreenCTM().a;
})"""
"""The heights of the labels of all boards in pixels."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The address of a folder with a page of all boards."""
    made = tmp_path_factory.mktemp("boards")
    page = gallery([match_of(*board) for board in BOARDS])
    (made / "boards.html").write_text(page, encoding="utf-8")
    return f"{made.as_uri()}/"


@cases(("width", "scheme"), [(DESKTOP, "light"), (PHONE, "dark")])
def test_all_is_seen(browser, folder, width, scheme):
    """All shapes have a size and a colour, and axe finds nothing."""
    with window(browser, folder, width=width, scheme=scheme) as view:
        view.open("boards.html")
        assert view.page.evaluate(SHAPES) == []
        assert view.page.evaluate(COLOURS) == []
        assert view.problems() == []


def test_phones_have_letters_that_can_be_read(browser, folder):
    """Labels and names are large enough where the screen is narrowest."""
    with window(browser, folder, width=PHONE) as view:
        view.open("boards.html")
        assert view.page.evaluate(TEXTS) == []
        assert min(view.page.evaluate(LABELS)) >= 10
