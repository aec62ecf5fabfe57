"""Compares the settings in a backup with those in effect, and writes them to `pbm.toml`."""

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import tomlkit

from commands.cli.setup.answers import Answers, usable
from commands.cli.setup.settings_file import write_files
from commands.server.app.backup_writing import SETTINGS
from commands.settings import GROUPS, SETTINGS_FILE, Settings
from commands.settings.shown_values import shown_value
from commands.settings.stored_settings import written
from pbm.errors import NotAllowedError
from pbm.wording import listing
from storage.backup.copying import masked_url

PLACE_SETTINGS = frozenset({"data", "database"})
"""Settings that name the place of the data. They aren't taken from a backup."""
FILES: Mapping[str, str] = {
    "mailbox_password_file": "the mailbox password",
    "relay_password_file": "the relay password",
    "tls_certificate": "the TLS certificate",
    "tls_key": "the key of the TLS certificate",
    "master_key_file": "the master key",
}
"""Settings that name a file which backups don't contain, with a description of the file."""
NOT_IN_FORCE = (
    "The backup has different values for these settings. To use them, copy these lines to pbm.toml:"
)


def read_backup_settings(folder: Path) -> Mapping[str, Any]:
    """Returns the settings in an unpacked backup that aren't defaults and are valid here."""
    try:
        stored = json.loads((folder / SETTINGS).read_bytes())
    except (OSError, ValueError):
        return {}
    usual = Settings.model_construct().model_dump(mode="json")
    values = {name: stored[name] for name in stored.keys() & usual.keys() - PLACE_SETTINGS}
    return usable({name: _typed(each) for name, each in values.items() if each != usual[name]})


def _typed(value: object) -> object:
    """Returns a setting's value for `pbm.toml`, where None is written as "off"."""
    return "off" if value is None else value


def check_no_file() -> None:
    """Raises NotAllowedError if there is a `pbm.toml`, because it isn't replaced."""
    if os.path.lexists(SETTINGS_FILE):
        raise NotAllowedError(
            f"Nothing was restored, because {SETTINGS_FILE} already exists. Move it out of the "
            "way, or run the command without --settings to list the settings that differ."
        )


def write_settings(values: Mapping[str, Any], here: Settings) -> None:
    """Writes `pbm.toml` with the settings of a backup and the place where it was restored.

    The database's password isn't written. It stays in the environment or in a credential.
    """
    adapted = dict(values, data=str(here.data))
    if here.database and masked_url(here.database) == here.database:
        adapted["database"] = here.database
    write_files(Answers(adapted), force=False)


def missing_lines(values: Mapping[str, Any], here: Settings) -> Iterator[str]:
    """Yields lines with the settings of a backup that aren't in effect here.

    They are ready to be copied to `pbm.toml`.
    """
    missing = [
        name
        for group in GROUPS
        for name in group.model_fields
        if name in values and written(values[name]) != written(_typed(getattr(here, name)))
    ]
    if missing:
        yield NOT_IN_FORCE
    for name in missing:
        value = values[name]
        plain = value if isinstance(value, bool | int | float) else shown_value(name, value)
        yield f"  {tomlkit.dumps({name: plain}).strip()}"


def missing_files(values: Mapping[str, Any]) -> Iterator[str]:
    """Yields a line on the missing files that the settings of a backup name."""
    missing: dict[str, list[str]] = {}
    for name, what in FILES.items():
        if values.get(name) and not Path(values[name]).exists():
            missing.setdefault(values[name], []).append(what)
    if missing:
        named = (f"{file} ({listing(what)})" for file, what in missing.items())
        yield (
            "Some files are missing here, and backups don't contain them. Copy them from the old "
            f"machine: {', '.join(named)}"
        )
