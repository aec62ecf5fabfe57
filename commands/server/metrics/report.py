"""The state of the server at one moment, reported to the metrics process."""

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
    """The values that rise and fall, by name."""
    heartbeat_ages: Mapping[str, float] = field(default_factory=dict)
    """The seconds since the last heartbeat of each process that runs."""
    receivers: tuple[str, ...] = ("smtp",)
    """The processes that take mail in, as far as this node is to."""
    mails_waiting: int = 0
    """The mails that have arrived and aren't stored yet."""
    last_tick: float = 0
    """The time of the last tick that succeeded, in seconds since 1970; 0 before the first."""
    problem: str = ""
    """The reason for which the server isn't live; empty if it is."""
    database_problem: str = ""
    """The error that keeps the database from storing anything; empty if none does."""
    rests: str = ""
    """The reason for which this node is to take no more work; empty if it is to."""


@dataclass
class Reporter:
    """Reports the state of the server."""

    processes: Sequence[SupervisedProcess]
    mails_waiting: Callable[[], int]
    database_problem: Callable[[], str]
    membership: Membership
    last_tick: float = 0

    def ticked(self) -> None:
        """Notes a tick that succeeded."""
        self.last_tick = time.time()

    def report(self, problem: str) -> Report:
        """Returns the state of the server, which has this problem with its liveness."""
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
            rests=self.membership.rests,
        )


def _takes_mail(process: SupervisedProcess) -> bool:
    """Returns True if a process is to take mail now."""
    return isinstance(process, MailReceivingProcess) and not process.is_retired


def _sums(gauges: Iterable[Mapping[str, float]]) -> Mapping[str, float]:
    """Returns the values of all processes together: several may have connections, say."""
    sums: dict[str, float] = {}
    for own in gauges:
        for name, value in own.items():
            sums[name] = sums.get(name, 0) + value
    return sums
