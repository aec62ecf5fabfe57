"""Finds the data folder for a program that has no time to load the settings."""

import os

from commands.system.settings_file import (
    check_trust,
    parse_settings,
    peek_settings_file,
    read_settings_file,
)
from pbm.errors import UsageError

PREFIX = "PBM_"
CREDENTIALS = "CREDENTIALS_DIRECTORY"
"""The environment variable in which systemd and our container image name the credentials folder."""
DEFAULT = "pbm-data"
NAME = "data"


def find_data_folder() -> str | None:
    """Returns the data folder of the settings, or None if only loading the settings can tell.

    They also have to be loaded if they are wrong, to report the error.
    """
    try:
        check_trust()
    except UsageError:
        return None
    return named_data_folder()


def named_data_folder() -> str | None:
    """Returns the data folder that the environment or `pbm.toml` names, or None.

    The file isn't checked for belonging to another user.
    """
    values = [value for name, value in os.environ.items() if name.upper() == PREFIX + NAME.upper()]
    if values:
        return values[0] if len(values) == 1 and values[0] else None
    if CREDENTIALS in os.environ:
        return None
    try:
        return _in_file(peek_settings_file())
    except FileNotFoundError:
        return DEFAULT
    except (OSError, ValueError):
        return None


def file_settings() -> dict[str, object]:
    """Returns the settings in `pbm.toml`, or {} if there is no such file.

    Raises UsageError if another user can change the file, OSError if it can't be read, and
    ValueError if it isn't TOML.
    """
    try:
        return parse_settings(read_settings_file())
    except FileNotFoundError:
        return {}


def _in_file(settings: bytes) -> str | None:
    """Returns the folder named in these settings. They are parsed only if they seem to name one."""
    names = (line.partition(b"=")[0].strip(b" \t\"'") for line in settings.splitlines())
    if NAME.encode() not in names:
        return DEFAULT
    value = parse_settings(settings).get(NAME, DEFAULT)
    return value if isinstance(value, str) and value else None
