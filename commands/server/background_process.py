"""The server's handle on the background process."""

from functools import partial

from commands.server.background_worker import run_background_worker
from commands.server.fork_server import ForkServer
from commands.server.supervised_process import SupervisedProcess
from commands.settings import Settings

STOP_SECONDS = 10


class BackgroundProcess(SupervisedProcess):
    """Runs the background process; searches that are cut off are repeated after the next start."""

    def __init__(self, settings: Settings, fork_server: ForkServer, incarnation: str) -> None:
        """`incarnation`: the holder of its leases."""
        run = partial(run_background_worker, incarnation=incarnation)
        super().__init__("background", run, settings, fork_server, STOP_SECONDS)
