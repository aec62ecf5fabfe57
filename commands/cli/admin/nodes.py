"""Implements `pbm admin node`, which lists, drains, resumes and removes nodes."""

from collections.abc import Mapping
from typing import Annotated

import typer

from commands.cli.admin.act import AdminAct, admin_act, admin_app
from commands.cli.arguments import AsJson
from commands.cli.server.status import NODE_HEAD, node_row
from commands.cli.server.status_data import node_data
from commands.cli.terminal import print_json, print_table
from commands.server.health.nodes import NodeStatus, read_nodes
from commands.settings import read_settings
from pbm.errors import NotAllowedError, NotFoundError
from pbm.suggestions import did_you_mean
from pbm.wording import counted, listing

Name = Annotated[str, typer.Argument(metavar="NAME", help="the node's name")]
NodeReason = Annotated[
    str, typer.Option("--reason", metavar="TEXT", help="the reason, for the audit log")
]
MAINTENANCE = "maintenance"


def list_nodes(as_json: AsJson = False) -> None:
    """List the nodes: their states, roles, versions and last heartbeats.

    A node is a server on a PostgreSQL database that several servers may share. Its state is
    running, draining, drained, stopped or silent. A silent node has sent no heartbeat for half a
    minute, and other nodes do its work. Leases are work that only one node does at a time: each is
    listed at the node that has it now. "Seen" is the last heartbeat. Times are in UTC.

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
    """Let a node finish its current work, and take no new work.

    It takes no mail and no other work, but continues to run. Once "pbm admin node list" shows it as
    drained, you may stop it. It stays drained after a restart, until "pbm admin node resume".

    Example: pbm admin node drain web1 --reason "a new disk"
    """
    with admin_act(reason) as act:
        nodes = _nodes(act)
        status = _existing(nodes, name)
        act.work.nodes.change(name, draining=True)
        act.record("node-drain", name, f"it was {status.state}")
        act.report = f"{name} takes no more work {_when(status)}."
        other_nodes = (each for each in nodes.values() if each is not status)
        if not any(each.state == "running" for each in other_nodes):
            act.report += "\nNo other node works: mails and moves wait until one does."


def resume(name: Name, reason: NodeReason = MAINTENANCE) -> None:
    """Let a drained node work again.

    Example: pbm admin node resume web1
    """
    with admin_act(reason) as act:
        status = _existing(_nodes(act), name)
        act.work.nodes.change(name, draining=False)
        act.record("node-resume", name, f"it was {status.state}")
        act.report = f"{name} works again {_when(status)}."
        if missing_games := status.node.missing_games.split():
            act.report = (
                f"{name} works again once it serves {listing(missing_games)}, as other nodes do."
            )


def remove(name: Name, reason: NodeReason = MAINTENANCE) -> None:
    """Forget a node that is gone for good.

    Example: pbm admin node remove web3 --reason "its machine is sold"
    """
    with admin_act(reason) as act:
        status = _existing(_nodes(act), name)
        if status.lives:
            raise NotAllowedError(
                f"{name} is {status.state}: stop it first. One that was killed is silent after "
                "half a minute, and can be removed then."
            )
        act.work.nodes.remove(name)
        act.record("node-remove", name, f"it was {status.state}")
        act.report = f"{name} is forgotten."


def _nodes(act: AdminAct) -> dict[str, NodeStatus]:
    statuses = read_nodes(read_settings(), act.work, act.context.clock.now())
    return {each.node.name: each for each in statuses}


def _existing(nodes: Mapping[str, NodeStatus], name: str) -> NodeStatus:
    if name not in nodes:
        raise NotFoundError(
            f'There is no node "{name}".{did_you_mean(name, nodes)} "pbm admin node list" shows '
            "them."
        )
    return nodes[name]


def _when(status: NodeStatus) -> str:
    return "within a minute" if status.lives else "when it is started"
