"""The repository of nodes: the servers that work on one database."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy import Connection, delete, insert, select, text, update

from pbm.stored import LEASE
from storage.tables import nodes


@dataclass(frozen=True, slots=True)
class Node:
    """A server on this database, as it was when it last gave a sign of life."""

    name: str
    incarnation: str
    """A random name of its last start: the holder of its leases."""
    host: str
    data: str
    """Its data folder."""
    place: str
    """The data folder as its machine's kernel tells it from all others, also from copies."""
    version: str
    """Its version of pbm."""
    schema_version: str
    """The version of the tables that it was made for."""
    roles: str
    """Separated by spaces."""
    since: datetime
    seen: datetime
    """The last sign of life."""
    stopped: bool = False
    """True if it has ended in order."""
    draining: bool = False
    """True if an admin wants it to take no more work."""
    drained: bool = False
    """True if it does no work any more, as the admin wants."""

    def lives(self, now: datetime) -> bool:
        """Returns True if it runs, as far as anybody can tell."""
        return not self.stopped and abs(now - self.seen) < LEASE


class NodeRepository:
    """The repository of nodes; all times are of the database's clock."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def all(self) -> Sequence[Node]:
        """Returns all nodes by name."""
        rows = self._connection.execute(select(nodes).order_by(nodes.c.name))
        return [Node(**row._asdict()) for row in rows]

    def living(self, now: datetime) -> Sequence[Node]:
        """Returns the nodes that run, by name."""
        return [node for node in self.all() if node.lives(now)]

    def find(self, name: str) -> Node | None:
        """Returns the node of this name."""
        return next((node for node in self.all() if node.name == name), None)

    def lock(self) -> None:
        """Waits until no other transaction changes nodes; those that come later wait for us."""
        if self._connection.dialect.name == "postgresql":
            self._connection.execute(text("LOCK TABLE node IN SHARE ROW EXCLUSIVE MODE"))

    def put(self, node: Node) -> None:
        """Stores a node in place of what is known under its name."""
        self.remove(node.name)
        self._connection.execute(insert(nodes).values(asdict(node)))

    def change(self, name: str, **values: object) -> None:
        """Changes some values of a node."""
        self._connection.execute(update(nodes).where(nodes.c.name == name).values(values))

    def remove(self, name: str) -> None:
        """Forgets a node."""
        self._connection.execute(delete(nodes).where(nodes.c.name == name))
