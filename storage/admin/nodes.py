"""The repositories of nodes, the servers that work on one database, and of their processes."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta

from sqlalchemy import delete, insert, or_, select, text, true, update

from pbm import games
from pbm.leases import LEASE
from pbm.wording import listing
from storage.boards.logs import read_known_games
from storage.sql.inserts import insert_into
from storage.sql.repository import Repository
from storage.tables import engine_absences, leases, nodes, server_processes


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


# The repository of the processes that running servers have recorded.

FORGOTTEN_AFTER = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class ServerProcess:
    """A process of a server."""

    server: str
    """The host, and the id of the main process."""
    name: str
    pid: int
    since: datetime
    seen: datetime


class ServerProcessRepository(Repository):
    """The repository of processes; several servers may share a database on PostgreSQL."""

    def all(self) -> Sequence[ServerProcess]:
        """Returns all processes, server by server, in the order of their starts."""
        columns = server_processes.c
        query = select(server_processes).order_by(columns.server, columns.since, columns.name)
        return [ServerProcess(**row._asdict()) for row in self._connection.execute(query)]

    def put(self, server: str, processes: Sequence[ServerProcess], now: datetime) -> None:
        """Records the processes of a server; forgets servers that were silent for long.

        SQLite has one server at a time, so that any other was killed. A server may record its
        processes twice at a time: when one was replaced just as it does so every minute.
        """
        old = server_processes.c.seen < now - FORGOTTEN_AFTER
        gone = true() if self._connection.dialect.name == "sqlite" else old
        self._connection.execute(delete(server_processes).where(gone))
        columns = server_processes.c
        ended = columns.name.not_in([process.name for process in processes])
        self._connection.execute(delete(server_processes).where(columns.server == server, ended))
        row = insert_into(self._connection, server_processes)
        values = {name: row.excluded[name] for name in ("pid", "since", "seen")}
        recorded = row.on_conflict_do_update(index_elements=["server", "name"], set_=values)
        self._connection.execute(recorded, [asdict(process) for process in processes])

    def remove(self, server: str) -> None:
        """Forgets a server that has stopped."""
        ours = server_processes.c.server == server
        self._connection.execute(delete(server_processes).where(ours))


# The repository of leases: of work that one node of an installation does at a time.

LONGER = timedelta(minutes=1)
"""The clocks of two nodes, which both follow the database's, differ by far less."""


class LeaseRepository(Repository):
    """The repository of leases; all times are of the database's clock."""

    def take(self, name: str, holder: str, now: datetime, until: datetime) -> bool:
        """Takes a lease, or renews one's own; returns True if the holder has it now.

        All take a lease for the same length: one that ends later was taken before the clock was
        set back, and is free.
        """
        row = insert_into(self._connection, leases).values(name=name, holder=holder, until=until)
        ended = or_(leases.c.until <= now, leases.c.until > until + LONGER)
        free = or_(leases.c.holder == holder, ended)
        values = {"holder": holder, "until": until}
        taken = row.on_conflict_do_update(index_elements=["name"], set_=values, where=free)
        return self._connection.execute(taken.returning(leases.c.name)).first() is not None

    def holder(self, name: str, now: datetime) -> str:
        """Returns the holder of a lease; empty if nobody has it."""
        query = select(leases.c.holder).where(leases.c.name == name, leases.c.until > now)
        return self._connection.execute(query).scalar() or ""

    def held(self, now: datetime) -> dict[str, str]:
        """Returns the holders of all leases, by the leases' names."""
        query = select(leases.c.name, leases.c.holder).where(leases.c.until > now)
        return {row.name: row.holder for row in self._connection.execute(query)}

    def release(self, name: str, holder: str) -> None:
        """Gives a lease back, if it is this holder's."""
        ours = leases.c.name == name, leases.c.holder == holder
        self._connection.execute(delete(leases).where(*ours))

    def release_all(self, holder: str) -> None:
        """Gives back all leases of a holder that works no more."""
        self._connection.execute(delete(leases).where(leases.c.holder == holder))


# The repository of engines that nodes can't start, as something is missing on their machines.


class EngineAbsenceRepository(Repository):
    """The repository of what is missing of engines, by node."""

    def put(self, holder: str, missing: Mapping[str, str]) -> None:
        """Stores what is missing at a node, by userid; forgets nodes that are no more."""
        known = select(nodes.c.incarnation)
        stale = or_(engine_absences.c.holder == holder, engine_absences.c.holder.not_in(known))
        self._connection.execute(delete(engine_absences).where(stale))
        rows = [
            {"holder": holder, "userid": userid, "detail": detail}
            for userid, detail in missing.items()
        ]
        if rows:
            self._connection.execute(insert(engine_absences), rows)

    def by_userid(self) -> dict[str, dict[str, str]]:
        """Returns what is missing, by userid and by the incarnation of the node."""
        found: dict[str, dict[str, str]] = {}
        for row in self._connection.execute(select(engine_absences)):
            found.setdefault(row.userid, {})[row.holder] = row.detail
        return found
