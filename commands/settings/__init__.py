"""Reads the settings of a server from the environment, credentials and `pbm.toml`."""

from commands.settings.reading import read_settings as read_settings
from commands.settings.settings import GROUPS as GROUPS
from commands.settings.settings import LAST_COMMIT_FILE as LAST_COMMIT_FILE
from commands.settings.settings import Settings as Settings
from commands.settings.settings import engine_limits as engine_limits
from commands.settings.sources import NAME_A_FILE as NAME_A_FILE
from commands.system.settings_file import SETTINGS_FILE as SETTINGS_FILE
