"""Every kind of mail in Chromium, as wide as phones and wider."""

import pytest

from tests.support.browser import chromium
from tests.support.sample_mails import sample_mails

pytestmark = pytest.mark.slow

WIDTHS = (360, 414, 800)
NARROW = 320
"""The narrowest phones, whose owners scroll wide boards and tables."""
LEAST = {360: 280, 414: 280, 800: 320}
"""The least width of a board of four columns, by that of the window."""
FRAMES = """\
async ([html, widths]) => {
  document.body.replaceChildren();
  const frames = widths.map((width) => {
    const frame = document.createElement("iframe");
    frame.style = `border: 0; width: ${width}px; height: 700px`;
    return frame;
  });
  const loaded = frames.map((frame) => new Promise((done) => { frame.onload = done; }));
  frames.forEach((frame) => { frame.srcdoc = html; document.body.append(frame); });
  await Promise.all(loaded);
  return frames.map((frame) => {
    const page = frame.contentDocument, width = frame.clientWidth;
    const hidden = [...page.querySelectorAll("body *")].filter(
      (each) => each.getBoundingClientRect().right > width + 0.5);
    return {
      width: page.documentElement.scrollWidth,
      hidden: hidden.map((each) => `${each.outerHTML.slice(0, 99)} ... ${each.textContent}`).pop(),
      boards: [...page.querySelectorAll("table.board")].map(
        (table) => [table.rows[0].cells.length - 1, table.getBoundingClientRect().width]),
    };
  });
}"""
"""Shows a mail in frames of these widths; returns the width of its page, and what is beyond it."""


@pytest.fixture(scope="module")
def measured():
    """The measures of each mail in each width."""
    widths = (NARROW, *WIDTHS)
    with chromium() as browser:
        page = browser.new_page()
        yield {
            name: dict(zip(widths, page.evaluate(FRAMES, [html, widths]), strict=True))
            for name, html in sample_mails().items()
        }


def test_no_mail_is_wider_than_a_phone(measured):
    """Nothing is beyond the window of 360 pixels or more, and no page is wider than any window."""
    wide = [
        f"{width}: {name}: {found['width']} pixels: {found.get('hidden')}"
        for name, by_width in measured.items()
        for width, found in by_width.items()
        if found["width"] > width or (found.get("hidden") and width != NARROW)
    ]
    assert not wide, "\n".join(wide)


def test_squares_grow_with_the_room(measured):
    """A board of four columns fills most of a phone, and more of a wider window."""
    boards = {
        (width, board[1])
        for by_width in measured.values()
        for width, found in by_width.items()
        for board in found["boards"]
        if board[0] == 4 and width in LEAST
    }
    assert boards
    assert all(size >= LEAST[width] for width, size in boards), sorted(boards)
