"""Reports on the state of the server, which the main process sends to the metrics process."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from commands.server.mail_receiving import MailReceivingProcess
from commands.server.membership import Membership
from commands.server.processes.supervised_process import SupervisedProcess
from pbm.process.counters import COUNTS, Key


@dataclass(frozen=True, slots=True)
class Report:
    """The state of the server at one moment."""

    counts: Mapping[Key, float] = field(default_factory=dict)
    """All counts, summed over the processes."""
    gauges: Mapping[str, float] = field(default_factory=dict)
    """All gauges, summed over the processes."""
    heartbeat_ages: Mapping[str, float] = field(default_factory=dict)
    """Seconds since the last heartbeat of each running process."""
    receivers: tuple[str, ...] = ("smtp",)
    """Names of the processes that should receive mail on this node now."""
    mails_waiting: int = 0
    """Number of emails that have arrived and aren't stored yet."""
    last_tick: float = 0
    """Time of the last successful tick, in seconds since 1970. 0 before the first one."""
    problem: str = ""
    """Why the server isn't live, or an empty string."""
    database_problem: str = ""
    """The error that prevents the database from storing anything, or an empty string."""
    drain_reason: str = ""
    """Why this node is draining, or an empty string."""


@dataclass
class Reporter:
    """Makes reports on the state of the server."""

    processes: Sequence[SupervisedProcess]
    mails_waiting: Callable[[], int]
    database_problem: Callable[[], str]
    membership: Membership
    last_tick: float = 0

    def ticked(self) -> None:
        """Records the time of a successful tick."""
        self.last_tick = time.time()

    def report(self, problem: str) -> Report:
        """Returns the current state. `problem`: why the server isn't live, or an empty string."""
        running = {each.name: each.child for each in self.processes}
        children = {name: child for name, child in running.items() if child}
        return Report(
            counts=COUNTS.totals(),
            gauges=_sums(child.gauges for child in children.values()),
            heartbeat_ages={
                name: time.monotonic() - child.beaten_at for name, child in children.items()
            },
            receivers=tuple(each.name for each in self.processes if _takes_mail(each)),
            mails_waiting=self.mails_waiting(),
            last_tick=self.last_tick,
            problem=problem,
            database_problem=self.database_problem(),
            drain_reason=self.membership.drain_reason,
        )


def _takes_mail(process: SupervisedProcess) -> bool:
    """Whether a process should receive mail now."""
    return isinstance(process, MailReceivingProcess) and not process.is_retired


def _sums(gauges: Iterable[Mapping[str, float]]) -> Mapping[str, float]:
    """Returns the sum of each gauge over all processes, for example of their connections."""
    sums: dict[str, float] = {}
    for process_gauges in gauges:
        for name, value in process_gauges.items():
            sums[name] = sums.get(name, 0) + value
    return sums
