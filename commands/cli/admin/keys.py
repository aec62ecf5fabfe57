"""The server's own key: `pbm admin rotate-key`."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Annotated

import typer

from commands.cli.admin.act import admin_act, admin_app
from commands.cli.arguments import Reason
from commands.security.keys import KEY, KeyFile, StoredKey, UnusableKeyError, fingerprint
from commands.settings import read_settings
from pbm.adjudication import clean_reason
from pbm.clock import SystemClock
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
    reason, file = clean_reason(reason), KeyFile(read_settings().data / KEY)
    keys = _rotated(file, keep)
    new = fingerprint(keys[0].secret)
    with admin_app(check_key=False) as app, app.database.work() as work:
        work.identity.set_keys([*work.identity.keys, new])  # in case the rest is cut off
    with admin_act(reason, check_key=False) as act:
        file.replace(keys)
        act.work.identity.set_keys([new])
        act.record("rotate-key", "key", f"the old one holds for {counted(keep, 'day')}")
        act.report = f"A new key is in use. The old one holds for {counted(keep, 'day')} more."


def _rotated(file: KeyFile, keep: int) -> Sequence[StoredKey]:
    try:
        return file.rotated(SystemClock().now(), timedelta(days=keep))
    except UnusableKeyError as error:
        raise NotAllowedError(str(error)) from None
