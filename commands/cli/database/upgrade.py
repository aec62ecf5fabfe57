"""Implements `pbm upgrade`, which upgrades the tables of an older database."""

from typing import TYPE_CHECKING, Annotated

import typer

from commands.cli.open_database import missing_database, open_for_command
from commands.cli.terminal import print_line
from commands.settings import Settings, read_settings
from commands.system.data_owner import as_owner
from commands.system.logs.logging import configure_logging
from commands.system.only_server import other_server
from pbm.clock import SystemClock
from pbm.errors import NotFoundError, UsageError
from pbm.wording import counted

if TYPE_CHECKING:
    from storage.schema.pending_upgrade import UpgradeCheck

Check = Annotated[
    bool,
    typer.Option("--check", help=("show what the upgrade would do, without changing anything")),
]
NOTHING = "The database is up to date (schema version {})."


def upgrade(*, check: Check = False) -> None:
    """Back up and upgrade the database of an older pbm.

    You don't have to run this command, because every other command also upgrades an older database
    when it opens it. The backup goes to the folder "backups" in the data folder. To upgrade without
    a backup, set PBM_BACKUP_BEFORE_UPGRADE to false.

    --check changes nothing. Its exit status is 0 if the database is up to date, 1 if it needs an
    upgrade, and 2 if an upgrade is impossible or there is no database.

    Example: pbm upgrade --check
    """
    configure_logging(quiet=True)
    settings = read_settings()
    if missing := missing_database(settings):
        raise UsageError(missing) if check else NotFoundError(missing)
    upgrade_check = _check(settings)
    if not upgrade_check.migrations:
        print_line(NOTHING.format(upgrade_check.newest))
        return
    _print_versions(upgrade_check)
    if check:
        _print_plan(settings, upgrade_check)
        raise typer.Exit(1)
    with open_for_command(settings, new=False, force=True, check_key=False) as app:
        if app.upgrade_backup:
            print_line(f"Backup: {app.upgrade_backup}")
    print_line("The database is now up to date.")


def _check(settings: Settings) -> "UpgradeCheck":
    """Returns the upgrades that the database needs.

    Raises UsageError if the database can't be used.
    """
    from storage.schema.pending_upgrade import check_upgrade  # noqa: PLC0415 - slow to load

    try:
        with as_owner(settings.data):
            return check_upgrade(settings.database_url)
    except ConnectionError as error:
        text = str(error)
        raise UsageError(f"{text[:1].upper()}{text[1:]}.") from error


def _print_versions(upgrade_check: "UpgradeCheck") -> None:
    print_line(f"{counted(len(upgrade_check.migrations), 'upgrade')} of the tables:")
    for migration in upgrade_check.migrations:
        print_line(f"  {migration.version}: {migration.summary}")


def _print_plan(settings: Settings, upgrade_check: "UpgradeCheck") -> None:
    """Prints where the backup before an upgrade would be written.

    Raises UsageError if it couldn't be made.
    """
    from commands.server.app import backup_before_upgrade  # noqa: PLC0415 - slow to load

    if process := other_server(settings.database_file):
        print_line(f"Stop the server first (process {process}).")
    if not settings.backup_before_upgrade:
        print_line("There would be no backup, because PBM_BACKUP_BEFORE_UPGRADE is false.")
        return
    if problem := backup_before_upgrade.backup_problem(settings, upgrade_check):
        raise UsageError(
            f"The upgrade would fail, because pbm can't make a backup first. {problem}"
        )
    words = backup_before_upgrade.size_in_words
    size, free = words(upgrade_check.size), words(backup_before_upgrade.free_space(settings))
    file = backup_before_upgrade.backup_file(settings, upgrade_check.newest, SystemClock().now())
    print_line(f"pbm would write the backup to {file} (at most {size}, with {free} free).")
    print_line('Nothing has changed. To back up and upgrade, run "pbm upgrade".')
