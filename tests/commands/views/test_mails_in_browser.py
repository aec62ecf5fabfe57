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
FRAME = """\
async ([html, widths]) => {
  document.body.replaceChildren();
  const frame = document.createElement("iframe");
  const loaded = new Promise((done) => { frame.onload = done; });
  frame.srcdoc = html;
  document.body.append(frame);
  await loaded;
  return widths.map((width) => {
    frame.style = `border: 0; width: ${width}px; height: 700px`;
    const page = frame.contentDocument, shown = frame.clientWidth;
    const hidden = [...page.querySelectorAll("body *")].filter(
      (each) => each.getBoundingClientRect().right > shown + 0.5
        || (each.tagName === "PRE" && each.scrollWidth > each.clientWidth));
    return {
      width: page.documentElement.scrollWidth,
      hidden: hidden.map((each) => `${each.outerHTML.slice(0, 99)} ... ${each.textContent}`).pop(),
      boards: [...page.querySelectorAll("table.board")].map(
        (table) => [table.rows[0].cells.length - 1, table.getBoundingClientRect().width]),
    };
  });
}"""
"""Shows a mail in a frame of each width; returns the width of its page, and what is beyond it."""


def test_mails_fit_their_windows():
    """No page is wider than its window, nothing is beyond it from 360 pixels on, boards fill it."""
    widths = (NARROW, *WIDTHS)
    wide, boards = [], set()
    with chromium() as browser:
        page = browser.new_page()
        for name, html in sample_mails().items():
            for width, found in zip(widths, page.evaluate(FRAME, [html, widths]), strict=True):
                if found["width"] > width or (found.get("hidden") and width != NARROW):
                    wide.append(f"{width}: {name}: {found['width']} pixels: {found.get('hidden')}")
                boards |= {(width, size) for columns, size in found["boards"] if columns == 4}
    assert not wide, "\n".join(wide)
    assert {width for width, _ in boards} == set(widths)
    assert all(size >= LEAST.get(width, 0) for width, size in boards), sorted(boards)
