"""The site process: keeps the site's pages up to date, at low priority.

It reads short snapshots, for which nobody waits, and writes its own files alone. What it notes in
the database is only that it fails.
"""

import os
import platform
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from commands.app import App, open_app
from commands.server.processes.heartbeat import BEAT_SECONDS, Heartbeat
from commands.server.processes.thread_progress import Progress
from commands.settings import Settings
from commands.site.updating.folder import check_site_folder, open_site
from commands.site.updating.state import SiteState, state_file
from commands.site.updating.updater import LOOK_SECONDS, SiteUpdater, SiteWatch
from commands.system.logging import configure_logging
from commands.system.metrics import SITE_FAILURES
from commands.system.process_control import LOW_PRIORITY
from pbm.errors import UserError
from pbm.process.lazy_logger import get_logger

# Failures of the site process: when it tries again, and when the admin is told.

FIRST_SECONDS, MOST_SECONDS = 5.0, 300.0
"""The time until the next try, which doubles from the first to the last."""
LONG_SECONDS = 300.0
"""The time after which the admin is told of failures that go on, and each time that it passes."""

log = get_logger()


@dataclass
class SiteFailures:
    """The failures since the site was last up to date."""

    settings: Settings
    clock: Callable[[], float] = time.monotonic
    _wait: float = FIRST_SECONDS
    _since: float | None = None
    _told: float = 0

    def fail(self, error: Exception) -> float:
        """Logs an error, and records one that lasts; returns the seconds until the next try."""
        SITE_FAILURES.add("update")
        text = _reason(error)
        log.warning("site can't be updated", folder=self.settings.site, problem=text)
        self._record(text)
        wait, self._wait = self._wait, min(2 * self._wait, MOST_SECONDS)
        return wait

    def succeed(self, app: App, state: SiteState) -> None:
        """Notes that the site is up to date; pages that can't be made are a failure as well."""
        if failed := state.failed():
            subject, error = next(iter(failed.items()))
            self._record(f"the pages of {subject} couldn't be made ({error})", app)
        else:
            self._wait, self._since = FIRST_SECONDS, None

    def _record(self, text: str, app: App | None = None) -> None:
        """Records a failure for the admin if they have lasted, unless that was done lately."""
        now = self.clock()
        self._since = now if self._since is None else self._since
        if now - max(self._since, self._told) < LONG_SECONDS:
            return
        with suppress(Exception):  # the database may be what fails
            self._tell(text, app)
            self._told = now

    def _tell(self, text: str, app: App | None) -> None:
        if app is None:
            with open_app(self.settings, new=False, force=True) as opened:
                self._tell(text, opened)
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


def run_site_worker(settings: Settings, pipe: Connection, beating: Connection) -> None:
    """Keeps the site up to date until the other end of the pipe is closed."""
    configure_logging(settings.log_style)
    os.nice(LOW_PRIORITY)  # mail comes first
    heartbeat, stopping = Heartbeat(beating), threading.Event()
    progress = Progress(stopping)
    worker = SiteWorker(settings, progress)
    thread = threading.Thread(target=worker.run, name="site", daemon=True)
    thread.start()
    while thread.is_alive() and not _ended(pipe):
        if progress.is_made:
            heartbeat.beat()
    stopping.set()
    thread.join()


def _ended(pipe: Connection) -> bool:
    """Waits for a heartbeat's time; returns True if the server has ended."""
    try:
        if pipe.poll(BEAT_SECONDS):
            pipe.recv_bytes()
    except EOFError:
        return True
    return False


class SiteWorker:
    """Follows the database, and begins again after errors."""

    def __init__(self, settings: Settings, progress: Progress) -> None:
        self._settings = settings
        self._progress = progress
        self._failures = SiteFailures(settings)

    def run(self) -> None:
        """Keeps the site up to date until it is to end; no error ends that."""
        if not self._settings.site_url:
            log.warning("PBM_SITE_URL is empty: feeds have relative links, previews no pictures")
        while not self._progress.pause(0):
            try:
                self._follow()
            except Exception as error:  # noqa: BLE001 - a full disk may be emptied
                self._progress.pause(self._failures.fail(error))

    def _follow(self) -> None:
        """Follows the database; raises any error."""
        path = check_site_folder(Path(self._settings.site), self._settings)
        with ExitStack() as stack:
            app = stack.enter_context(open_app(self._settings, new=False, force=True))
            watch = self._watch(app, path, stack)
            while not self._progress.pause(0):
                outcome = watch.step()
                if not outcome.subjects and self._progress.pause(LOOK_SECONDS):
                    return
                if not watch.state.due_count():
                    self._failures.succeed(app, watch.state)

    def _watch(self, app: App, path: Path, stack: ExitStack) -> SiteWatch:
        with app.database.snapshot() as work:
            database = work.identity.last_commit.database
        folder = stack.enter_context(open_site(path, database))
        state = SiteState(state_file(self._settings.data, path))
        stack.callback(state.close)
        return SiteWatch(SiteUpdater(app.page_maker(folder), state))
