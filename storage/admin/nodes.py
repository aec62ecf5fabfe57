"""Nodes: the servers that work on one database, with their roles, games and states."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Row, delete, insert, select, text, update

from pbm import games
from pbm.process.leases import LEASE
from pbm.wording import listing
from storage.boards.state.logs import read_known_games
from storage.sql.repository import Repository
from storage.tables.nodes import nodes


@dataclass(frozen=True, slots=True)
class Node:
    """A node as of its last heartbeat."""

    name: str
    incarnation: str
    """A random name for one run of the node. Its leases have this holder."""
    host: str
    data: str
    """The path of the node's data folder."""
    folder_id: str
    """Identifies the data folder on its machine. A copy of the folder has another id."""
    version: str
    """The node's version of pbm."""
    schema_version: str
    """The schema version that the node's pbm was written for."""
    roles: str
    """The node's roles, separated by spaces."""
    since: datetime
    seen: datetime
    """The time of the node's last heartbeat."""
    stopped: bool = False
    """Whether the node was shut down properly."""
    draining: bool = False
    """Whether an admin has asked the node to take no new work."""
    drained: bool = False
    """Whether the node has finished its work since an admin asked it to drain."""
    games: str = ""
    """The games that the node serves, separated by spaces."""
    missing_games: str = ""
    """Games that other nodes serve and this node doesn't, separated by spaces. While there are any,
    this node leaves all work to the other nodes.
    """

    @property
    def drain_reason(self) -> str:
        """The reason why the node takes no new work. Empty if it takes some."""
        if self.draining:
            return "an admin has drained this node"
        missing = listing(self.missing_games.split())
        return f"this node lacks games that other nodes serve: {missing}" if missing else ""

    def is_running(self, now: datetime) -> bool:
        """Whether the node is running, judged by its last heartbeat."""
        return not self.stopped and abs(now - self.seen) < LEASE


class NodeRepository(Repository):
    """Nodes in the database. All times are of the database's clock."""

    def all(self) -> Sequence[Node]:
        """Returns all nodes, sorted by name."""
        rows = self._connection.execute(select(nodes).order_by(nodes.c.name))
        return [_node(row) for row in rows]

    def running(self, now: datetime) -> Sequence[Node]:
        """Returns the running nodes, sorted by name."""
        return [node for node in self.all() if node.is_running(now)]

    def served(self, now: datetime) -> frozenset[str]:
        """Returns the games that every working node serves. Empty if no node is working."""
        served = [
            frozenset(node.games.split()) for node in self.running(now) if not node.drain_reason
        ]
        return frozenset.intersection(*served) if served else frozenset()

    def missing_games(self, node: Node, now: datetime) -> str:
        """Returns the games for which a node should leave all work to other nodes. Usually none.

        These are games that the node lacks, if nodes that serve more games can take over all its
        roles. Only games that have boards matter. This process registers them, because another node
        may have begun the first board of a game.
        """
        known_games = read_known_games(self._connection)
        games.learn(known_games)
        played = {game.name for game in known_games}
        served_here = played & set(node.games.split())
        better: list[Node] = []
        missing: set[str] = set()
        for other in self.running(now):
            served = played & set(other.games.split())
            has_more = (len(served), other.name) > (len(served_here), node.name)
            if has_more and served - served_here and not other.draining:
                better.append(other)
                missing |= served - served_here
        roles = {role for other in better for role in other.roles.split()}
        return " ".join(sorted(missing)) if roles >= set(node.roles.split()) else ""

    def find(self, name: str) -> Node | None:
        """Returns the node with this name, or None."""
        return next((node for node in self.all() if node.name == name), None)

    def lock(self) -> None:
        """Waits until no other transaction is changing nodes. Later ones wait for this one."""
        if self._connection.dialect.name == "postgresql":
            self._connection.execute(text("LOCK TABLE node IN SHARE ROW EXCLUSIVE MODE"))

    def put(self, node: Node) -> None:
        """Stores a node, and replaces the row with its name."""
        self.remove(node.name)
        values = asdict(node)
        values["lacks"] = values.pop("missing_games")
        self._connection.execute(insert(nodes).values(values))

    def change(self, name: str, **values: object) -> None:
        """Updates these columns of a node."""
        self._connection.execute(update(nodes).where(nodes.c.name == name).values(values))

    def remove(self, name: str) -> None:
        self._connection.execute(delete(nodes).where(nodes.c.name == name))


def _node(row: Row[Any]) -> Node:
    values = row._asdict()
    return Node(missing_games=values.pop("lacks"), **values)
