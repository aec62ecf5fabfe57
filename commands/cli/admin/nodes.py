"""Implements `pbm admin node`, which lists, drains, resumes and removes nodes."""

from collections.abc import Mapping
from typing import Annotated

import typer

from commands.cli.admin.admin_actions import AdminAct, admin_act, admin_app
from commands.cli.arguments import AsJson
from commands.cli.server.status import NODE_HEAD, node_row
from commands.cli.server.status_data import node_data
from commands.cli.terminal import print_json, print_table
from commands.server.health.nodes import NodeStatus, read_nodes
from commands.settings import read_settings
from pbm.errors import NotAllowedError, NotFoundError
from pbm.suggestions import did_you_mean
from pbm.wording import counted, listing

Name = Annotated[str, typer.Argument(metavar="NAME", help="name of the node")]
NodeReason = Annotated[
    str, typer.Option("--reason", metavar="TEXT", help="reason to record in the audit log")
]
MAINTENANCE = "maintenance"


def list_nodes(as_json: AsJson = False) -> None:
    """List nodes with their states, roles and heartbeats.

    A node is one of several servers that share a PostgreSQL database. It is running, draining,
    drained, stopped or silent. A silent node has sent no heartbeat for half a minute, and other
    nodes do its work. "Leases" lists the work that only one node does at a time. "Seen" is the last
    heartbeat. Times are in UTC.

    Example: pbm admin node list
    """
    with admin_app() as app, app.database.snapshot() as work:
        now = app.clock.now()
        statuses = read_nodes(app.settings, work, now)
    if as_json:
        print_json({"nodes": [node_data(each) for each in statuses]})
    else:
        rows = [node_row(each, now) for each in statuses]
        print_table(counted(len(rows), "node"), NODE_HEAD, rows)


def drain(name: Name, reason: NodeReason = MAINTENANCE) -> None:
    """Let a node finish its current work without taking new work.

    The node continues to run, but accepts no mail. Once "pbm admin node list" shows it as drained,
    you can stop it. It stays drained after a restart, until you run "pbm admin node resume".

    Example: pbm admin node drain web1 --reason "a new disk"
    """
    with admin_act(reason) as act:
        nodes = _nodes(act)
        status = _existing(nodes, name)
        act.work.nodes.change(name, draining=True)
        act.record("node-drain", name, f"it was {status.state}")
        act.report = (
            f"{name} will stop taking work within a minute."
            if status.lives
            else f"{name} isn't running. When you start it, it won't take any work."
        )
        other_nodes = (each for each in nodes.values() if each is not status)
        if not any(each.state == "running" for each in other_nodes):
            act.report += (
                "\nNo other node is running. Emails and moves will wait until a node is running "
                "again."
            )


def resume(name: Name, reason: NodeReason = MAINTENANCE) -> None:
    """Let a drained node take work again.

    Example: pbm admin node resume web1
    """
    with admin_act(reason) as act:
        status = _existing(_nodes(act), name)
        act.work.nodes.change(name, draining=False)
        act.record("node-resume", name, f"it was {status.state}")
        act.report = f"{name} will take work again {_when(status)}."
        if missing_games := status.node.missing_games.split():
            act.report = (
                f"{name} lacks games that other nodes serve. To let it take work again, install "
                f"these games on this node: {listing(missing_games)}."
            )


def remove(name: Name, reason: NodeReason = MAINTENANCE) -> None:
    """Remove a node that is gone for good from the list.

    Example: pbm admin node remove web3 --reason "we sold the machine"
    """
    with admin_act(reason) as act:
        status = _existing(_nodes(act), name)
        if status.lives:
            raise NotAllowedError(
                f"{name} is {status.state}. Stop it first. If you just killed it, wait "
                "30 seconds for pbm to notice."
            )
        act.work.nodes.remove(name)
        act.record("node-remove", name, f"it was {status.state}")
        act.report = f"{name} has been removed."


def _nodes(act: AdminAct) -> dict[str, NodeStatus]:
    statuses = read_nodes(read_settings(), act.work, act.context.clock.now())
    return {each.node.name: each for each in statuses}


def _existing(nodes: Mapping[str, NodeStatus], name: str) -> NodeStatus:
    if name not in nodes:
        raise NotFoundError(
            f'The node "{name}" doesn\'t exist.{did_you_mean(name, nodes)} To see all nodes, run: '
            "pbm admin node list"
        )
    return nodes[name]


def _when(status: NodeStatus) -> str:
    return "within a minute" if status.lives else "when you start it"
