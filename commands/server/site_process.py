"""The site process, which keeps the pages of the site up to date at low priority.

It reads short snapshots of the database, so that it blocks no other process. It writes only its own
files, and records its failures as incidents.
"""

import os
import threading
from contextlib import ExitStack
from multiprocessing.connection import Connection
from pathlib import Path

from commands.server.app.app import App
from commands.server.app.opening import open_app
from commands.server.processes.fork_server import ForkServer
from commands.server.processes.heartbeat import BEAT_SECONDS, Heartbeat
from commands.server.processes.supervised_process import SupervisedProcess
from commands.server.processes.thread_progress import Progress
from commands.server.site.updating.site_ownership import check_site_folder, open_site
from commands.server.site.updating.state import SiteState
from commands.server.site.updating.state_file import state_file
from commands.server.site.updating.updater import SiteUpdater
from commands.server.site.updating.watch import POLL_SECONDS, SiteWatch
from commands.server.site_failures import SiteFailures
from commands.settings import Settings
from commands.system.logs.logging import configure_logging
from commands.system.process_control import LOW_PRIORITY
from pbm.process.lazy_logger import get_logger

STOP_SECONDS = 5
"""Seconds to stop. Pages that aren't made by then are made after the next start."""
log = get_logger()


class SiteProcess(SupervisedProcess):
    """Runs the site process. Pages that it couldn't finish are made after the next start."""

    def __init__(self, settings: Settings, fork_server: ForkServer) -> None:
        super().__init__("site", run_site_worker, settings, fork_server, STOP_SECONDS)


def run_site_worker(settings: Settings, pipe: Connection, beating: Connection) -> None:
    """Keeps the site up to date until the other end of the pipe is closed."""
    configure_logging(settings.log_style)
    os.nice(LOW_PRIORITY)  # the writer needs the processor more
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
    """Waits until the next heartbeat is due. Returns whether the main process has ended."""
    try:
        if pipe.poll(BEAT_SECONDS):
            pipe.recv_bytes()
    except EOFError:
        return True
    return False


class SiteWorker:
    """Updates the site when the database changes, and starts again after errors."""

    def __init__(self, settings: Settings, progress: Progress) -> None:
        self._settings = settings
        self._progress = progress
        self._failures = SiteFailures(settings)

    def run(self) -> None:
        """Keeps the site up to date until the process stops, whatever errors occur."""
        if not self._settings.site_url:
            log.warning(
                "PBM_SITE_URL is empty, so links in feeds are relative and link previews have no "
                "pictures"
            )
        while not self._progress.pause(0):
            try:
                self._follow()
            except Exception as error:  # noqa: BLE001 - it may pass, like a full disk
                self._progress.pause(self._failures.fail(error))

    def _follow(self) -> None:
        """Keeps the site up to date until the process stops or any error is raised."""
        path = check_site_folder(Path(self._settings.site), self._settings)
        with ExitStack() as stack:
            app = stack.enter_context(open_app(self._settings, new=False, force=True))
            watch = self._watch(app, path, stack)
            while not self._progress.pause(0):
                outcome = watch.step()
                if not outcome.subjects and self._progress.pause(POLL_SECONDS):
                    return
                if not watch.state.due_count():
                    self._failures.succeed(app, watch.state)

    def _watch(self, app: App, path: Path, stack: ExitStack) -> SiteWatch:
        with app.database.snapshot() as work:
            database = work.identity.last_commit.database
        folder = stack.enter_context(open_site(path, database))
        state = SiteState(state_file(self._settings.data, path))
        stack.callback(state.close)
        return SiteWatch(SiteUpdater(app.background.page_maker(folder), state))
