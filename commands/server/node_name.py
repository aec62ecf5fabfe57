"""Choose the name of a server among the nodes of its installation."""

import platform
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import count

from pbm.errors import UsageError
from storage.admin.nodes import Node

TAKEN = """\
Another node named "{0.name}" is running on {0.host}, with the data folder {0.data}.
Stop it, or set PBM_NODE to a different name for this node."""


@dataclass
class NodeNames:
    """Chooses the name of a starting server while other nodes may have it."""

    wanted: str
    """The name that the admin has configured, or an empty string."""
    folder_id: str
    """Identifies the data folder that this server has locked. Earlier servers of it have ended."""
    usual: str = field(default_factory=lambda: platform.node() or "node")
    """The name if none is configured. If another server already uses it, a number is added."""
    _first_seen: dict[str, datetime] = field(default_factory=dict)

    def choose(self, entered: Sequence[Node], now: datetime) -> str:
        """Returns a free name, or an empty string if it isn't known yet which ones are free.

        A node that was just killed seems alive until it has missed a heartbeat. Raises UsageError
        if another server has the configured name.
        """
        nodes = {node.name: node for node in entered}
        for node in entered:
            self._first_seen.setdefault(node.name, node.seen)
        for name in self._candidates(nodes):
            other = nodes.get(name)
            if other is None or self._is_ours(other) or not other.is_running(now):
                return name
            if other.seen == self._first_seen[name]:
                return ""
        raise UsageError(TAKEN.format(nodes[self.wanted]))

    def _candidates(self, nodes: Mapping[str, Node]) -> Iterator[str]:
        """Yields possible names, starting with the name of the last server of this folder."""
        if self.wanted:
            yield self.wanted
            return
        similar = (name for name in nodes if name.startswith(f"{self.usual}-"))
        yield from (name for name in similar if self._is_ours(nodes[name]))
        yield self.usual
        yield from (f"{self.usual}-{number}" for number in count(2))

    def _is_ours(self, node: Node) -> bool:
        return bool(self.folder_id) and node.folder_id == self.folder_id
