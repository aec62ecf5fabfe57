"""Chromium, driven by playwright: pages as readers see them."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from commands.server.site import paths
from tests.support.sandbox import skip_without_filters

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage")
HEIGHT = 800
PHONE, DESKTOP = 360, 1200
JAVASCRIPT = "text/javascript"
TIMEOUT_MILLISECONDS = 60_000
"""For anything that a busy machine may delay."""
SHOWN_NODES = 3
"""The most elements of a finding that are shown."""


@contextmanager
def chromium() -> "Iterator[Browser]":
    """Yields a browser; skips the test where there is none."""
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        pytest.skip("Chromium isn't installed: apt-get install chromium")
    skip_without_filters()
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - slow to load

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=[*FLAGS])
        try:
            yield browser
        finally:
            browser.close()


@dataclass
class View:
    """A page in a window, and what it did that no page should do."""

    page: "Page"
    inside: str
    """The start of the addresses that may be asked for."""
    messages: list[str] = field(default_factory=list)
    """The messages in the console, and the errors of scripts."""
    outside: list[str] = field(default_factory=list)
    """The addresses of requests that went elsewhere."""

    def __post_init__(self):
        self.page.set_default_timeout(TIMEOUT_MILLISECONDS)
        self.page.on("console", lambda message: self.messages.append(message.text))
        self.page.on("pageerror", lambda error: self.messages.append(str(error)))
        self.page.on("request", self._note)

    def open(self, path):
        """Opens a page of the site."""
        self.page.goto(self.inside + path)

    def problems(self):
        """Returns all that is wrong with the page, and forgets it."""
        hidden = self.hidden_width()
        wider = [f"{hidden} pixels wider"] if hidden > 0 else []
        found = [*wider, *self.messages, *self.outside, *self.findings()]
        self.messages.clear()
        self.outside.clear()
        return found

    def hidden_width(self):
        """Returns the number of pixels by which the page is wider than the window."""
        root = "document.documentElement"
        return self.page.evaluate(f"{root}.scrollWidth - {root}.clientWidth")

    def findings(self):
        """Returns what axe finds, with some of the elements: also links too small for fingers."""
        rules = {"target-size": {"enabled": True}}  # as in Lighthouse
        options = {"resultTypes": ["violations"], "preload": False, "rules": rules}
        from axe_playwright_python.sync_playwright import Axe  # noqa: PLC0415 - slow to load

        found = Axe().run(self.page, options=options).response["violations"]
        return [f"{each['id']}: {each['help']}: {_elements(each)}" for each in found]

    def _note(self, request):
        if not request.url.startswith(self.inside):
            self.outside.append(request.url)


def _elements(finding):
    return [node["html"] for node in finding["nodes"][:SHOWN_NODES]]


@contextmanager
def window(
    browser, inside, *, width=DESKTOP, scheme="light", script=True, javascript=True
) -> Iterator[View]:
    """Yields a window in which pages below the address `inside` may be opened.

    `script`: False if the site's script is empty; axe still runs. `javascript`: False if none runs.
    """
    context = browser.new_context(
        viewport={"width": width, "height": HEIGHT},
        color_scheme=scheme,
        java_script_enabled=javascript,
    )
    if not script:
        context.route(
            f"**/{paths.SCRIPT}", lambda route: route.fulfill(body="", content_type=JAVASCRIPT)
        )
    try:
        yield View(context.new_page(), inside)
    finally:
        context.close()


class QuietHandler(SimpleHTTPRequestHandler):
    """Hands out files without telling so."""

    def log_message(self, *_):
        """Logs nothing."""


@contextmanager
def served(folder) -> Iterator[str]:
    """Yields the address at which a web server hands out a folder."""
    handler = partial(QuietHandler, directory=folder)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
