"""The server's handle on the site process, which keeps the site's pages up to date."""

from commands.server.processes.fork_server import ForkServer
from commands.server.processes.preloading import SITE, LateWorker
from commands.server.processes.supervised_process import SupervisedProcess
from commands.settings import Settings

STOP_SECONDS = 5
"""The pages that aren't made by then are due at the next start."""


class SiteProcess(SupervisedProcess):
    """Runs the site process; pages that are cut off are made after the next start."""

    def __init__(self, settings: Settings, fork_server: ForkServer) -> None:
        run = LateWorker(SITE, "run_site_worker")
        super().__init__("site", run, settings, fork_server, STOP_SECONDS)
