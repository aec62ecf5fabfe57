"""The server's own key: `pbm admin rotate-key`."""

from datetime import timedelta
from typing import Annotated

import typer

from commands.cli.admin.act import admin_act
from commands.cli.arguments import Reason
from commands.security.key_changes import rotate
from commands.security.keys import UnusableKeyError
from pbm.errors import NotAllowedError
from pbm.wording import counted

KEEP_DAYS = 30
"""Longer than the usual time for a move, as a reply to an older mail must still be valid."""

Keep = Annotated[int, typer.Option(min=0, max=3650, help="days for which the old key stays valid")]


def rotate_key(reason: Reason, keep: Keep = KEEP_DAYS) -> None:
    """Replace the key that signs reply addresses and codes.

    What the old key has signed stays valid for as long as you keep it: not at all with --keep 0,
    which is right when others may have seen the key. A key that was lost is replaced as well.

    Example: pbm admin rotate-key --reason "once a year"
    """
    with admin_act(reason, check_key=False) as act:
        try:
            rotate(act.work, act.key_place, act.context.now(), timedelta(days=keep))
        except UnusableKeyError as error:
            raise NotAllowedError(str(error)) from None
        act.record("rotate-key", "key", f"the old one holds for {counted(keep, 'day')}")
        act.report = f"A new key is in use. The old one holds for {counted(keep, 'day')} more."
