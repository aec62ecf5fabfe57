"""The repository of nodes, the servers that work on one database."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy import delete, insert, select, text, update

from pbm import games
from pbm.leases import LEASE
from pbm.wording import listing
from storage.boards.state.logs import read_known_games
from storage.sql.repository import Repository
from storage.tables.nodes import nodes


@dataclass(frozen=True, slots=True)
class Node:
    """A server on this database, as it was when it last sent a heartbeat."""

    name: str
    incarnation: str
    """A random name of its last start: the holder of its leases."""
    host: str
    data: str
    """Its data folder."""
    folder_id: str
    """The data folder as its machine's kernel tells it from all others, also from copies."""
    version: str
    """Its version of pbm."""
    schema_version: str
    """The version of the tables that it was made for."""
    roles: str
    """Separated by spaces."""
    since: datetime
    seen: datetime
    """The last heartbeat."""
    stopped: bool = False
    """True if it has ended in order."""
    draining: bool = False
    """True if an admin wants it to take no more work."""
    drained: bool = False
    """True if it does no work any more, as is wanted."""
    games: str = ""
    """The games that it serves, separated by spaces."""
    lacks: str = ""
    """The games for want of which it leaves its work to other nodes, separated by spaces."""

    @property
    def rests(self) -> str:
        """The reason for which it is to take no work; empty if it is to."""
        if self.draining:
            return "an admin wants it to take no more work"
        lacking = listing(self.lacks.split())
        return f"it doesn't serve {lacking}, which other nodes do" if lacking else ""

    def lives(self, now: datetime) -> bool:
        """Returns True if it runs, as far as anybody can tell."""
        return not self.stopped and abs(now - self.seen) < LEASE


class NodeRepository(Repository):
    """The repository of nodes; all times are of the database's clock."""

    def all(self) -> Sequence[Node]:
        """Returns all nodes by name."""
        rows = self._connection.execute(select(nodes).order_by(nodes.c.name))
        return [Node(**row._asdict()) for row in rows]

    def living(self, now: datetime) -> Sequence[Node]:
        """Returns the nodes that run, by name."""
        return [node for node in self.all() if node.lives(now)]

    def served(self, now: datetime) -> frozenset[str]:
        """Returns the games that all nodes serve which work now; none if no node does."""
        served = [frozenset(node.games.split()) for node in self.living(now) if not node.rests]
        return frozenset.intersection(*served) if served else frozenset()

    def lacks(self, node: Node, now: datetime) -> str:
        """Returns the games that a node lacks, if others that have them can do all its work.

        Only games that have boards count, and this process takes note of them: other nodes may have
        begun the first. Of two nodes that lack each other's games, the one with fewer leaves its
        work to the other.
        """
        known = read_known_games(self._connection)
        games.learn(known)
        played = {game.name for game in known}
        own = played & set(node.games.split())
        better: list[Node] = []
        lacking: set[str] = set()
        for other in self.living(now):
            served = played & set(other.games.split())
            has_more = (len(served), other.name) > (len(own), node.name)
            if has_more and served - own and not other.draining:
                better.append(other)
                lacking |= served - own
        roles = {role for other in better for role in other.roles.split()}
        return " ".join(sorted(lacking)) if roles >= set(node.roles.split()) else ""

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
