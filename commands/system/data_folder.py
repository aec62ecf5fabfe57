"""The data folder, for a program that has no time to load the settings."""

import os

PREFIX = "PBM_"
SETTINGS_FILE = "pbm.toml"
CREDENTIALS = "CREDENTIALS_DIRECTORY"
"""systemd names the folder of the credentials by it; so does our container's image."""
DEFAULT = "pbm-data"
NAME = "data"


def find_data_folder() -> str | None:
    """Returns the data folder as the settings have it; None if only they can tell, or complain."""
    given = [value for name, value in os.environ.items() if name.upper() == PREFIX + NAME.upper()]
    if given:
        return given[0] if len(given) == 1 and given[0] else None
    if CREDENTIALS in os.environ:
        return None
    try:
        with open(SETTINGS_FILE, "rb") as file:  # noqa: PTH123 - pathlib takes longer to load
            return _in_file(file.read())
    except FileNotFoundError:
        return DEFAULT
    except (OSError, ValueError):
        return None


def _in_file(settings: bytes) -> str | None:
    """Returns the folder named in these settings, which are parsed only if they seem to name it."""
    names = (line.partition(b"=")[0].strip(b" \t\"'") for line in settings.splitlines())
    if NAME.encode() not in names:
        return DEFAULT
    import tomllib  # noqa: PLC0415 - takes longer to load than all the rest

    value = tomllib.loads(settings.decode()).get(NAME, DEFAULT)
    return value if isinstance(value, str) and value else None
