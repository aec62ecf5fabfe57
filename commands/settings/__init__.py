"""The settings of a server, from the environment or from `pbm.toml`."""

from commands.settings.reading import read_settings
from commands.settings.settings import GROUPS, LAST_COMMIT_FILE, Settings, engine_limits
from commands.settings.sources import NAME_A_FILE
from commands.system.data_folder import SETTINGS_FILE

__all__ = [
    "GROUPS",
    "LAST_COMMIT_FILE",
    "NAME_A_FILE",
    "SETTINGS_FILE",
    "Settings",
    "engine_limits",
    "read_settings",
]
