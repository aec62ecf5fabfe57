"""The installation: its nodes, keys, generations, and the audit log."""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import timedelta
from pathlib import Path
from typing import Annotated

import typer

from commands.backup.new_generation import begin_new_generation, report_lines
from commands.cli.admin.act import AdminAct, admin_act, admin_app, read_only
from commands.cli.admin.formatting import entry_row
from commands.cli.arguments import AsJson, Reason
from commands.cli.server.status import NODE_HEAD, node_data, node_row
from commands.cli.terminal import print_json, print_table
from commands.health.nodes import NodeStatus, read_nodes
from commands.security.key_changes import encrypt_otherwise, is_lost, rotate
from commands.security.key_ring import UnusableKeyError
from commands.security.master_key import NO_FILE, MasterKeyFile
from commands.settings import read_settings
from pbm.errors import NotAllowedError, NotFoundError
from pbm.suggestions import did_you_mean
from pbm.wording import counted, listing

Name = Annotated[str, typer.Argument(metavar="NAME", help="the node's name")]
NodeReason = Annotated[
    str, typer.Option("--reason", metavar="TEXT", help="the reason; it is kept in the audit log")
]
MAINTENANCE = "maintenance"


def list_nodes(as_json: AsJson = False) -> None:
    """List the nodes: their states, roles, versions and last heartbeats.

    A node is a server on a PostgreSQL database that several may share. It is running, draining,
    drained, stopped, or silent: it has sent no heartbeat for half a minute, and the others do
    its work. Leases are the work that one node does at a time, and this one now. "Seen" is the last
    heartbeat. Times are in UTC.

    Example: pbm admin node list
    """
    with admin_app() as app, app.database.snapshot() as work:
        now = app.clock.now()
        found = read_nodes(app.settings, work, now)
    if as_json:
        print_json({"nodes": [node_data(each) for each in found]})
    else:
        rows = [node_row(each, now) for each in found]
        print_table(counted(len(rows), "node"), NODE_HEAD, rows)


def drain(name: Name, reason: NodeReason = MAINTENANCE) -> None:
    """Let a node finish what it has begun, and take no more.

    It takes no mail and no other work, and runs on, idle, until "pbm admin node list" shows it as
    drained: then it may be stopped. It stays drained when it is started again, until "pbm admin
    node resume".

    Example: pbm admin node drain web1 --reason "a new disk"
    """
    with admin_act(reason) as act:
        nodes = _nodes(act)
        found = _existing(nodes, name)
        act.work.nodes.change(name, draining=True)
        act.record("node-drain", name, f"it was {found.state}")
        act.report = f"{name} takes no more work {_when(found)}."
        others = (each for each in nodes.values() if each is not found)
        if not any(each.state == "running" for each in others):
            act.report += "\nNo other node works: mails and moves wait until one does."


def resume(name: Name, reason: NodeReason = MAINTENANCE) -> None:
    """Let a drained node work again.

    Example: pbm admin node resume web1
    """
    with admin_act(reason) as act:
        found = _existing(_nodes(act), name)
        act.work.nodes.change(name, draining=False)
        act.record("node-resume", name, f"it was {found.state}")
        act.report = f"{name} works again {_when(found)}."
        if lacks := found.node.lacks.split():
            act.report = f"{name} works again once it serves {listing(lacks)}, as other nodes do."


def remove(name: Name, reason: NodeReason = MAINTENANCE) -> None:
    """Forget a node that is gone for good.

    Example: pbm admin node remove web3 --reason "its machine is sold"
    """
    with admin_act(reason) as act:
        found = _existing(_nodes(act), name)
        if found.lives:
            raise NotAllowedError(
                f"{name} is {found.state}: stop it first. One that was killed is silent after half "
                "a minute, and can be removed then."
            )
        act.work.nodes.remove(name)
        act.record("node-remove", name, f"it was {found.state}")
        act.report = f"{name} is forgotten."


def _nodes(act: AdminAct) -> dict[str, NodeStatus]:
    found = read_nodes(read_settings(), act.work, act.context.clock.now())
    return {each.node.name: each for each in found}


def _existing(nodes: Mapping[str, NodeStatus], name: str) -> NodeStatus:
    if name not in nodes:
        raise NotFoundError(
            f'There is no node "{name}".{did_you_mean(name, nodes)} "pbm admin node list" shows '
            "them."
        )
    return nodes[name]


def _when(found: NodeStatus) -> str:
    return "within a minute" if found.lives else "when it is started"


# The server's own keys: `pbm admin rotate-key` and `pbm admin master-key`.

KEEP_DAYS = 30
"""Longer than the usual time for a move, as a reply to an older mail must still be valid."""

NODES_RUN = """\
Stop {} first: the processes that a server starts again could not open its keys.
One that was killed counts for half a minute."""

IN_USE = """\
The master key {} is missing, and {} may have it: name its file in PBM_MASTER_KEY_FILE,
or stop {} first if it is lost. One that was killed counts for half a minute."""
NO_LONGER = """\
A new key is in use. The old one holds no longer, so the reply addresses in all mails sent so far
are no longer good."""

MasterKeyArgument = Annotated[
    str, typer.Argument(metavar="FILE", help="the file with the new key, or `none`")
]
Keep = Annotated[int, typer.Option(min=0, max=3650, help="days for which the old key stays valid")]


def rotate_key(reason: Reason, keep: Keep = KEEP_DAYS) -> None:
    """Replace the key that signs reply addresses and codes.

    What the old key has signed stays valid for as long as you keep it: not at all with --keep 0,
    which is right when others may have seen the key. A key that was lost is replaced as well.

    Example: pbm admin rotate-key --reason "once a year"
    """
    with admin_act(reason, check_key=False) as act:
        try:
            _check_not_in_use(act)
            holds = rotate(act.work, act.master_key, act.context.now(), timedelta(days=keep))
        except UnusableKeyError as error:
            raise NotAllowedError(str(error)) from None
        if holds and keep:
            act.record("rotate-key", "key", f"the old one holds for {counted(keep, 'day')}")
            act.report = f"A new key is in use. The old one holds for {counted(keep, 'day')} more."
        else:
            act.record("rotate-key", "key", "the old one holds no longer")
            act.report = NO_LONGER


def master_key(file: MasterKeyArgument, reason: Reason) -> None:
    """Encrypt the signing keys with another master key.

    The file is made if there is none; with `none`, the keys are stored as they are. All addresses
    in mails stay valid. Stop all servers before, and set PBM_MASTER_KEY_FILE for all of them after.
    Keep the old file for as long as you keep backups that were made with it.

    Example: pbm admin master-key /etc/pbm/master-key --reason "the old one was seen"
    """
    new = MasterKeyFile(None if file == NO_FILE else Path(file))
    with admin_act(reason) as act:
        _check_stopped(act)
        try:
            encrypt_otherwise(act.work, act.master_key, new)
        except UnusableKeyError as error:
            raise NotAllowedError(str(error)) from None
        act.record("master-key", "key", file)
        act.report = f"Set PBM_MASTER_KEY_FILE={file} before anything else is started."


def _check_not_in_use(act: AdminAct) -> None:
    """Raises NotAllowedError if the master key isn't here, but servers run that may have it."""
    if is_lost(act.work.signing_keys.lock(), act.master_key) and (running := _running(act)):
        raise NotAllowedError(IN_USE.format(act.master_key.path, running, running))


def _check_stopped(act: AdminAct) -> None:
    """Raises NotAllowedError while servers run."""
    if running := _running(act):
        raise NotAllowedError(NODES_RUN.format(running))


def _running(act: AdminAct) -> str:
    return listing([node.name for node in act.work.nodes.living(act.context.now())])


# Going on with an older database: `pbm admin new-generation`.


def new_generation(reason: Reason) -> None:
    """Go on with an older copy of the database.

    A new generation of it begins.

    Do it after you have restored a backup by hand, before anything else runs. Mails about what
    happened after the backup can then no longer be answered by reply, so that no such answer acts
    on something else; those about boards that are still as they were can. New boards get numbers
    that weren't in use.

    What "pbm restore" does, this does too: mails that waited are paused, as they may have been sent
    since; the time since the last sign of the server is given back to the players; and each player
    with a running game is told once how the boards stand.

    Example: pbm admin new-generation --reason "restored the backup of May 2nd"
    """
    with admin_act(reason, may_be_older=True, check_key=False) as act:
        try:
            begun = begin_new_generation(act.database, act.work, act.context, act.mailer)
        except UnusableKeyError as error:
            raise NotAllowedError(str(error)) from None
        act.record("new-generation", "database", f"generation {begun.generation.number}")
        act.report = "\n".join([*report_lines(begun), "Start the server now."])


# The audit log: `pbm admin audit`.


def audit(as_json: AsJson = False) -> None:
    """List what admins have done, the oldest first.

    Times are in UTC.

    Example: pbm admin audit --json
    """
    with read_only() as (work, _):
        found = work.audit_log.entries()
    if as_json:
        print_json({"acts": [asdict(entry) for entry in found]})
        return
    rows = [entry_row(entry) for entry in found]
    print_table(counted(len(found), "act"), ("when", "admin", "what", "why"), rows)
