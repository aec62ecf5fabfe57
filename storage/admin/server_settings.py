"""The settings of the server that are kept with its data."""

from collections.abc import Mapping

from sqlalchemy import Connection, delete, insert, select

from storage.tables import server_settings


class ServerSettingRepository:
    """The repository of the settings that are kept; empty before a server has run."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def all(self) -> dict[str, str]:
        """Returns the values by the names of the settings."""
        rows = self._connection.execute(select(server_settings))
        return {row.name: row.value for row in rows}

    def put(self, values: Mapping[str, str]) -> None:
        """Keeps these values, and no others."""
        if values == self.all():
            return
        self._connection.execute(delete(server_settings))
        rows = [{"name": name, "value": value} for name, value in values.items()]
        self._connection.execute(insert(server_settings), rows)
