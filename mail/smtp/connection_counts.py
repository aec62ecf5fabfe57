"""The open connections, and limits of their number."""

from typing import Generic, Protocol, TypeVar

from mail.smtp.connection_table import ConnectionTable
from mail.smtp.smtp_limits import SmtpLimits

CountedConnectionType = TypeVar("CountedConnectionType", bound="CountedConnection")


class ConnectionCounts(Generic[CountedConnectionType]):
    """The open connections of all listeners: this process's, and the number of all."""

    def __init__(self, limits: SmtpLimits, table: ConnectionTable) -> None:
        self._limits = limits
        self._table = table
        self.connections: set[CountedConnectionType] = set()
        """The connections of this process."""

    def add(self, connection: CountedConnectionType) -> bool:
        """Adds a connection; returns False at the limit of all processes.

        Connections to public listeners don't block our mail server.
        """
        self._table.add(1, public=connection.public)
        if self._table.count(public=connection.public) > self._limits.connections:
            self._table.add(-1, public=connection.public)
            return False
        self.connections.add(connection)
        return True

    def set_source(self, connection: CountedConnectionType, source: str) -> bool:
        """Sets a connection's source; returns False if that has too many in all processes."""
        if not source:
            return True
        self._table.add_source(source)
        if self._table.count_source(source) > self._limits.connections_per_address:
            self._table.remove_source(source)
            return False
        connection.source = source
        return True

    def remove(self, connection: CountedConnectionType) -> None:
        """Removes a connection that has ended, if it was added."""
        if connection in self.connections:
            self.connections.remove(connection)
            self._table.add(-1, public=connection.public)
            if connection.source:
                self._table.remove_source(connection.source)


class CountedConnection(Protocol):
    """A connection to be counted."""

    source: str
    """The source, as returned by `source_of`; empty if connections aren't counted by source."""
    public: bool
    """True if it came to a listener for anybody."""
