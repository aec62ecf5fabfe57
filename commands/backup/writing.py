"""Writes a backup while the server runs."""

import json
import secrets
from datetime import datetime
from pathlib import Path

from commands.backup.archive import exists_already, members_of, removed_at_end, write_archive
from commands.backup.manifest import DATABASES, SETTINGS, Manifest
from commands.security.keys import KEY
from commands.security.record_signing import KEY_FILE
from commands.settings import Settings
from pbm import __version__
from pbm.clock import SystemClock
from pbm.errors import NotAllowedError
from storage.admin.copying import CopyError, DatabaseFacts, copy_database, database_kind, masked_url

TRIES = 3
"""The most copies of the database made, as an admin may replace the key meanwhile."""


def write_backup(settings: Settings, target: Path) -> Manifest:
    """Writes a backup into a new file; returns its manifest.

    The database is only read, whatever the version of its tables. Raises NotAllowedError.
    """
    if target.exists():
        raise exists_already(target)
    folder = target.with_name(f".{target.name}.{secrets.token_hex(4)}.parts")
    try:
        with removed_at_end(folder):
            manifest = _collect(settings, folder)
            write_archive(target, folder, manifest)
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
    moment, key, facts = _copy_with_key(settings, folder)
    members = {
        KEY: key,
        KEY_FILE: _content(settings.data / KEY_FILE),
        SETTINGS: _settings(settings),
    }
    for name, content in members.items():
        if content:  # keys are made at their first use
            (folder / name).write_bytes(content)
    commit = facts.commit
    return Manifest(
        pbm=__version__,
        moment=moment,
        database=facts.kind,
        schema_version=facts.schema,
        name=commit.database if commit else "",
        generation=commit.generation if commit else 0,
        commit=commit.number if commit else None,
        members=members_of(folder),
    )


def _copy_with_key(settings: Settings, folder: Path) -> tuple[datetime, bytes, DatabaseFacts]:
    """Copies the database until the key is the same before and after; returns moment and key."""
    copy = folder / DATABASES[database_kind(settings.database_url)]
    for _ in range(TRIES):
        copy.unlink(missing_ok=True)
        moment, key = SystemClock().now(), _content(settings.data / KEY)
        facts = copy_database(settings.database_url, copy)
        if _content(settings.data / KEY) == key:
            break
    return moment, key, facts


def _content(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""


def _settings(settings: Settings) -> bytes:
    """Returns the settings as JSON, without the database's password, the only secret in them."""
    values = settings.model_dump(mode="json")
    values["database"] = masked_url(settings.database) if settings.database else ""
    return f"{json.dumps(values, indent=1)}\n".encode()
