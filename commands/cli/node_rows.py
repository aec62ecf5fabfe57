"""Nodes as rows of a table, and as JSON."""

from typing import Any

from commands.cli.terminal import format_minute, format_second
from commands.health.node_status import NodeStatus

NODE_HEAD = ("node", "state", "roles", "alone does", "version", "since", "last sign of life")


def node_row(found: NodeStatus) -> tuple[str, ...]:
    """Returns a node as a row of a table with NODE_HEAD."""
    node = found.node
    leases = ", ".join(found.leases)
    times = format_minute(node.since), format_second(node.seen)
    return node.name, found.state, found.roles, leases, node.version, *times


def node_data(found: NodeStatus) -> dict[str, Any]:
    """Returns a node as JSON."""
    node = found.node
    return {
        "name": node.name,
        "state": found.state,
        "roles": node.roles.split(),
        "leases": list(found.leases),
        "version": node.version,
        "tables": node.schema_version,
        "host": node.host,
        "data": node.data,
        "since": node.since,
        "seen": node.seen,
    }
