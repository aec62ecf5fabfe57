"""Writes a backup while the server runs."""

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
"""The members of a backup other than the database."""
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
