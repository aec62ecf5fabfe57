"""The state of the server at a glance: its work, and what is wrong."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from commands.server.health.check import Examined, Finding
from commands.server.health.nodes import NodeStatus, read_nodes
from commands.server.health.registry import find_problems
from commands.settings import Settings
from commands.system.only_server import other_server
from pbm.board.viewers import SERVER
from storage import Database
from storage.admin.problems import StoredProblem
from storage.admin.server_processes import ServerProcess
from storage.mail.overflow import OverflowState
from storage.unit_of_work import UnitOfWork

RECORDED_WITHIN = timedelta(minutes=5)
"""A process that runs is recorded more often than that."""


@dataclass(frozen=True, slots=True)
class ServerStatus:
    """The state of a server."""

    last_tick: datetime | None
    """The time at which the clocks were last run; None before the first."""
    is_running: bool
    """True if a server holds the lock of an SQLite file, or a node has sent a heartbeat."""
    nodes: Sequence[NodeStatus]
    """The servers that have worked on the database, also those that have stopped."""
    processes: Sequence[ServerProcess]
    """The processes that have lately been recorded; none unless a server runs."""
    boards_running: int
    boards_finished: int
    moves_today: int
    """The moves since midnight, in UTC."""
    players: int
    queue: Mapping[str, int]
    """The numbers of outgoing mails by state: `waiting`, `due`, `paused` and `failed`."""
    held: OverflowState
    """The mails above the limits of their recipients, which wait to be joined."""
    oldest_untried: datetime | None
    """The time since which a mail has waited to be tried."""
    oldest_due: datetime | None
    """The time at which the oldest was queued that should have been sent by now."""
    last_mail_in: datetime | None
    last_mail_out: datetime | None
    problems: Mapping[str, Finding]
    """The problems of now, by name."""
    stored: Mapping[str, StoredProblem]
    """The problems that were found by the server, by name, also those that are over."""

    @property
    def since(self) -> datetime | None:
        """The start of the server that has run longest; None if none is known to run."""
        return min((process.since for process in self.processes), default=None)

    @property
    def over(self) -> Sequence[StoredProblem]:
        """The problems that are over, the latest first."""
        past = [each for each in self.stored.values() if each.ended]
        return sorted(past, key=lambda each: each.ended or each.since, reverse=True)


def read_status(database: Database, settings: Settings, now: datetime) -> ServerStatus:
    """Returns the state of a server, read in one transaction for which nobody waits.

    Times that are later than `now`, of a clock that was ahead, are told as `now`.
    """

    def past(at: datetime | None) -> datetime | None:
        return at and min(at, now)

    with database.snapshot() as work:
        counts = work.counts.boards(SERVER).values()
        state, oldest = work.outbox_admin.state(now), work.outbox_admin.oldest_untried(now)
        aside = {name: work.outbox_admin.count([name]) for name in ("paused", "failed")}
        is_running = is_server_running(settings, work, now)
        return ServerStatus(
            last_tick=past(work.clocks.last_heartbeat()),
            is_running=is_running,
            nodes=read_nodes(settings, work, now),
            processes=[
                replace(each, since=min(each.since, now), seen=min(each.seen, now))
                for each in (work.server_processes.all() if is_running else ())
                if abs(now - each.seen) <= RECORDED_WITHIN
            ],
            boards_running=sum(running for running, _ in counts),
            boards_finished=sum(finished for _, finished in counts),
            moves_today=work.boards.moves_on(now.astimezone(UTC).date()),
            players=work.players.count(),
            queue={"waiting": state.waiting, "due": state.due, **aside},
            held=work.overflow.state(),
            oldest_untried=past(oldest.since if oldest else None),
            oldest_due=past(state.oldest_due),
            last_mail_in=past(work.seen_mails.last()),
            last_mail_out=past(work.outbox_admin.last_sent()),
            problems=find_problems(Examined(settings, now, work)),
            stored={
                each.name: replace(
                    each, since=min(each.since, now), told=past(each.told), ended=past(each.ended)
                )
                for each in work.problems.all()
            },
        )


def is_server_running(settings: Settings, work: UnitOfWork, now: datetime) -> bool:
    """Returns True if a server holds the lock of an SQLite file, or has sent a heartbeat."""
    if file := settings.database_file:
        return bool(other_server(file))
    return any(node.lives(now) for node in work.nodes.all())
