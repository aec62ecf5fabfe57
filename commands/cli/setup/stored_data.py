"""Compares the answers of `pbm setup` with the settings of the server that uses the data so far."""

from collections.abc import Mapping

from commands.server.health.check import Finding, consider, ok
from commands.settings import Settings
from commands.settings.stored_settings import StoredSettings
from commands.system.data_owner import as_owner
from commands.system.only_server import other_server


def check_owner(settings: Settings) -> Finding:
    """Reports if the data belongs to a server with another address."""
    if addresses := stored_differences(settings).get("address"):
        new, old = addresses
        return consider(
            f"The data in {settings.data} is from a server with the address {old}. pbm will keep "
            f"its players and games on the new server, {new}.",
            'To set up an empty server instead, type "back" and choose a different folder.',
        )
    return ok("")


def stored_differences(settings: Settings) -> Mapping[str, tuple[str, str]]:
    """Returns the new and the old value of each setting that needs `pbm serve --force`, by name.

    Empty if there is no database yet or it can't be read.
    """
    from storage.reading import read_stored_settings  # noqa: PLC0415 - slow to load

    if settings.is_file_missing:
        return {}
    try:
        with as_owner(settings.data):
            stored = StoredSettings(*read_stored_settings(settings.database_url))
    except (ConnectionError, OSError):
        return {}
    return settings.fixed_differences(stored)


def is_server_running(settings: Settings) -> bool:
    """Whether a server is using the data now. False for other databases than SQLite."""
    return bool(other_server(settings.database_file))
