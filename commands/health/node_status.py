"""The nodes of a site as admins see them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from commands.settings import Settings
from commands.settings.nodes import ROLES
from commands.system.only_server import other_server
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
