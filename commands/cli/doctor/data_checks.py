"""Checks of the data: whose it is, whether it can be used, and the settings kept with it."""

import sqlite3
from functools import partial
from pathlib import Path

from commands.app import App, was_made
from commands.cli.doctor.file_systems import network_file_system
from commands.cli.doctor.finding import Finding, State, broken, consider, ok
from commands.cli.opening import open_for_command
from commands.settings import Settings
from commands.system.files import close_to_others, is_open_to_others
from pbm.errors import UsageError
from pbm.wording import listing


def check_privacy(settings: Settings) -> Finding:
    """Checks that only their owner may read the data."""
    paths = settings.private_paths
    if not any(path.exists() for path in paths):
        return ok(f"{listing(list(map(str, paths)))}: not made yet.")
    if settings.data.exists() and not settings.data.is_dir():
        return broken(
            f"{settings.data} isn't a folder.", "Name a folder in PBM_DATA; it may be a new one."
        )
    opened = [path for path in paths if is_open_to_others(path)]
    if not opened:
        return ok(f"Only their owner may read {listing(list(map(str, paths)))}.")
    return broken(
        f"Other users of this machine may read {listing(list(map(str, opened)))}: the players' "
        "addresses and hashes of their passwords.",
        "Run pbm doctor --mend, which makes it their owner's alone.",
        partial(_close, opened),
    )


def check_database(settings: Settings) -> Finding:
    """Checks that the database can be opened."""
    if not was_made(settings):
        file = settings.database_file
        return ok(f"{file}: not made yet; the first signup or pbm serve makes it.")
    try:
        with open_for_command(settings, new=False, force=True) as app:
            return _check_journal(app)
    except UsageError as error:
        return broken(error.text, "Mend that, then run pbm doctor again.")


def _check_journal(app: App) -> Finding:
    """Tells how commits are written to a database that can be opened."""
    file, journal = app.settings.database_file, app.database.journal
    opened = "The database can be opened"
    if file and (network := network_file_system(file)):
        return consider(
            f"{opened}, but {file} is on a network file system ({network}), whose locks may not "
            "hold: two machines that use it damage it.",
            "Put it on a local disk, or use PostgreSQL.",
        )
    if journal not in ("", "wal"):
        return consider(
            f'{opened}, but its file system permits no write-ahead log (journal "{journal}"), so '
            "readers and writers wait for each other.",
            "Put it on a local disk.",
        )
    return ok(f"{opened}. {_about_sqlite()}" if journal else f"{opened}.")


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
        return ok("None are kept before the first pbm serve.")
    if check_database(settings).state is State.BROKEN:
        return consider(
            "They can't be read as long as the database can't be opened.", "Mend that first."
        )
    try:
        with open_for_command(settings, new=False, force=False) as app:
            return ok(f"Mails come from {app.settings.address} and go to {app.settings.relay}.")
    except UsageError as error:
        return broken(error.text, "Leave it out, or run pbm serve --force.")


def _close(paths: list[Path]) -> None:
    for path in paths:
        close_to_others(path)
