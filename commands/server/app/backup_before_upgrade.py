"""Back up a database before its tables are upgraded to a newer version of pbm."""

import shutil
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from sqlalchemy.engine import make_url

from commands.server.app.backup_writing import file_name, write_backup
from commands.settings import Settings
from pbm.clock import SystemClock
from pbm.errors import UsageError, UserError
from pbm.process.lazy_logger import get_logger
from storage.backup.copying import (
    CopyError,
    database_kind,
    run_postgresql,
)
from storage.schema.pending_upgrade import UpgradeCheck, check_upgrade
from storage.schema.schema_upgrade import Migration

log = get_logger()
FOLDER = "backups"
"""Name of the subfolder of the data folder that holds these backups."""
COPIES = 2
"""Free disk space that a backup needs, as a multiple of the size of the database.

While it is being made, a backup contains a plain copy of the database and a compressed one.
"""
NOT_UPGRADED = """\
pbm can't upgrade the database, because it can't make a backup first:
{}
Fix this problem. If you already have a backup, you can set PBM_BACKUP_BEFORE_UPGRADE=false instead.
Nothing has been changed."""


def back_up_before(waiting: Sequence[Migration], settings: Settings) -> list[Path]:
    """Makes a backup before these migrations, unless the settings turn backups off.

    Returns a list with the backup file. The list is empty if no backup was made. Raises UsageError
    if the backup fails.
    """
    if not settings.backup_before_upgrade:
        return []
    file = backup_file(settings, waiting[-1].version, SystemClock().now())
    try:
        file.parent.mkdir(mode=0o700, exist_ok=True)
        if problem := _missing_space(settings, check_upgrade(settings.database_url).size):
            raise UsageError(problem)
        write_backup(settings, file)
    except (UserError, OSError) as error:
        reason = error.text if isinstance(error, UserError) else str(error)
        raise UsageError(NOT_UPGRADED.format(reason)) from error
    log.info("backup made before an upgrade", file=str(file), version=waiting[-1].version)
    return [file]


def backup_file(settings: Settings, version: str, at: datetime) -> Path:
    """Returns the path of a backup that is made at this time, before an upgrade to `version`."""
    return settings.data / FOLDER / f"before-upgrade-to-{version}-{file_name(at)}"


def backup_problem(settings: Settings, check: UpgradeCheck) -> str:
    """Returns the reason why a backup would fail, or an empty string. Changes nothing."""
    if problem := _missing_space(settings, check.size):
        return problem
    if database_kind(settings.database_url) == "postgresql":
        try:
            run_postgresql("pg_dump", ["--schema-only"], make_url(settings.database_url))
        except CopyError as error:
            return f"{error}."
    return ""


def _missing_space(settings: Settings, size: int) -> str:
    free, needed = free_space(settings), COPIES * size
    if free >= needed:
        return ""
    return (
        f"The backup needs up to {size_in_words(needed)} in {settings.data}, but only "
        f"{size_in_words(free)} is free."
    )


def free_space(settings: Settings) -> int:
    """Returns the number of free bytes on the disk of the data folder, which may not exist yet."""
    data = settings.data.absolute()
    return shutil.disk_usage(next(each for each in (data, *data.parents) if each.exists())).free


def size_in_words(count: int) -> str:
    """Returns a number of bytes as text in kB or MB."""
    return f"{count / 1_000_000:.1f} MB" if count >= 100_000 else f"{count / 1000:.1f} kB"
