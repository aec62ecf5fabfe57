"""The settings in a backup that aren't in force where it is restored, and `pbm.toml`."""

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
from commands.settings.kept import written
from commands.settings.shown_values import shown_value
from pbm.errors import NotAllowedError
from pbm.wording import listing
from storage.backup.copying import masked_url

OF_THE_PLACE = frozenset({"data", "database"})
"""Settings that say where a backup is restored, so that they aren't the backup's."""
FILES: Mapping[str, str] = {
    "mailbox_password_file": "the mailbox's password",
    "relay_password_file": "the relay's password",
    "tls_certificate": "the certificate",
    "tls_key": "the certificate's key",
    "master_key_file": "the master key",
}
"""The settings that name a file which is in no backup, with the content of the file."""
NOT_IN_FORCE = """\
These settings of the backup aren't in force here; write them into pbm.toml, as --settings does:"""


def read_backup_settings(folder: Path) -> Mapping[str, Any]:
    """Returns the settings in an unpacked backup that aren't defaults, and can be used here."""
    try:
        found = json.loads((folder / SETTINGS).read_bytes())
    except (OSError, ValueError):
        return {}
    usual = Settings.model_construct().model_dump(mode="json")
    own = {name: found[name] for name in found.keys() & usual.keys() - OF_THE_PLACE}
    return usable({name: _typed(each) for name, each in own.items() if each != usual[name]})


def _typed(value: object) -> object:
    """Returns a value as it is typed in `pbm.toml`."""
    return "off" if value is None else value


def check_no_file() -> None:
    """Raises NotAllowedError if there is a `pbm.toml`, which isn't replaced."""
    if os.path.lexists(SETTINGS_FILE):
        raise NotAllowedError(
            f"There is a {SETTINGS_FILE} already, so nothing was restored. Move it away; or leave "
            "--settings out: then pbm restore tells what isn't in force."
        )


def write_settings(values: Mapping[str, Any], here: Settings) -> None:
    """Writes `pbm.toml` with the settings of a backup, and the place where it was restored.

    A database's password stays where it was given, in the environment or in a credential.
    """
    own = dict(values, data=str(here.data))
    if here.database and masked_url(here.database) == here.database:
        own["database"] = here.database
    write_files(Answers(own), force=False)


def missing_lines(values: Mapping[str, Any], here: Settings) -> Iterator[str]:
    """Yields lines that say which settings of a backup aren't in force here, ready to be copied."""
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
    """Yields a line on the files that settings of a backup name, and that aren't here."""
    missing: dict[str, list[str]] = {}
    for name, what in FILES.items():
        if values.get(name) and not Path(values[name]).exists():
            missing.setdefault(values[name], []).append(what)
    if missing:
        named = (f"{file} ({listing(what)})" for file, what in missing.items())
        yield f"Not in a backup, and not here; put back: {', '.join(named)}."
