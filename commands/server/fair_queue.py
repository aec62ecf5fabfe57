"""A queue in which client networks take turns, so that nobody's costly mails delay others' much."""

from collections import deque
from dataclasses import dataclass, field
from threading import Condition
from typing import Generic, TypeVar

Item = TypeVar("Item")

MAX_NETWORKS = 1000
"""Above this number, idle networks that have used no more time than others are forgotten."""


@dataclass
class _Network(Generic[Item]):
    """A client network: the items that wait, and the time that earlier ones took."""

    waiting: deque[Item] = field(default_factory=deque)
    used: float = 0.0
    """In seconds; idle time counts as used."""
    cost: float = 0.0
    """The seconds that an item takes, by the latest ones."""


class FairQueue(Generic[Item]):
    """Items by network; the first of the network that has used the least time comes next.

    One that was idle saves no time up: it starts with the time of the network that is served now.
    (Start-time fair queueing: Goyal, Vin and Cheng, 1996.) Thread-safe.
    """

    def __init__(self) -> None:
        self._networks: dict[str, _Network[Item]] = {}
        self._now = 0.0
        """The time used by the network that is served."""
        self._changed = Condition()
        self._closed = False

    def __len__(self) -> int:
        """Returns the number of items that wait."""
        with self._changed:
            return sum(len(network.waiting) for network in self._networks.values())

    def put(self, network: str, item: Item, *, first: bool = False) -> None:
        """Adds an item; `first`: before the others of its network, as it has waited already."""
        with self._changed:
            found = self._networks.setdefault(network, _Network())
            if not found.waiting:
                found.used = max(found.used, self._now)
            (found.waiting.appendleft if first else found.waiting.append)(item)
            self._changed.notify()

    def get(self) -> tuple[str, Item] | None:
        """Waits for an item; returns it with its network, or None once the queue is closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._next() is not None)
            return self._pop()

    def get_cheap(self, max_cost: float) -> tuple[str, Item] | None:
        """Returns the next item; None if there is none, or it will take more seconds than these."""
        with self._changed:
            following = self._next()
            if following is None or self._networks[following].cost > max_cost:
                return None
            return self._pop()

    def charge(self, network: str, seconds: float) -> None:
        """Counts the time that an item of this network took."""
        with self._changed:
            found = self._networks.setdefault(network, _Network(used=self._now))
            found.used += seconds
            found.cost += (seconds - found.cost) / 2
            if self._next() is None:
                self._now = max(self._now, found.used)
            if len(self._networks) > MAX_NETWORKS:
                self._forget_idle()

    def take_all(self) -> list[Item]:
        """Returns all items that wait, and removes them."""
        with self._changed:
            taken = [item for network in self._networks.values() for item in network.waiting]
            for network in self._networks.values():
                network.waiting.clear()
            return taken

    def close(self) -> None:
        """Has `get` return None once all items are taken."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _next(self) -> str | None:
        """Returns the network whose turn it is; None if nothing waits."""
        busy = [name for name, network in self._networks.items() if network.waiting]
        return min(busy, key=lambda name: self._networks[name].used, default=None)

    def _pop(self) -> tuple[str, Item] | None:
        name = self._next()
        if name is None:
            return None
        self._now = self._networks[name].used
        return name, self._networks[name].waiting.popleft()

    def _forget_idle(self) -> None:
        for name, network in list(self._networks.items()):
            if not network.waiting and network.used <= self._now:
                del self._networks[name]
