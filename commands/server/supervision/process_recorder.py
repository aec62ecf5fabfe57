"""Record in the database which processes of the server run, for `pbm status`."""

import os
import platform
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from commands.server.processes.supervised_process import SupervisedProcess
from pbm.process.lazy_logger import get_logger
from storage import Database
from storage.admin.server_processes import ServerProcess

log = get_logger()
MAIN = "main"
"""The name of the main process, in this table and in the metrics."""


@dataclass
class ProcessRecorder:
    """Records the running processes of this server in the database."""

    database: Database
    processes: Sequence[SupervisedProcess]
    _server: str = field(default_factory=lambda: f"{platform.node()} {os.getpid()}")
    _started: datetime = field(init=False)

    def __post_init__(self) -> None:
        self._started = self.database.clock.now()

    def record(self) -> None:
        now = self.database.clock.now()
        running = [(each.name, each.child) for each in self.processes]
        rows = [ServerProcess(self._server, MAIN, os.getpid(), self._started, now)] + [
            ServerProcess(self._server, name, child.pid, child.started, now)
            for name, child in running
            if child
        ]
        with self.database.work() as work:
            work.server_processes.put(self._server, rows, now)

    def remove(self) -> None:
        """Records that the server has stopped, unless the database can't be used now."""
        if self.database.problem:
            return
        try:
            with self.database.work() as work:
                work.server_processes.remove(self._server)
        except Exception as error:  # noqa: BLE001 - nothing may keep a server from stopping
            log.warning("failed to record that the server stopped", error=error)
