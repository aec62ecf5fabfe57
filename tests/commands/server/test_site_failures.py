"""Failures of the site process."""

from datetime import UTC, datetime
from threading import Event

import pytest

from commands.server.app.opening import open_app
from commands.server.health.check import Examined
from commands.server.health.work import PAGES_WITHIN, check_pages
from commands.server.processes.thread_progress import Progress
from commands.server.site_failures import FIRST_SECONDS, LONG_SECONDS, MAX_SECONDS, SiteFailures
from commands.server.site_process import SiteWorker
from commands.settings import Settings

FULL = OSError(28, "No space left on device", "/srv/www/index.html")


@pytest.fixture
def settings(tmp_path):
    """The settings of a server with a site."""
    made = Settings(data=tmp_path / "data", site=str(tmp_path / "www"), relay="maildir:")
    with open_app(made):
        return made


def problems(settings, now=None):
    """The problems that the health check finds."""
    with open_app(settings) as app, app.database.snapshot() as work:
        return list(check_pages(Examined(settings, now or app.clock.now(), work)))


def test_it_is_tried_again_later_and_later(settings):
    """Up to a limit; the admin isn't told at once."""
    failures = SiteFailures(settings)
    waits = [failures.fail(FULL) for _ in range(9)]
    assert waits[:3] == [FIRST_SECONDS, 2 * FIRST_SECONDS, 4 * FIRST_SECONDS]
    assert waits[-1] == MAX_SECONDS
    assert not problems(settings)


def test_the_admin_is_told_when_it_lasts(settings):
    """The problem names the folder and the reason, and is over once that isn't repeated."""
    times = iter((1000.0, 1000.0 + LONG_SECONDS))
    failures = SiteFailures(settings, lambda: next(times))
    failures.fail(FULL)
    failures.fail(FULL)
    (problem,) = problems(settings)
    assert settings.site in problem.subject
    assert "No space left on device" in problem.text
    assert not problems(settings, datetime.now(UTC) + 2 * PAGES_WITHIN)


def test_links_that_cannot_be_whole_are_told_once(settings, capsys):
    """Where the site's address isn't set, the log says so as the process begins."""
    stopping = Event()
    stopping.set()
    for url, times in (("", 1), ("https://example.org/games", 0)):
        with_url = settings.model_copy(update={"site_url": url})
        SiteWorker(with_url, Progress(stopping)).run()
        assert capsys.readouterr().err.count("links in feeds are relative") == times
