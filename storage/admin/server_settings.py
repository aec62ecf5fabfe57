"""Settings that are stored in the database."""

from collections.abc import Mapping

from sqlalchemy import Connection, Table, delete, insert, select

from storage.tables.server import server_settings


class ServerSettingRepository:
    """The settings in one table. The table is empty until a server has run."""

    def __init__(self, connection: Connection, table: Table = server_settings) -> None:
        self._connection = connection
        self._table = table

    def all(self) -> dict[str, str]:
        """Returns the values by the names of the settings."""
        rows = self._connection.execute(select(self._table))
        return {row.name: row.value for row in rows}

    def put(self, values: Mapping[str, str]) -> None:
        """Replaces all settings by these."""
        if values == self.all():
            return
        self._connection.execute(delete(self._table))
        rows = [{"name": name, "value": value} for name, value in values.items()]
        self._connection.execute(insert(self._table), rows)
