"""The server's own key: `pbm admin rotate-key`."""

from datetime import datetime, timedelta
from typing import Annotated

import typer

from commands.cli.admin.act import admin_act
from commands.cli.arguments import Reason
from commands.security.keys import DamagedKeyError, KeyFile
from commands.settings import read_settings
from pbm.errors import NotAllowedError
from pbm.wording import counted

KEEP_DAYS = 30
"""Longer than the usual time for a move, as a reply to an older mail must still be valid."""

Keep = Annotated[int, typer.Option(min=0, max=3650, help="days for which the old key stays valid")]


def rotate_key(reason: Reason, keep: Keep = KEEP_DAYS) -> None:
    """Replace the key that signs reply addresses, codes and bounce addresses.

    What the old key has signed stays valid for as long as you keep it: not at all with --keep 0,
    which is right when others may have seen the key.

    Example: pbm admin rotate-key --reason "once a year"
    """
    with admin_act(reason) as act:
        _rotate(act.context.now(), keep)
        act.record("rotate-key", "key", f"the old one holds for {counted(keep, 'day')}")
        act.report = f"A new key is in use. The old one holds for {counted(keep, 'day')} more."


def _rotate(now: datetime, keep: int) -> None:
    try:
        KeyFile(read_settings().data / "key").rotate(now, timedelta(days=keep))
    except DamagedKeyError as error:
        raise NotAllowedError(str(error)) from None
