"""Nodes as rows of a table, and as JSON."""

from datetime import datetime, timedelta
from typing import Any

from commands.cli.terminal import format_minute
from commands.health.node_status import NodeStatus
from commands.system.log_values import duration

NODE_HEAD = ("node", "state", "roles", "leases", "version", "since", "seen")


SECOND = timedelta(seconds=1)


def node_row(found: NodeStatus, now: datetime) -> tuple[str, ...]:
    """Returns a node as a row of a table with NODE_HEAD."""
    node = found.node
    leases = ", ".join(found.leases)
    times = format_minute(node.since), f"{duration(max(now - node.seen, SECOND))} ago"
    return node.name, found.state, found.roles, leases, node.version, *times


def node_data(found: NodeStatus) -> dict[str, Any]:
    """Returns a node as JSON."""
    node = found.node
    return {
        "name": node.name,
        "state": found.state,
        "draining": node.draining,
        "roles": node.roles.split(),
        "leases": list(found.leases),
        "version": node.version,
        "tables": node.schema_version,
        "host": node.host,
        "data": node.data,
        "since": node.since,
        "seen": node.seen,
    }
