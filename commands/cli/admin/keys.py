"""Implements `pbm admin rotate-key` and `pbm admin master-key`, which change the server's keys."""

from datetime import timedelta
from pathlib import Path
from typing import Annotated

import typer

from commands.cli.admin.admin_actions import AdminAct, admin_act
from commands.cli.arguments import Reason
from commands.security.keys.key_changes import encrypt_otherwise, is_lost, rotate
from commands.security.keys.key_ring import UnusableKeyError
from commands.security.keys.master_key import NO_FILE, MasterKeyFile
from pbm.errors import NotAllowedError
from pbm.wording import counted, listing

KEEP_DAYS = 30
"""Days for which the old key stays valid by default.

The default is longer than the usual time per move, because replies to older emails must keep
working.
"""
NODES_RUN = """\
Stop {} first. A running server can't read the changed keys when it restarts a process.
If you just killed the server, wait 30 seconds and try again."""
IN_USE = """\
The master key file {} is missing on this machine, but {} may have it. Set PBM_MASTER_KEY_FILE
to the path of the file. If the key is lost, stop {} before you run this command again.
If you just killed the server, wait 30 seconds and try again."""
NO_LONGER = """\
A new key is in use, and the old one is no longer valid. Players can no longer reply to emails that
they received earlier."""
MasterKeyArgument = Annotated[
    str, typer.Argument(metavar="FILE", help='file with the new key, or "none"')
]
Keep = Annotated[int, typer.Option(min=0, max=3650, help="days until the old key becomes invalid")]


def rotate_key(reason: Reason, keep: Keep = KEEP_DAYS) -> None:
    """Replace the key that signs reply addresses and codes.

    The old key stays valid for --keep days, so that replies to older emails still work. Use --keep
    0 if somebody may have seen the old key. This command also replaces a lost key.

    Example: pbm admin rotate-key --reason "once a year"
    """
    with admin_act(reason, check_key=False) as act:
        try:
            _check_not_in_use(act)
            holds = rotate(act.work, act.master_key, act.context.now(), timedelta(days=keep))
        except UnusableKeyError as error:
            raise NotAllowedError(str(error)) from None
        if holds and keep:
            valid = f"the old one stays valid for {counted(keep, 'day')}"
            act.record("rotate-key", "key", valid)
            act.report = f"A new key is in use, and {valid}."
        else:
            act.record("rotate-key", "key", "the old one is no longer valid")
            act.report = NO_LONGER


def master_key(file: MasterKeyArgument, reason: Reason) -> None:
    """Encrypt the signing keys with another master key.

    Stop all servers first. Afterwards, set PBM_MASTER_KEY_FILE for all of them. pbm creates FILE if
    it doesn't exist. With "none", it stores the signing keys unencrypted. Replies to earlier emails
    still work. Keep the old file for as long as you keep backups that need it.

    Example: pbm admin master-key /etc/pbm/master-key --reason "the old one leaked"
    """
    new = MasterKeyFile(None if file == NO_FILE else Path(file))
    with admin_act(reason) as act:
        _check_stopped(act)
        try:
            encrypt_otherwise(act.work, act.master_key, new)
        except UnusableKeyError as error:
            raise NotAllowedError(str(error)) from None
        act.record("master-key", "key", file)
        act.report = f"Set PBM_MASTER_KEY_FILE={file} before you start a server again."


def _check_not_in_use(act: AdminAct) -> None:
    """Raises NotAllowedError if the master key isn't here but running servers may have it."""
    if is_lost(act.work.signing_keys.lock(), act.master_key) and (running := _running(act)):
        raise NotAllowedError(IN_USE.format(act.master_key.path, running, running))


def _check_stopped(act: AdminAct) -> None:
    """Raises NotAllowedError if any server is running."""
    if running := _running(act):
        raise NotAllowedError(NODES_RUN.format(running))


def _running(act: AdminAct) -> str:
    return listing([node.name for node in act.work.nodes.running(act.context.now())])
