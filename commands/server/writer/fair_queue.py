"""A queue in which client networks take turns, so that slow emails hardly delay other networks."""

from collections import deque
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from threading import Condition, RLock
from typing import Generic, TypeVar

Item = TypeVar("Item")
Lane = tuple[str, str]
"""A network's name, and a label for its items that must be handled in order, one at a time."""
MAX_NETWORKS = 1000
"""Maximum number of networks before the queue forgets some idle ones.

It forgets networks that have used no more time than the one that is being served. Nothing is lost,
because a network that returns starts with the served network's time anyway.
"""


@dataclass
class _Network(Generic[Item]):
    """A client network: its waiting items, and the time that its earlier items took."""

    waiting: deque[Item] = field(default_factory=deque)
    used: float = 0.0
    """Seconds of processor time charged to the network. Idle time is charged, too."""
    cost: float = 0.0
    """Estimated seconds for an item, based on the latest items.

    It is 0 for a new network, so that this network is served next.
    """
    running: int = 0
    """Number of items that were taken and haven't been charged yet."""

    @property
    def expected(self) -> float:
        """Time used, including the estimated time of the running items."""
        return self.used + self.running * self.cost

    @property
    def finish(self) -> float:
        """Estimated time used after the next item."""
        return self.expected + self.cost


class FairQueue(Generic[Item]):
    """A queue for each network.

    The queue serves the network with the lowest total time, including the estimate for its next
    item. So a network with a cheap item is served before many networks with an expensive one.

    An idle network doesn't accumulate credit: it starts with the time of the network that is served
    now (start-time fair queueing: Goyal, Vin and Cheng, 1996). Thread-safe.

    Items of the same network and lane are taken in their order, even by several workers: no item is
    returned while another worker holds its lane.
    """

    def __init__(self, lane: Callable[[Item], str] = lambda _: "") -> None:
        """`lane`: returns the lane of an item, or an empty string if its order doesn't matter."""
        self._lane = lane
        self._held: set[Lane] = set()
        self.networks: dict[str, _Network[Item]] = {}
        """The networks with waiting items or recent cost, by name."""
        self._now = 0.0
        """Time used by the network that is served now, which newly active networks start with."""
        self._lock = RLock()
        self._changed = Condition(self._lock)
        self._closed = False

    def __len__(self) -> int:
        """Returns the number of waiting items."""
        with self._lock:
            return sum(len(network.waiting) for network in self.networks.values())

    def put(self, network: str, item: Item, *, first: bool = False) -> None:
        """Adds an item.

        `first`: put it before its network's other items because it has waited already.
        """
        with self._lock:
            account = self._network(network)
            if not account.waiting:
                account.used = max(account.used, self._now)
            (account.waiting.appendleft if first else account.waiting.append)(item)
            self._changed.notify()

    @property
    def is_ready(self) -> bool:
        """Whether a worker could take any of the waiting items."""
        with self._lock:
            return self._next() is not None

    def get(self, worker_lanes: set[Lane] | None = None) -> tuple[str, Item] | None:
        """Waits for an item and returns its network and the item.

        Returns None once the queue is closed and empty.

        `worker_lanes`: lanes that the worker holds until it releases them. The lane of the item is
        added to it.
        """
        with self._lock:
            while (following := self._next()) is None and not self._is_finished():
                self._changed.wait()
            return self._pop(following, worker_lanes)

    def get_cheap(
        self, max_cost: float, worker_lanes: set[Lane] | None = None
    ) -> tuple[str, Item] | None:
        """Returns the next item with its network.

        Unlike `get`, it may take an item of a lane that this worker holds.

        Returns None if no item can be taken, or if the next one is estimated to take more than
        `max_cost` seconds.
        """
        with self._lock:
            following = self._next(worker_lanes or frozenset())
            if following is None or self.networks[following[0]].cost > max_cost:
                return None
            return self._pop(following, worker_lanes)

    def release(self, worker_lanes: set[Lane]) -> None:
        """Releases the lanes that a worker holds."""
        with self._lock:
            self._held -= worker_lanes
            worker_lanes.clear()
            self._changed.notify_all()

    def charge(self, network: str, seconds: float) -> None:
        """Adds the processor time that an item took to its network's account."""
        with self._lock:
            account = self._network(network)
            account.running = max(0, account.running - 1)
            account.used += seconds
            account.cost += (seconds - account.cost) / 2
            if self._next() is None:
                self._now = max(self._now, account.used)
            if len(self.networks) > MAX_NETWORKS:
                self._forget_idle()

    def is_cheap(self, network: str, max_cost: float) -> bool:
        """Whether the network's next item is estimated to take at most `max_cost` seconds."""
        with self._lock:
            return self.networks[network].cost <= max_cost

    def put_back(self, taken: Sequence[tuple[str, Item]]) -> None:
        """Puts items back at the front of their networks' queues, in order, free of charge."""
        with self._lock:
            for name, item in reversed(taken):
                network = self.networks[name]
                network.waiting.appendleft(item)
                network.running -= 1
                self._now = min(self._now, network.expected)
            self._changed.notify_all()

    def take_all(self) -> list[Item]:
        """Removes all waiting items and returns them."""
        with self._lock:
            taken = [item for network in self.networks.values() for item in network.waiting]
            for network in self.networks.values():
                network.waiting.clear()
            self._changed.notify_all()
            return taken

    def close(self) -> None:
        """Makes `get` return None once all items are taken."""
        with self._lock:
            self._closed = True
            self._changed.notify_all()

    def _network(self, name: str) -> _Network[Item]:
        """Returns a network. A new one starts with the time of the network that is served now."""
        account = self.networks.get(name)
        if account is None:
            account = self.networks[name] = _Network(used=self._now)
        return account

    def _is_finished(self) -> bool:
        return self._closed and not any(each.waiting for each in self.networks.values())

    def _next(self, worker_lanes: AbstractSet[Lane] = frozenset()) -> tuple[str, int] | None:
        """Returns the network whose turn it is and the index of its item.

        Returns None if all waiting items have lanes that are held.
        """
        taken = self._held - worker_lanes
        places = ((name, self._first(name, taken)) for name in self.networks)
        ready = [(name, place) for name, place in places if place is not None]
        return min(ready, key=lambda each: self.networks[each[0]].finish, default=None)

    def _first(self, name: str, taken: AbstractSet[Lane]) -> int | None:
        """Returns the index of the network's first item whose lane nobody holds, or None."""
        waiting = self.networks[name].waiting
        return next(
            (place for place, item in enumerate(waiting) if (name, self._lane(item)) not in taken),
            None,
        )

    def _pop(
        self, place: tuple[str, int] | None, worker_lanes: set[Lane] | None
    ) -> tuple[str, Item] | None:
        if place is None:
            return None
        name, number = place
        network = self.networks[name]
        self._now = max(self._now, network.expected)
        network.running += 1
        item = network.waiting[number]
        del network.waiting[number]
        self._hold((name, self._lane(item)), worker_lanes)
        return name, item

    def _hold(self, lane: Lane, worker_lanes: set[Lane] | None) -> None:
        if worker_lanes is not None and lane[1]:
            worker_lanes.add(lane)
            self._held.add(lane)

    def _forget_idle(self) -> None:
        for name, network in list(self.networks.items()):
            if not network.waiting and not network.running and network.used <= self._now:
                del self.networks[name]
