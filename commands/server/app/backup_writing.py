"""Write a backup archive of the database, the master key and the settings.

It works while the server is running.
"""

import json
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from commands.security.keys.master_key import MASTER_KEY
from commands.settings import Settings
from pbm import __version__
from pbm.clock import SystemClock
from pbm.errors import NotAllowedError
from storage.backup.archive import exists_already, members_of, write_archive
from storage.backup.copying import (
    CopyError,
    DatabaseFacts,
    copy_database,
    database_kind,
    masked_url,
)
from storage.backup.manifest import DATABASES, FORMAT, Manifest

SETTINGS = "settings.json"
OTHERS = frozenset({MASTER_KEY, SETTINGS})
"""Names of the members of a backup archive other than the database."""
TRIES = 3
"""Maximum number of copies of the database that are made for one backup."""


def write_backup(settings: Settings, target: Path) -> Manifest:
    """Writes a backup archive to a new file and returns its manifest.

    It only reads the database, whose tables may have any version. Raises NotAllowedError if the
    file exists or the backup fails.
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
        raise NotAllowedError(f"The backup failed: {error}.") from error
    except OSError as error:
        where = f" ({error.filename})" if error.filename else ""
        raise NotAllowedError(f"The backup failed: {error.strerror or error}{where}.") from error
    return manifest


def file_name(at: datetime) -> str:
    """Returns a file name for a backup made at this time. The names sort by time."""
    return f"pbm-{at:%Y%m%d-%H%M%S}.tar.gz"


def _collect(settings: Settings, folder: Path) -> Manifest:
    """Writes all members of a backup into `folder` and returns the manifest."""
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
    """Copies the database and reads the key files in a state in which they match.

    Returns the time of the copy, the contents of the key files by name, and facts about the
    database.
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
    """Returns the master key by its file name.

    It is left out if the settings keep it outside the data folder.
    """
    file = settings.data / MASTER_KEY
    return {} if settings.master_key_file or not file.exists() else {MASTER_KEY: file.read_bytes()}


def _settings(settings: Settings) -> bytes:
    """Returns the settings as JSON. The database's password, their only secret, is masked."""
    values = settings.model_dump(mode="json")
    values["database"] = masked_url(settings.database) if settings.database else ""
    return f"{json.dumps(values, indent=1)}\n".encode()
