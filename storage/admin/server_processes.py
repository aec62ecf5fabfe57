"""The processes that running servers have recorded."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta

from sqlalchemy import delete, select, true

from storage.sql.inserts import insert_into
from storage.sql.repository import Repository
from storage.tables.server import server_processes

FORGOTTEN_AFTER = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class ServerProcess:
    server: str
    """The host name and the id of the main process."""
    name: str
    pid: int
    since: datetime
    seen: datetime


class ServerProcessRepository(Repository):
    """Processes of all servers on the database."""

    def all(self) -> Sequence[ServerProcess]:
        """Returns all processes, sorted by server and start."""
        columns = server_processes.c
        query = select(server_processes).order_by(columns.server, columns.since, columns.name)
        return [ServerProcess(**row._asdict()) for row in self._connection.execute(query)]

    def put(self, server: str, processes: Sequence[ServerProcess], now: datetime) -> None:
        """Records the current processes of a server, and deletes servers that stopped reporting."""
        # SQLite has one server at a time, so all other processes were killed.
        old = server_processes.c.seen < now - FORGOTTEN_AFTER
        gone = true() if self._connection.dialect.name == "sqlite" else old
        self._connection.execute(delete(server_processes).where(gone))
        columns = server_processes.c
        ended = columns.name.not_in([process.name for process in processes])
        self._connection.execute(delete(server_processes).where(columns.server == server, ended))
        row = insert_into(self._connection, server_processes)
        values = {name: row.excluded[name] for name in ("pid", "since", "seen")}
        # A server may do this twice simultaneously: each minute, and when it has replaced a
        # process.
        recorded = row.on_conflict_do_update(index_elements=["server", "name"], set_=values)
        self._connection.execute(recorded, [asdict(process) for process in processes])

    def remove(self, server: str) -> None:
        """Deletes the processes of a server that has stopped."""
        ours = server_processes.c.server == server
        self._connection.execute(delete(server_processes).where(ours))
