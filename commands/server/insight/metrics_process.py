"""The server's handle on the metrics process, which serves what the server reports."""

from contextlib import suppress
from functools import partial

from commands.server.insight.report import Reporter
from commands.server.processes.child_process import ChildProcess
from commands.server.processes.fork_server import ForkServer
from commands.server.processes.handshake import check_listens
from commands.server.processes.preloaded import METRICS, LateWorker
from commands.server.processes.supervised_process import SupervisedProcess, run_named
from commands.settings import Settings

STOP_SECONDS = 1
"""Nobody loses anything if an answer is cut off."""


class MetricsProcess(SupervisedProcess):
    """Runs the metrics process, and sends it a report whenever it has taken the last one."""

    def __init__(self, settings: Settings, fork_server: ForkServer) -> None:
        run = LateWorker(METRICS, "run_metrics_worker")
        super().__init__("metrics", run, settings, fork_server, STOP_SECONDS)

    def tell(self, reporter: Reporter, problem: str) -> None:
        """Sends a report if the process waits for one; never blocks, as it waits for one alone."""
        child = self.child
        with suppress(OSError, EOFError):
            if child and child.pipe.poll():
                child.pipe.recv_bytes()
                child.send(reporter.report(problem))

    def _start(self) -> None:
        """Starts to listen; raises UsageError if the settings don't allow that."""
        run = partial(run_named, self.name, self._run)
        child = ChildProcess(self._fork_server, run, self._settings)
        check_listens(child, self.name)
        self.child = child
