"""Opens the server's own database for a command at the shell."""

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
    """Yields the application; with settings other than the server's only if `force`.

    `new`: a missing database is made; without it the command sees an empty one, which is dropped.
    The others: see `open_app`.
    """
    opened = open_app(
        settings, new=new, force=force, may_be_older=may_be_older, check_key=check_key
    )
    with as_owner(settings.data), opened as app:
        yield app


def tell_missing_database(settings: Settings) -> None:
    """Says on standard error that there is no database, for a command that found nothing."""
    if missing := missing_database(settings):
        print(missing, file=sys.stderr)


def missing_database(settings: Settings) -> str:
    """Returns a sentence on a database that isn't there; nothing if it is."""
    if not settings.is_file_missing:
        return ""
    told = "it is lost" if is_lost(settings) else "nothing is stored yet, or elsewhere"
    return f"There is no database {settings.database_file}: {told}."
