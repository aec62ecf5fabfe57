"""Restores a backup into an empty place. Either everything is restored, or nothing is.

Everything is prepared in a separate folder. The file that the server needs to start is moved last,
so that no server starts on incomplete data after a crash.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from commands.security.keys.master_key import MASTER_KEY, NO_FILE
from commands.server.app.backup_writing import OTHERS
from commands.settings import LAST_COMMIT_FILE, Settings
from pbm.errors import NotAllowedError, UsageError
from pbm.process.files import give_to_owner, sync_folder, write_atomically
from storage.backup.archive import DamagedBackupError, exists_already, unpack, unpacked_database
from storage.backup.copying import CopyError, database_kind
from storage.backup.manifest import Manifest
from storage.backup.postgresql_dumps import check_empty

NOT_EMPTY = (
    "pbm doesn't restore over existing data, and {} already exists. Move it out of the way, or "
    "point PBM_DATA or PBM_DATABASE to another location."
)


@dataclass(frozen=True, slots=True)
class StagedBackup:
    """An unpacked backup, and the settings to open it before it is moved into place."""

    manifest: Manifest
    settings: Settings


@contextmanager
def staged_backup(settings: Settings, file: Path) -> Iterator[StagedBackup]:
    """Yields an unpacked backup that the caller prepares. At the end, it is moved into place.

    If an exception is raised, nothing is left behind.

    Raises NotAllowedError or UsageError.
    """
    check_is_empty(settings)
    was_there = settings.data.exists()
    settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        with _staging_folder(settings) as name:
            folder = Path(name)
            manifest = _unpack(file, folder, settings)
            with unpacked_database(manifest, folder, settings.database_url, stays=True) as url:
                yield StagedBackup(manifest, _staged(settings, folder, url))
                _put_into_place(settings, folder, manifest)
    except (CopyError, OSError) as error:
        raise NotAllowedError(f"Nothing was restored: {error}.") from error
    finally:
        if not was_there:
            with suppress(OSError):  # The folder isn't empty, because the restore succeeded.
                settings.data.rmdir()


def check_is_empty(settings: Settings) -> None:
    """Raises NotAllowedError if the place for the data is in use."""
    last_commit = settings.data / LAST_COMMIT_FILE
    existing = [last_commit] if last_commit.exists() else []
    if file := settings.database_file:
        existing += [path for path in database_files(file) if path.exists()]
    elif database_kind(settings.database_url) == "sqlite":
        raise UsageError(
            "PBM_DATABASE is an in-memory database, which can't keep a restored backup. Set it "
            "to a different database."
        )
    if existing:
        raise NotAllowedError(NOT_EMPTY.format(existing[0]))
    if database_kind(settings.database_url) == "postgresql":
        try:
            check_empty(settings.database_url)
        except CopyError as error:
            raise NotAllowedError(f"Nothing was restored: {error}.") from error


def database_files(file: Path) -> list[Path]:
    """Returns the paths of an SQLite database, including the files that SQLite adds next to it."""
    return [file, *(file.with_name(f"{file.name}-{end}") for end in ("wal", "shm", "journal"))]


def _staging_folder(settings: Settings) -> TemporaryDirectory[str]:
    """Makes a private folder on the database's file system.

    The database can then be renamed into place.
    """
    file = settings.database_file
    parent = file.parent if file else settings.data
    return TemporaryDirectory(prefix=".restoring-", dir=parent, ignore_cleanup_errors=True)


def _unpack(file: Path, folder: Path, settings: Settings) -> Manifest:
    try:
        manifest = unpack(file, folder, OTHERS)
    except DamagedBackupError as error:
        raise NotAllowedError(
            f"{file} is damaged: {error}. Nothing was restored. Try another backup."
        ) from error
    if manifest.database != database_kind(settings.database_url):
        raise UsageError(
            f"This is a backup of {manifest.database_product}, but PBM_DATABASE is a different "
            "kind of database. Nothing was restored. Set PBM_DATABASE to a database of the same "
            "kind as the backup."
        )
    return manifest


def _staged(settings: Settings, folder: Path, url: str) -> Settings:
    """Returns the settings of the staged copy.

    They disable the backup before an upgrade, because the copy is from a backup.
    """
    changes: dict[str, object] = {"data": folder, "database": url, "backup_before_upgrade": False}
    if _has_master_key(settings):
        changes["master_key_file"] = str(settings.master_key_path or NO_FILE)
    return settings.model_copy(update=changes)


def _put_into_place(settings: Settings, folder: Path, manifest: Manifest) -> None:
    """Moves all files into place, the SQLite database last.

    If that fails, removes all of them again.
    """
    placed: list[Path] = []
    try:
        for name in (LAST_COMMIT_FILE, *(() if _has_master_key(settings) else (MASTER_KEY,))):
            if (folder / name).exists():
                _place(folder / name, settings.data / name, placed, _copy)
        # The database comes last. Until it is in place, no server can start on incomplete data.
        if file := settings.database_file:
            copy = folder / manifest.database_member
            # Renaming it before its content is on disk could leave a damaged file after a crash.
            _sync(copy)
            _place(copy, file, placed, _move)
            sync_folder(file.parent)
    except BaseException:
        for path in reversed(placed):
            path.unlink(missing_ok=True)
        raise


def _has_master_key(settings: Settings) -> bool:
    """Whether this machine has a master key. If so, the backup's master key isn't restored."""
    path = settings.master_key_path
    return bool(settings.master_key_file) or (path is not None and path.exists())


def _place(
    source: Path, target: Path, placed: list[Path], place: Callable[[Path, Path], None]
) -> None:
    if target.exists():
        raise exists_already(target)
    placed.append(target)
    place(source, target)
    give_to_owner(target)


def _copy(source: Path, target: Path) -> None:
    write_atomically(target, source.read_bytes(), new=True)


def _move(source: Path, target: Path) -> None:
    source.rename(target)


def _sync(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())
