"""The state of the server at a glance: its work, and what is wrong."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from commands.health.checks import find_problems
from commands.health.problem import Problem
from commands.settings import Settings
from commands.system.only_server import other_server
from storage import Database
from storage.admin.problems import StoredProblem

RUNS = timedelta(minutes=5)
"""The time after its last tick for which a server on PostgreSQL counts as running."""


@dataclass(frozen=True, slots=True)
class ServerStatus:
    """The state of a server."""

    last_tick: datetime | None
    """The time at which the clocks were last run; None before the first."""
    is_running: bool
    """True if a server holds the lock of an SQLite file, or has lately ticked on PostgreSQL."""
    boards_running: int
    boards_finished: int
    players: int
    mails: Mapping[str, int]
    """The numbers of mails that wait, are paused or have failed, by state."""
    oldest_mail: datetime | None
    """The time since which a mail has waited to be tried."""
    problems: Mapping[str, Problem]
    """The problems of now, by name."""
    stored: Mapping[str, StoredProblem]
    """The problems that were found by the server, by name, also those that are over."""

    @property
    def over(self) -> Sequence[StoredProblem]:
        """The problems that are over, the latest first."""
        past = [each for each in self.stored.values() if each.ended]
        return sorted(past, key=lambda each: each.ended or each.since, reverse=True)


def read_status(database: Database, settings: Settings, now: datetime) -> ServerStatus:
    """Returns the state of a server, read in one transaction for which nobody waits."""
    with database.snapshot() as work:
        counts = work.boards.counts().values()
        last, oldest = work.clocks.last_heartbeat(), work.outbox_admin.oldest_untried(now)
        return ServerStatus(
            last_tick=last,
            is_running=is_server_running(settings, last, now),
            boards_running=sum(running for running, _ in counts),
            boards_finished=sum(finished for _, finished in counts),
            players=work.players.count(),
            mails={
                state: work.outbox_admin.count([state]) for state in ("waiting", "paused", "failed")
            },
            oldest_mail=oldest.since if oldest else None,
            problems=find_problems(settings, work, now),
            stored={problem.name: problem for problem in work.problems.all()},
        )


def is_server_running(settings: Settings, last_tick: datetime | None, now: datetime) -> bool:
    """Returns True if a server holds the lock of an SQLite file, or has lately ticked."""
    if file := settings.database_file:
        return bool(other_server(file))
    return last_tick is not None and now - last_tick <= RUNS
