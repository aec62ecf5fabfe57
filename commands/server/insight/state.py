"""The state of the server as the metrics process knows it, for all of its pages."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from commands.health.nodes import NodeStatus
from commands.server.insight.report import Report
from storage.mail.queue_state import QueueState


@dataclass
class ServerState:
    """The last report of the server, the queue and the nodes."""

    read_queue: Callable[[], QueueState | None]
    database_missing: Callable[[], str] = str
    """Returns a sentence if the file of the database is gone; else an empty string."""
    clock: Callable[[], float] = time.monotonic
    report: Report = field(default_factory=Report)
    reported_at: float = 0
    read_nodes: Callable[[], Sequence[NodeStatus]] = tuple

    def __post_init__(self) -> None:
        self.reported_at = self.clock()

    def take(self, report: Report) -> None:
        """Takes a report of the server."""
        self.report, self.reported_at = report, self.clock()

    @property
    def report_age(self) -> float:
        """The seconds since the last report."""
        return self.clock() - self.reported_at
