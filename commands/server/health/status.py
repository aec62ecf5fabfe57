"""Read the state of the server at a glance: its processes, its work and its problems."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from commands.server.health.check import Examined, Finding, broken
from commands.server.health.nodes import MISSED_AFTER, NodeStatus, read_nodes
from commands.server.health.registry import find_problems
from commands.settings import Settings
from commands.system.only_server import other_server
from pbm.board.viewers import SERVER
from pbm.wording import local_time
from storage import Database
from storage.admin.problems import StoredProblem
from storage.admin.server_processes import ServerProcess
from storage.mail.overflow_emails import OverflowState
from storage.unit_of_work import UnitOfWork

RECORDED_WITHIN = timedelta(minutes=5)
"""Age after which a recorded process no longer runs. Running ones are recorded more often."""


@dataclass(frozen=True, slots=True)
class ServerStatus:
    """The state of a server, its processes, its outbox and its problems."""

    last_tick: datetime | None
    """Time at which the clocks last ran, or None before the first time."""
    is_running: bool
    """Whether a server holds the lock of the SQLite file, or a node has sent a heartbeat lately."""
    nodes: Sequence[NodeStatus]
    """All servers that have used the database, including stopped ones."""
    processes: Sequence[ServerProcess]
    """Processes that were recorded lately. None if no server runs."""
    boards_running: int
    boards_finished: int
    moves_today: int
    """Number of moves since midnight UTC."""
    players: int
    queue: Mapping[str, int]
    """Number of outgoing emails by state: `waiting`, `due`, `paused` and `failed`."""
    overflow: OverflowState
    """Emails that exceeded the limits of their recipients and wait for a digest."""
    oldest_untried: datetime | None
    """Time since which the oldest email has waited for its first try."""
    oldest_due: datetime | None
    """Time at which the oldest overdue email was queued."""
    last_mail_in: datetime | None
    last_mail_out: datetime | None
    problems: Mapping[str, Finding]
    """The current problems, by name."""
    stored: Mapping[str, StoredProblem]
    """All problems that the server has recorded, by name, including past ones."""

    @property
    def since(self) -> datetime | None:
        """Start of the longest-running process, or None if none is known to run."""
        return min((process.since for process in self.processes), default=None)

    @property
    def over(self) -> Sequence[StoredProblem]:
        """Past problems, the latest first."""
        past = [each for each in self.stored.values() if each.ended]
        return sorted(past, key=lambda each: each.ended or each.since, reverse=True)


def read_status(database: Database, settings: Settings, now: datetime) -> ServerStatus:
    """Reads the state of a server in one snapshot, which blocks nobody.

    Stored times later than `now`, from a clock that was ahead, are returned as `now`.
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
            overflow=work.overflow.state(),
            oldest_untried=past(oldest.since if oldest else None),
            oldest_due=past(state.oldest_due),
            last_mail_in=past(work.seen_mails.last()),
            last_mail_out=past(work.outbox_admin.last_sent()),
            problems=_find_stopped(settings, work, now)
            | find_problems(Examined(settings, now, work)),
            stored={
                each.name: replace(
                    each, since=min(each.since, now), told=past(each.told), ended=past(each.ended)
                )
                for each in work.problems.all()
            },
        )


def _find_stopped(settings: Settings, work: UnitOfWork, now: datetime) -> dict[str, Finding]:
    """Returns a problem if the server has stopped and `pbm tick` doesn't do its work.

    A running server or `pbm tick` can't find this problem, so it isn't one of the health checks.
    """
    nodes = work.nodes.all()
    if not nodes or is_server_running(settings, work, now):
        return {}
    may_be_restarting = any(not each.stopped and now - each.seen <= MISSED_AFTER for each in nodes)
    if may_be_restarting and not settings.database_file:  # SQLite's lock shows that nothing runs
        return {}
    seen, ticked = max(each.seen for each in nodes), work.clocks.last_heartbeat()
    if ticked and ticked - seen > MISSED_AFTER:
        return {}
    text = f"The server isn't running. It last ran on {local_time(min(seen, now))}."
    return {"server": broken(text, "Start it: pbm serve")}


def is_server_running(settings: Settings, work: UnitOfWork, now: datetime) -> bool:
    """Whether a server holds the lock of the SQLite file, or a node has sent a heartbeat lately."""
    if file := settings.database_file:
        return bool(other_server(file))
    return any(node.is_running(now) for node in work.nodes.all())
