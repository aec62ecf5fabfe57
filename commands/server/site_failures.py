"""Failures of the site process: when it tries again, and when the admin is notified."""

import platform
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from commands.server.app.app import App
from commands.server.app.opening import open_app
from commands.server.site.updating.state import SiteState
from commands.settings import Settings
from commands.system.metrics import SITE_FAILURES
from pbm.errors import UserError
from pbm.process.lazy_logger import get_logger

log = get_logger()
FIRST_SECONDS, MAX_SECONDS = 5.0, 300.0
"""Seconds until the next try. Each failure doubles them, from FIRST_SECONDS up to MAX_SECONDS."""
LONG_SECONDS = 300.0
"""Seconds of continuing failures after which an incident is recorded, again and again."""


@dataclass
class SiteFailures:
    """The failures since the site was last up to date."""

    settings: Settings
    clock: Callable[[], float] = time.monotonic
    _wait: float = FIRST_SECONDS
    _since: float | None = None
    _recorded_at: float = 0

    def fail(self, error: Exception) -> float:
        """Logs an error and records it if failures have lasted.

        Returns seconds until the next try.
        """
        SITE_FAILURES.add("update")
        text = _reason(error)
        log.warning("failed to update the web pages", folder=self.settings.site, problem=text)
        self._record(text)
        wait, self._wait = self._wait, min(2 * self._wait, MAX_SECONDS)
        return wait

    def succeed(self, app: App, state: SiteState) -> None:
        """Records that the site is up to date.

        Pages that couldn't be made are recorded as a failure.
        """
        if failed := state.failed():
            subject, error = next(iter(failed.items()))
            self._record(f"pbm couldn't write the pages of {subject} ({error})", app)
        else:
            self._wait, self._since = FIRST_SECONDS, None

    def _record(self, text: str, app: App | None = None) -> None:
        """Records an incident at most every LONG_SECONDS, if failures have lasted for that long."""
        now = self.clock()
        self._since = now if self._since is None else self._since
        if now - max(self._since, self._recorded_at) < LONG_SECONDS:
            return
        with suppress(Exception):  # the database may be the cause of the failure
            self._add_incident(text, app)
            self._recorded_at = now

    def _add_incident(self, text: str, app: App | None) -> None:
        if app is None:
            with open_app(self.settings, new=False, force=True) as opened:
                self._add_incident(text, opened)
            return
        folder = f"{Path(self.settings.site).absolute()} on {platform.node()}"
        with app.database.work() as work:
            work.incidents.add("site", folder, text, app.clock.now())


def _reason(error: Exception) -> str:
    if isinstance(error, UserError):
        return error.text
    if isinstance(error, OSError) and error.strerror:
        return f"{error.strerror}{f': {error.filename}' if error.filename else ''}"
    return f"{type(error).__name__}: {error}"
