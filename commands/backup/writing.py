"""Writes a backup while the server runs."""

import json
import re
import shutil
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy.engine import make_url

from commands.backup.archive import (
    DATABASES,
    FORMAT,
    SETTINGS,
    Manifest,
    exists_already,
    members_of,
    write_archive,
)
from commands.security.master_key import MASTER_KEY
from commands.settings import Settings
from pbm import __version__
from pbm.clock import SystemClock
from pbm.errors import NotAllowedError, UsageError, UserError
from pbm.process.lazy_logger import get_logger
from storage.admin.copying import (
    CopyError,
    DatabaseFacts,
    copy_database,
    database_kind,
    masked_url,
    run_postgresql,
)
from storage.schema_upgrade import Migration
from storage.upgrade_check import UpgradeCheck, check_upgrade

TRIES = 3
"""The most copies of the database made, as an admin may replace a key meanwhile."""


def write_backup(settings: Settings, target: Path) -> Manifest:
    """Writes a backup into a new file; returns its manifest.

    The database is only read, whatever the version of its tables. Raises NotAllowedError.
    """
    if target.exists():
        raise exists_already(target)
    try:
        with TemporaryDirectory(
            ".parts", f".{target.name}.", target.parent, ignore_cleanup_errors=True
        ) as parts:
            manifest = _collect(settings, Path(parts))
            write_archive(target, Path(parts), manifest)
    except CopyError as error:
        raise NotAllowedError(f"No backup was made: {error}.") from error
    except OSError as error:
        where = f" ({error.filename})" if error.filename else ""
        raise NotAllowedError(f"No backup was made: {error.strerror or error}{where}.") from error
    return manifest


def file_name(at: datetime) -> str:
    """Returns the name of a backup that is made at this time, by which they sort."""
    return f"pbm-{at:%Y%m%d-%H%M%S}.tar.gz"


def _collect(settings: Settings, folder: Path) -> Manifest:
    """Puts the members into the folder; returns the manifest."""
    moment, keys, facts = _copy_with_keys(settings, folder)
    for name, content in (keys | {SETTINGS: _settings(settings)}).items():
        (folder / name).write_bytes(content)
    commit = facts.commit
    return Manifest(
        format=FORMAT,
        pbm=__version__,
        moment=moment,
        database=facts.kind,
        schema_version=facts.schema,
        name=commit.database if commit else "",
        generation=commit.generation if commit else 0,
        commit=commit.number if commit else None,
        members=members_of(folder),
    )


def _copy_with_keys(
    settings: Settings, folder: Path
) -> tuple[datetime, dict[str, bytes], DatabaseFacts]:
    """Copies the database until the key files are the same before and after.

    Returns the moment of the copy, and the key files by name.
    """
    copy = folder / DATABASES[database_kind(settings.database_url)]
    for _ in range(TRIES):
        copy.unlink(missing_ok=True)
        moment, keys = SystemClock().now(), _key_files(settings)
        facts = copy_database(settings.database_url, copy)
        if _key_files(settings) == keys:
            break
    return moment, keys, facts


def _key_files(settings: Settings) -> dict[str, bytes]:
    """Returns the master key, unless the settings keep it away from the data."""
    file = settings.data / MASTER_KEY
    return {} if settings.master_key_file or not file.exists() else {MASTER_KEY: file.read_bytes()}


def _settings(settings: Settings) -> bytes:
    """Returns the settings as JSON, without the database's password, the only secret in them."""
    values = settings.model_dump(mode="json")
    values["database"] = masked_url(settings.database) if settings.database else ""
    return f"{json.dumps(values, indent=1)}\n".encode()


# The backup that is made before the tables of a database are upgraded.

FOLDER = "backups"
"""The folder for these backups, in the data folder."""
COPIES = 2
"""A backup holds the database once, and once more, packed, before it is whole."""
NOT_UPGRADED = """\
The database is of an older pbm, and isn't upgraded, as no backup of it can be made:
{}
Nothing was changed. Mend that; or, if you have a backup, set PBM_BACKUP_BEFORE_UPGRADE=off."""


log = get_logger()


def back_up_before(waiting: Sequence[Migration], settings: Settings) -> list[Path]:
    """Makes a backup before these migrations, if the settings want one; returns its file.

    Raises UsageError if it can't be made.
    """
    if not settings.backup_before_upgrade:
        return []
    file = backup_file(settings, waiting[-1].version, SystemClock().now())
    try:
        file.parent.mkdir(mode=0o700, exist_ok=True)
        if problem := _missing_space(settings, check_upgrade(settings.database_url).size):
            raise UsageError(f"No backup was made: {problem}")
        write_backup(settings, file)
    except (UserError, OSError) as error:
        reason = error.text if isinstance(error, UserError) else str(error)
        raise UsageError(NOT_UPGRADED.format(reason)) from error
    log.info("backup made before an upgrade", file=str(file), version=waiting[-1].version)
    return [file]


def backup_file(settings: Settings, version: str, at: datetime) -> Path:
    """Returns the file of the backup before an upgrade to this version."""
    return settings.data / FOLDER / f"before-upgrade-to-{version}-{file_name(at)}"


def backup_problem(settings: Settings, check: UpgradeCheck) -> str:
    """Returns the reason why no backup can be made; empty if one can. Changes nothing."""
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
        f"it needs up to {size_in_words(needed)} in {settings.data}, "
        f"and {size_in_words(free)} are free."
    )


def free_space(settings: Settings) -> int:
    """Returns the bytes that are free for backups."""
    data = settings.data.absolute()
    return shutil.disk_usage(next(each for each in (data, *data.parents) if each.exists())).free


def size_in_words(count: int) -> str:
    """Returns a size in kB or MB."""
    return f"{count / 1_000_000:.1f} MB" if count >= 100_000 else f"{count / 1000:.1f} kB"


# The deletion of old backups in a folder.

NAME = re.compile(r"pbm-\d{8}-\d{6}\.tar\.gz")
"""The names of the files that `pbm backup DIR` makes; no others are deleted."""


def delete_older(folder: Path, keep: int, newest: Path) -> list[Path]:
    """Deletes all backups in a folder but the newest `keep`; returns those deleted.

    `newest`: the one that was just made, which stays in any case.
    """
    found = sorted(path for path in folder.iterdir() if NAME.fullmatch(path.name))
    older = [path for path in found[:-keep] if path.name != newest.name]
    for path in older:
        path.unlink(missing_ok=True)
    return older
