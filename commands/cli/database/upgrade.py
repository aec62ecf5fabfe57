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
    from storage.schema.upgrade_check import UpgradeCheck

Check = Annotated[bool, typer.Option("--check", help="show what would be done, and do nothing")]
NOTHING = "The tables are of version {}, which this pbm uses: nothing is to be done."


def upgrade(*, check: Check = False) -> None:
    """Bring an older database up to date, after a backup of it.

    Every other command does the same when it first opens the database of an older pbm. The backup
    goes into the folder backups in the data folder, unless PBM_BACKUP_BEFORE_UPGRADE is off.

    With --check, nothing is changed. The exit status is 0 if there is nothing to do, 1 if an
    upgrade is needed, and 2 if an upgrade is impossible or there is no database.

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
    print_line("The database is up to date.")


def _check(settings: Settings) -> "UpgradeCheck":
    """Returns the upgrades that the database needs.

    Raises UsageError if the database can't be used.
    """
    from storage.schema.upgrade_check import check_upgrade  # noqa: PLC0415 - slow to load

    try:
        with as_owner(settings.data):
            return check_upgrade(settings.database_url)
    except ConnectionError as error:
        raise UsageError(f"These settings can't be used: {error}") from error


def _print_versions(upgrade_check: "UpgradeCheck") -> None:
    print_line(f"{counted(len(upgrade_check.migrations), 'new version')} of the tables:")
    for migration in upgrade_check.migrations:
        print_line(f"  {migration.version}: {migration.summary}")


def _print_plan(settings: Settings, upgrade_check: "UpgradeCheck") -> None:
    """Prints where the backup before an upgrade would be written.

    Raises UsageError if it couldn't be made.
    """
    from commands.server.app import backup_before_upgrade  # noqa: PLC0415 - slow to load

    if process := other_server(settings.database_file):
        print_line(f"The server, process {process}, must be stopped first.")
    if not settings.backup_before_upgrade:
        print_line("No backup would be made, as PBM_BACKUP_BEFORE_UPGRADE is off.")
        return
    if problem := backup_before_upgrade.backup_problem(settings, upgrade_check):
        raise UsageError(f"The upgrade can't be made, as no backup can: {problem}")
    words = backup_before_upgrade.size_in_words
    size, free = words(upgrade_check.size), words(backup_before_upgrade.free_space(settings))
    file = backup_before_upgrade.backup_file(settings, upgrade_check.newest, SystemClock().now())
    print_line(f"The backup would be {file}, of at most {size}; {free} are free there.")
    print_line("Nothing was changed. pbm upgrade makes the backup, and then the upgrade.")
