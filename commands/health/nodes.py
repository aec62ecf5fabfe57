"""The nodes that share a database: their states, and what is wrong with them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, Self

from commands.engines.command_line import EngineAccount, missing_part
from commands.health.check import Examined, Finding, consider
from commands.health.disk import MANY_FAILURES
from commands.settings import Settings
from commands.settings.server import ROLES
from commands.system.only_server import other_server
from pbm.clock import DAY
from pbm.stored import Incident
from pbm.wording import counted, local_time
from storage.admin.nodes import Node
from storage.unit_of_work import UnitOfWork

NodeState = Literal["running", "draining", "drained", "silent", "stopped"]


@dataclass(frozen=True, slots=True)
class NodeStatus:
    """A node, its state, and the leases that it has."""

    node: Node
    state: NodeState
    leases: tuple[str, ...]
    """The work that one node does at a time, and this one now."""

    @property
    def lives(self) -> bool:
        """True if it runs, as far as anybody can tell."""
        return self.state not in ("silent", "stopped")

    @property
    def roles(self) -> str:
        """Its roles in words."""
        roles = self.node.roles.split()
        return "all" if set(roles) >= set(ROLES) else ", ".join(roles)


def read_nodes(settings: Settings, work: UnitOfWork, now: datetime) -> Sequence[NodeStatus]:
    """Returns all nodes by name."""
    held = work.leases.held(now)
    return [
        NodeStatus(
            node,
            _state(settings, node, now),
            tuple(sorted(name for name, holder in held.items() if holder == node.incarnation)),
        )
        for node in work.nodes.all()
    ]


def _state(settings: Settings, node: Node, now: datetime) -> NodeState:
    if node.stopped:
        return "stopped"
    file = settings.database_file
    lives = bool(other_server(file)) if file else node.lives(now)
    if not lives:
        return "silent"
    if not node.draining:
        return "running"
    return "drained" if node.drained else "draining"


MISSED_AFTER = timedelta(minutes=2)
"""A node may be silent for so long, as when it is killed and started again."""
ABSENT_AFTER = timedelta(minutes=10)
"""A role may be without a node for so long, as while a site is started or upgraded."""
WAITING = {
    "delivery": "no mail is sent",
    "clocks": "no reminders are sent, and nobody forfeits",
    "robots": "robots and engines don't move",
    "solver": "no position is solved",
}
"""The roles whose work waits in the database while no node has them."""


def check_nodes(examined: Examined) -> Iterator[Finding]:
    """Yields the nodes that have fallen silent, and the roles that no running node has."""
    nodes, now = examined.work.nodes.all(), examined.now
    if examined.settings.database_file:  # it has one server: the checks of its work tell all else
        yield from (_drained(node) for node in nodes if node.draining and node.lives(now))
        return
    for node in nodes:
        if not node.stopped and now - node.seen > MISSED_AFTER:
            yield _silent(node)
    if any(node.lives(now) and now - node.since > ABSENT_AFTER for node in nodes):
        for role, waits in WAITING.items():
            if not any(_may_do(node, role, now) for node in nodes):
                yield consider(
                    f"No running node has the role {role}: {waits}.",
                    f"Start one with PBM_ROLES={role}, or with all roles. "
                    "pbm admin node list shows the nodes.",
                    role,
                )


def _drained(node: Node) -> Finding:
    return consider(
        "The server is drained, as an admin wants: it takes no mail, and does no work.",
        f"Let it work again: pbm admin node resume {node.name}.",
        node.name,
    )


def _silent(node: Node) -> Finding:
    return consider(
        f"The node {node.name} (on {node.host}, with the data folder {node.data}) has given no "
        f"sign of life since {local_time(node.seen)}, and wasn't stopped. The other nodes do its "
        "work.",
        f"See if its machine runs and reaches the database, and start it again. If it is gone for "
        f"good: pbm admin node remove {node.name}.",
        node.name,
    )


def _may_do(node: Node, role: str, now: datetime) -> bool:
    """Returns True if a node has the role, and works, or did so lately."""
    return role in node.roles.split() and not node.draining and now - node.seen < ABSENT_AFTER


# Checks of robots that are other people's programs.

ADVICE = "Put it back or mend it; or end its account: pbm robot remove {}."


def check_engines(examined: Examined) -> Iterator[Finding]:
    """Yields the robots whose program is gone, or fails again and again."""
    work, now = examined.work, examined.now
    failures = {each.subject: each for each in work.incidents.recent("engine", now - DAY)}
    nodes = _Nodes.read(work, now)
    for player in work.players.engines():
        engine, failed = EngineAccount.read(player.robot), failures.get(player.userid)
        text = (engine and nodes.missing(player.userid, engine)) or _failing(failed)
        if text:
            advice = ADVICE.format(player.userid)
            yield consider(f"The robot {player.userid} {text}", advice, player.userid)


@dataclass(frozen=True)
class _Nodes:
    """The nodes that play for engines, by their own reports; if there are none, this machine."""

    incarnations: frozenset[str]
    absences: Mapping[str, Mapping[str, str]]
    """The missing programs and files, by userid and incarnation."""

    @classmethod
    def read(cls, work: UnitOfWork, now: datetime) -> Self:
        playing = [node for node in work.nodes.living(now) if "robots" in node.roles.split()]
        names = frozenset(node.incarnation for node in playing if not node.draining)
        return cls(names, work.engine_absences.by_userid() if names else {})

    def missing(self, userid: str, engine: EngineAccount) -> str:
        """Returns what keeps an engine from playing, if no node has all of it."""
        if not self.incarnations:
            gone = missing_part(engine.command)
            return f"can't play: {gone}." if gone else ""
        found = self.absences.get(userid, {})
        if not found.keys() >= self.incarnations:
            return ""
        gone, where = found[min(self.incarnations)], len(self.incarnations)
        return f"can't play: {gone}{' on any node' if where > 1 else ''}."


def _failing(failed: Incident | None) -> str:
    if failed is None or failed.times < MANY_FAILURES:
        return ""
    return (
        f"has failed {counted(failed.times, 'time')} within a day, and lost games by that. The "
        f"last time, at {local_time(failed.at)}, it {failed.detail}."
    )
