"""Checks of the nodes that share a database."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from commands.health.problem import Problem
from commands.settings import Settings
from pbm.wording import local_time
from storage.admin.nodes import Node
from storage.unit_of_work import UnitOfWork

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


def check_nodes(settings: Settings, work: UnitOfWork, now: datetime) -> Iterator[Problem]:
    """Yields the nodes that have fallen silent, and the roles that no running node has."""
    nodes = work.nodes.all()
    if settings.database_file:  # it has one server: the checks of its work tell all else
        yield from (_drained(node) for node in nodes if node.draining and node.lives(now))
        return
    for node in nodes:
        if not node.stopped and now - node.seen > MISSED_AFTER:
            yield _silent(node)
    if any(node.lives(now) and now - node.since > ABSENT_AFTER for node in nodes):
        for role, waits in WAITING.items():
            if not any(_may_do(node, role, now) for node in nodes):
                yield Problem(
                    f"No running node has the role {role}: {waits}.",
                    f"Start one with PBM_ROLES={role}, or with all roles. "
                    "pbm admin node list shows the nodes.",
                    role,
                )


def _drained(node: Node) -> Problem:
    return Problem(
        "The server is drained, as an admin wants: it takes no mail, and does no work.",
        f"Let it work again: pbm admin node resume {node.name}.",
        node.name,
    )


def _silent(node: Node) -> Problem:
    return Problem(
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
