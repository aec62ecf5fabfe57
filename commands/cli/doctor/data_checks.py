"""Checks of the data: whose it is, whether it can be used, and the settings kept with it."""

import sqlite3
from functools import partial
from pathlib import Path

from commands.app import App, was_made
from commands.cli.doctor.file_systems import network_file_system
from commands.cli.doctor.finding import Finding, State, good, warning, wrong
from commands.cli.opening import open_for_command
from commands.settings import Settings
from commands.system.files import close_to_others, is_open_to_others
from pbm.errors import UsageError
from pbm.wording import listing


def check_privacy(settings: Settings) -> Finding:
    """Checks that only their owner may read the data."""
    paths = settings.private_paths
    if not any(path.exists() for path in paths):
        return good(f"{listing(list(map(str, paths)))}: not made yet.")
    if settings.data.exists() and not settings.data.is_dir():
        return wrong(f"{settings.data} isn't a folder; PBM_DATA names one.")
    opened = [path for path in paths if is_open_to_others(path)]
    if not opened:
        return good(f"Only their owner may read {listing(list(map(str, paths)))}.")
    return wrong(
        f"Other users of this machine may read {listing(list(map(str, opened)))}: the players' "
        "addresses and hashes of their passwords. --mend makes it their owner's alone.",
        partial(_close, opened),
    )


def check_database(settings: Settings) -> Finding:
    """Checks that the database can be opened."""
    if not was_made(settings):
        file = settings.database_file
        return good(f"{file}: not made yet; the first signup or pbm serve makes it.")
    try:
        with open_for_command(settings, new=False, force=True) as app:
            return _check_journal(app)
    except UsageError as error:
        return wrong(error.text)


def _check_journal(app: App) -> Finding:
    """Tells how commits are written to a database that can be opened."""
    file, journal = app.settings.database_file, app.database.journal
    opened = "The database can be opened"
    if file and (network := network_file_system(file)):
        return warning(
            f"{opened}, but {file} is on a network file system ({network}), whose locks may not "
            "hold: two machines that use it damage it. Put it on a local disk, or use PostgreSQL."
        )
    if journal not in ("", "wal"):
        return warning(
            f'{opened}, but its file system permits no write-ahead log (journal "{journal}"), so '
            "readers and writers wait for each other. Put it on a local disk."
        )
    return good(f"{opened}. {_about_sqlite()}" if journal else f"{opened}.")


def _about_sqlite() -> str:
    from storage.wal_checkpoints import has_reset_fault  # noqa: PLC0415 - slow to load

    has = "has" if has_reset_fault(sqlite3.sqlite_version_info) else "doesn't have"
    return (
        f"SQLite {sqlite3.sqlite_version} {has} the WAL-reset fault; on any version, pbm copies "
        "the log into the database only while nobody can commit, so nothing can be lost by it."
    )


def check_kept_settings(settings: Settings) -> Finding:
    """Checks that the settings are those of the server that uses this data."""
    if not was_made(settings):
        return good("None are kept before the first pbm serve.")
    if check_database(settings).state is State.WRONG:
        return warning("They can't be read as long as the database can't be opened.")
    try:
        with open_for_command(settings, new=False, force=False) as app:
            return good(f"Mails come from {app.settings.address} and go to {app.settings.relay}.")
    except UsageError as error:
        return wrong(error.text)


def _close(paths: list[Path]) -> None:
    for path in paths:
        close_to_others(path)
