"""Count the open connections, and limit their number."""

from typing import Generic, Protocol, TypeVar

from mail.smtp.connection_table import ConnectionTable
from mail.smtp.smtp_limits import SmtpLimits

CountedConnectionType = TypeVar("CountedConnectionType", bound="CountedConnection")


class ConnectionCounts(Generic[CountedConnectionType]):
    """The open connections of this process, and the number of connections in all processes."""

    def __init__(self, limits: SmtpLimits, table: ConnectionTable) -> None:
        self._limits = limits
        self._table = table
        self.connections: set[CountedConnectionType] = set()

    def add(self, connection: CountedConnectionType) -> bool:
        """Adds a connection. Returns False if all processes together have too many connections.

        Public connections are counted separately, so that they can't block our own mail server.
        """
        # Added before it is checked: otherwise two processes could both take the last slot.
        self._table.add(1, public=connection.public)
        if self._table.count(public=connection.public) > self._limits.connections:
            self._table.add(-1, public=connection.public)
            return False
        self.connections.add(connection)
        return True

    def set_source(self, connection: CountedConnectionType, source: str) -> bool:
        """Sets a connection's source.

        Returns False if that source has too many in all processes.
        """
        if not source:
            return True
        # Added before it is checked, for the same reason as in `add`.
        self._table.add_source(source)
        if self._table.count_source(source) > self._limits.connections_per_address:
            self._table.remove_source(source)
            return False
        connection.source = source
        return True

    def remove(self, connection: CountedConnectionType) -> None:
        """Removes a connection that has ended. Ignores connections that weren't added."""
        if connection in self.connections:
            self.connections.remove(connection)
            self._table.add(-1, public=connection.public)
            if connection.source:
                self._table.remove_source(connection.source)


class CountedConnection(Protocol):
    """A connection that can be counted."""

    source: str
    """The source as returned by `source_of`. Empty if connections aren't counted by source."""
    public: bool
    """Whether it came to a listener for SMTP clients, rather than for our own mail server."""
