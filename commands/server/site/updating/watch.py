"""Keep a site up to date while the database changes."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from commands.server.site.updating.state import SiteState
from commands.server.site.updating.state_file import site_lock
from commands.server.site.updating.updater import Outcome, SiteUpdater
from commands.system.metrics import SITE_DUE
from pbm.clock import HOUR
from storage.last_commit import Commit

POLL_SECONDS = 1.0
"""Seconds between polls for a new commit."""
QUIET_SECONDS = 120.0
"""Seconds after a commit during which the site is scanned for changes.

On PostgreSQL, a commit gets its number before other connections can see its changes.
"""
REST = 4
"""Length of the pause after a scan, as a multiple of the time that the scan took."""
COMPARE_SECONDS = HOUR.total_seconds()
"""Seconds between complete comparisons, which find all other changes."""


@dataclass
class SiteWatch:
    """Follows the database in steps, and updates the site."""

    updater: SiteUpdater
    clock: Callable[[], float] = time.monotonic
    _commit: Commit | None = None
    _scan_until: float = 0
    _next_scan: float = 0
    _next_comparison: float = 0

    @property
    def state(self) -> SiteState:
        return self.updater.state

    def step(self) -> Outcome:
        """Scans for changes when a scan is due. Otherwise, makes some of the pages that are due.

        The result has no subjects if there is nothing to do, or if another process updates the
        site.
        """
        with site_lock(self.state.file, wait=False) as is_free:
            if not is_free:
                return Outcome()
            self.updater.maker.folder.check_not_replaced()
            if self.clock() >= self._next_comparison:
                self._compare()
            is_time = self.clock() >= self._next_scan
            outcome = self._scan() if is_time else self.updater.make_due()
        SITE_DUE.set(self.state.due_count())
        return outcome

    def _compare(self) -> None:
        self.updater.maker.database.refresh_keys()
        self.updater.compare_all()
        self._next_comparison = self.clock() + COMPARE_SECONDS

    def _scan(self) -> Outcome:
        """Finds changes if there was a commit lately, and makes pages from that snapshot."""
        database, start = self.updater.maker.database, self.clock()
        begun = database.clock.now()
        with database.snapshot() as work:
            commit = work.identity.last_commit
            if commit != self._commit:
                self._commit, self._scan_until = commit, start + QUIET_SECONDS
                database.refresh_keys()
            if start < self._scan_until:
                self.updater.compare_changed(work)
            end = self.clock()
            self._next_scan = max(start + POLL_SECONDS, end + REST * (end - start))
            outcome = self.updater.make_due(work)
        self.updater.note_updated(begun)
        return outcome
