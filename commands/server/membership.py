"""The membership of a node in its installation: its name, heartbeats and leases."""

import platform
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from commands.server.app.app import App
from commands.server.node_name import NodeNames
from commands.settings import Settings
from pbm import __version__, games
from pbm.process.lazy_logger import get_logger
from pbm.process.leases import LEASE, RENEW_SECONDS
from storage.admin.nodes import Node
from storage.schema.schema_upgrade import newest
from storage.unit_of_work import UnitOfWork

log = get_logger()
SOLE_RENEW_SECONDS = 60.0
"""Seconds between heartbeats on SQLite, where there is only one server."""
BEATS = LEASE // timedelta(seconds=RENEW_SECONDS)
"""Number of failed heartbeats after which other nodes may take the leases."""
POLL_SECONDS = 1
CLOCKS = "clocks"
HEALTH = "health"


def leases_of(settings: Settings) -> Sequence[str]:
    """Returns the names of the leases that a server with these settings should try to hold."""
    clocks = [CLOCKS] if "clocks" in settings.role_set else []
    return [HEALTH, *clocks, *([mailbox_lease(settings)] if settings.mailbox else [])]


def mailbox_lease(settings: Settings) -> str:
    """Returns the name of the lease on the provider's mailbox."""
    return f"mailbox {settings.mailbox_address.mailbox_name}"


@dataclass
class Membership:
    """The server's node row and its leases, which its heartbeats renew."""

    app: App
    folder_id: str
    """Identifies the data folder that this server has locked."""
    wanted: Sequence[str]
    """Names of the leases that the server takes as soon as they are free."""
    name: str = field(default="", init=False)
    drain_reason: str = field(default="", init=False)
    """Why this node is draining, or an empty string."""
    missing_games: str = field(default="", init=False)
    """Games this node doesn't have. It leaves all work to other nodes until they are installed."""
    _until: dict[str, datetime] = field(default_factory=dict, init=False)
    """The times at which its leases end, by name."""
    _names: NodeNames | None = field(default=None, init=False)
    """Chooses a new name after other nodes have removed this one as dead."""

    @property
    def seconds(self) -> float:
        """Seconds between heartbeats."""
        return SOLE_RENEW_SECONDS if self._is_sole else RENEW_SECONDS

    def has(self, lease: str) -> bool:
        """Whether this node holds the lease now."""
        until = self._until.get(lease)
        return until is not None and self.app.clock.now() < until

    @property
    def leases(self) -> frozenset[str]:
        """The names of the leases that this node holds now."""
        return frozenset(name for name in self._until if self.has(name))

    def enter(self) -> None:
        """Takes a name and all free leases.

        Raises UsageError if another node has the name, or running nodes have other shared settings.
        """
        names = NodeNames(self.app.settings.node, self.folder_id)
        while not self._enter(names, is_first=True):
            time.sleep(POLL_SECONDS)
        log.info("node joined", name=self.name, roles=self.app.settings.roles)

    def beat(self, *, drained: bool) -> None:
        """Sends a heartbeat, renews the leases, and reads whether to drain this node."""
        with self.app.database.work() as work:
            if node := self._own_row(work):
                now = self.app.clock.now()
                was_drained, node = node.drained, self._with_missing_games(work, node, now)
                work.nodes.change(node.name, seen=now, drained=drained, lacks=node.missing_games)
                until = self._renew(work, node)
        if node:
            self._note(until, node)
            if drained and not was_drained:
                log.info("drained", node=self.name)
        else:
            self._enter_again()

    def leave(self) -> None:
        """Releases the leases and records that the server has stopped.

        Does nothing if the database fails.
        """
        self._until = {}
        if self.app.database.problem:
            return
        try:
            with self.app.database.work() as work:
                work.outbox.reclaim(self.app.incarnation, self.app.clock.now())
                self._release(work, self.app.incarnation)
                if node := self._own_row(work):
                    now = self.app.clock.now()
                    work.nodes.change(node.name, seen=now, stopped=True, drained=False)
        except Exception as error:  # noqa: BLE001 - nothing may keep a server from stopping
            log.warning("failed to record that the server stopped", error=error)

    @property
    def _is_sole(self) -> bool:
        return self.app.settings.database_file is not None

    @property
    def _lease(self) -> timedelta:
        return BEATS * timedelta(seconds=self.seconds)

    def _own_row(self, work: UnitOfWork) -> Node | None:
        """Returns this server's node row, or None if an admin or another server has removed it."""
        row = work.nodes.find(self.name)
        return row if row and row.incarnation == self.app.incarnation else None

    def _enter(self, names: NodeNames, *, is_first: bool = False) -> bool:
        """Enters under a free name. Returns False if it isn't known yet which names are free.

        `is_first`: store the settings, or raise UsageError if running nodes have others.
        """
        with self.app.database.work() as work:
            work.nodes.lock()
            nodes = {} if self._is_sole else {node.name: node for node in work.nodes.all()}
            now = self.app.clock.now()
            name = names.choose(tuple(nodes.values()), now)
            if not name:
                return False
            if is_first:
                self.app.keep_settings(work, self.folder_id)
            former = work.nodes.find(name)
            self._forget_former(work, name)
            node = self._node(name, now, draining=former is not None and former.draining)
            node = self._with_missing_games(work, node, now)
            work.nodes.put(node)
            until = self._renew(work, node)
        self.name = name
        self._note(until, node)
        return True

    def _with_missing_games(self, work: UnitOfWork, node: Node, now: datetime) -> Node:
        """Returns the row with the games that it lacks now.

        Installed games change on other nodes.
        """
        return replace(node, missing_games=work.nodes.missing_games(node, now))

    def _forget_former(self, work: UnitOfWork, name: str) -> None:
        """Removes the nodes of this server's earlier runs, and releases their leases."""
        for node in work.nodes.all():
            is_ended = self._is_sole or (bool(self.folder_id) and node.folder_id == self.folder_id)
            if is_ended or node.name == name:
                self._release(work, node.incarnation)
                work.nodes.remove(node.name)

    def _release(self, work: UnitOfWork, holder: str) -> None:
        """Releases the leases of a server that no longer works.

        Leases on emails are left to expire, because the delivery process of a killed server may
        still be sending them.
        """
        work.leases.release_all(holder)
        work.turn_leases.release_all(holder)
        work.jobs.release_all(holder, self.app.clock.now())

    def _node(self, name: str, now: datetime, *, draining: bool) -> Node:
        settings = self.app.settings
        return Node(
            name,
            self.app.incarnation,
            host=platform.node(),
            data=str(settings.data.absolute()),
            folder_id=self.folder_id,
            version=__version__,
            schema_version=newest(),
            roles=settings.roles.replace(",", " "),
            since=now,
            seen=now,
            draining=draining,
            games=" ".join(games.games()),
        )

    def _renew(self, work: UnitOfWork, node: Node) -> dict[str, datetime]:
        """Renews the leases and returns them with their ends. A draining node releases them all."""
        now, holder = self.app.clock.now(), self.app.incarnation
        until = now + self._lease
        if node.drain_reason:
            work.leases.release_all(holder)
            return {}
        return {name: until for name in self.wanted if work.leases.take(name, holder, now, until)}

    def _note(self, until: dict[str, datetime], node: Node) -> None:
        """Logs the changes and keeps the leases, once the database has stored them."""
        if node.drain_reason and node.drain_reason != self.drain_reason:
            log.info("draining", node=self.name, reason=node.drain_reason)
        elif self.drain_reason and not node.drain_reason:
            log.info("taking work again", node=self.name)
        for name in until.keys() ^ self._until.keys():
            log.info("lease taken" if name in until else "lease ended", lease=name)
        self.drain_reason, self.missing_games, self._until = (
            node.drain_reason,
            node.missing_games,
            until,
        )

    def _enter_again(self) -> None:
        """Enters again after the node's row was removed, under another name if necessary."""
        if self._names is None:
            log.warning("other nodes considered this node dead", node=self.name)
            self._names = NodeNames("", self.folder_id, self.name)
        self._until = {}
        if self._enter(self._names):
            self._names = None
            log.info("node joined", name=self.name)
