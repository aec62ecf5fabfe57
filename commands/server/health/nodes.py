"""The states of the nodes that share a database, and a check for problems with them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

from commands.server.health.check import Examined, Finding, consider
from commands.settings import Settings
from commands.settings.groups.nodes import ROLES
from commands.system.only_server import other_server
from pbm.wording import listing, local_time
from storage.admin.nodes import Node
from storage.unit_of_work import UnitOfWork

NodeState = Literal["running", "draining", "drained", "silent", "stopped"]
MISSED_AFTER = timedelta(minutes=2)
"""Time that a node may be silent, for example while it is restarted after a crash."""
ABSENT_AFTER = timedelta(minutes=10)
"""Time that a role may be without a node, for example while servers start or are upgraded."""
WAITING = {
    "delivery": "no emails are sent",
    "clocks": "no reminders are sent, and overdue games don't end",
    "robots": "robots and engines don't move",
    "solver": "no positions are solved",
}
"""Roles whose work waits in the database while no node has them, and the consequence."""


@dataclass(frozen=True, slots=True)
class NodeStatus:
    """A node, its state, and the leases that it holds."""

    node: Node
    state: NodeState
    leases: tuple[str, ...]
    """The leases that this node holds now."""

    @property
    def lives(self) -> bool:
        """Whether the node seems to run."""
        return self.state not in ("silent", "stopped")

    @property
    def roles(self) -> str:
        """The node's roles, separated by commas, or "all"."""
        roles = self.node.roles.split()
        return "all" if set(roles) >= set(ROLES) else ", ".join(roles)


def read_nodes(settings: Settings, work: UnitOfWork, now: datetime) -> Sequence[NodeStatus]:
    """Returns all nodes, sorted by name. None of their times is later than `now`."""
    holders = work.leases.held(now)
    return [
        NodeStatus(
            replace(node, since=min(node.since, now), seen=min(node.seen, now)),
            _state(settings, node, now),
            tuple(sorted(name for name, holder in holders.items() if holder == node.incarnation)),
        )
        for node in work.nodes.all()
    ]


def _state(settings: Settings, node: Node, now: datetime) -> NodeState:
    if node.stopped:
        return "stopped"
    file = settings.database_file
    lives = bool(other_server(file)) if file else node.is_running(now)
    if not lives:
        return "silent"
    if not node.drain_reason:
        return "running"
    return "drained" if node.drained else "draining"


def check_nodes(examined: Examined) -> Iterator[Finding]:
    """Yields the nodes that have fallen silent, and the roles that no running node has."""
    nodes, now = examined.work.nodes.all(), examined.now
    # SQLite has only one server, and other checks cover its work.
    if examined.settings.database_file:
        yield from (_drained(node) for node in nodes if node.draining and node.is_running(now))
        return
    for node in nodes:
        if not node.stopped and now - node.seen > MISSED_AFTER:
            yield _silent(node)
        elif node.missing_games and node.is_running(now):
            yield _lacking(node)
    if any(node.is_running(now) and now - node.since > ABSENT_AFTER for node in nodes):
        for role, waits in WAITING.items():
            if not any(_may_do(node, role, now) for node in nodes):
                yield consider(
                    f"No running node has the role {role}: {waits}.",
                    f"Start a node with PBM_ROLES={role} or with all roles. To see the nodes, run: "
                    "pbm admin node list",
                    role,
                )


def _drained(node: Node) -> Finding:
    return consider(
        "An admin has drained the server, so it accepts no mail and does no work.",
        f"To let it work again, run: pbm admin node resume {node.name}",
        node.name,
    )


def _silent(node: Node) -> Finding:
    return consider(
        f"The node {node.name} (on {node.host}, data folder {node.data}) has sent no heartbeat "
        f"since {local_time(node.seen)}, but wasn't stopped. The other nodes are doing its work.",
        "Check that its machine is running and can reach the database. Then start the node "
        f"again. If it is gone for good, run: pbm admin node remove {node.name}",
        node.name,
    )


def _lacking(node: Node) -> Finding:
    return consider(
        f"The node {node.name} takes no work, because it lacks games that other nodes serve: "
        f"{listing(node.missing_games.split())}.",
        "Install the missing games on this node, or set PBM_GAMES to the same value as on the "
        "other nodes. Then restart the node. To see the games of a node, run: pbm config",
        f"{node.name} games",
    )


def _may_do(node: Node, role: str, now: datetime) -> bool:
    """Whether a node has the role and works, or did so within ABSENT_AFTER."""
    return role in node.roles.split() and not node.drain_reason and now - node.seen < ABSENT_AFTER
