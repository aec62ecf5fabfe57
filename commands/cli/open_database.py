"""Opens the server's own database for a command in the shell."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from commands.server.app.app import App
from commands.server.app.opening import is_lost, open_app
from commands.settings import Settings
from commands.system.data_owner import as_owner


@contextmanager
def open_for_command(
    settings: Settings,
    *,
    new: bool,
    force: bool,
    may_be_older: bool = False,
    check_key: bool = True,
) -> Iterator[App]:
    """Yields the application. Its settings must be the server's, unless `force` is set.

    `new`: whether a missing database is created. Otherwise, the command uses an empty one that is
    discarded. `may_be_older`, `check_key`: see `open_app`.
    """
    opened = open_app(
        settings, new=new, force=force, may_be_older=may_be_older, check_key=check_key
    )
    with as_owner(settings.data), opened as app:
        yield app


def tell_missing_database(settings: Settings) -> None:
    """Prints a notice on standard error if there is no database.

    It explains why a command found nothing.
    """
    if missing := missing_database(settings):
        print(missing, file=sys.stderr)


def missing_database(settings: Settings) -> str:
    """Returns a sentence on a missing database. Empty if there is one."""
    if not settings.is_file_missing:
        return ""
    if is_lost(settings):
        return (
            f"The database {settings.database_file} is missing, although pbm has used it before. "
            "Move the file back, or restore a backup."
        )
    return f"The database {settings.database_file} doesn't exist yet. To create it, run: pbm serve"
