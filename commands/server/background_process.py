"""The server's handle on the background process."""

from commands.server.background_worker import run_background_worker
from commands.server.fork_server import ForkServer
from commands.server.supervised_process import SupervisedProcess
from commands.settings import Settings

STOP_SECONDS = 10


class BackgroundProcess(SupervisedProcess):
    """Runs the background process; searches that are cut off are repeated after the next start."""

    def __init__(self, settings: Settings, fork_server: ForkServer) -> None:
        super().__init__("background", run_background_worker, settings, fork_server, STOP_SECONDS)
