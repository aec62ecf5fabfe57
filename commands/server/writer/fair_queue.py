"""A queue in which client networks take turns, so that nobody's costly mails delay others' much."""

from collections import deque
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from threading import Condition
from typing import Generic, TypeVar

Item = TypeVar("Item")
Lane = tuple[str, str]
"""A network, and the name of one of its lanes."""
MAX_NETWORKS = 1000
"""Above this number, idle networks that have used no more time than others are forgotten."""


@dataclass
class _Network(Generic[Item]):
    """A client network: the items that wait, and the time that earlier ones took."""

    waiting: deque[Item] = field(default_factory=deque)
    used: float = 0.0
    """In seconds; idle time counts as used."""
    cost: float = 0.0
    """The seconds that an item takes, by the latest ones; 0 for a newcomer, who is next."""
    running: int = 0
    """The items that were taken, and aren't charged yet."""

    @property
    def expected(self) -> float:
        """The time used, with that which its running items will probably take."""
        return self.used + self.running * self.cost

    @property
    def finish(self) -> float:
        """The time that it will probably have used after its next item."""
        return self.expected + self.cost


class FairQueue(Generic[Item]):
    """A queue of each network; next is the one whose total time, with its next item, is least.

    One that was idle saves no time up: it starts with the time of the network that is served now
    (start-time fair queueing: Goyal, Vin and Cheng, 1996). As its next item counts, cheap ones
    needn't wait while many networks send a costly one each. Thread-safe.
    A network's items of one lane come in their order, also to several workers: none is returned
    while another worker holds the lane.
    """

    def __init__(self, lane: Callable[[Item], str] = lambda _: "") -> None:
        """`lane`: returns the lane of an item; empty if others needn't wait for it."""
        self._lane = lane
        self._held: set[Lane] = set()
        self.networks: dict[str, _Network[Item]] = {}
        """The networks with waiting mail or recent cost, by name."""
        self._now = 0.0
        """The time used by the network that is served."""
        self._changed = Condition()
        self._closed = False

    def __len__(self) -> int:
        """Returns the number of items that wait."""
        with self._changed:
            return sum(len(network.waiting) for network in self.networks.values())

    def put(self, network: str, item: Item, *, first: bool = False) -> None:
        """Adds an item; `first`: before the others of its network, as it has waited already."""
        with self._changed:
            found = self._network(network)
            if not found.waiting:
                found.used = max(found.used, self._now)
            (found.waiting.appendleft if first else found.waiting.append)(item)
            self._changed.notify()

    @property
    def is_ready(self) -> bool:
        """True if an item waits that a worker could take."""
        with self._changed:
            return self._next() is not None

    def get(self, own: set[Lane] | None = None) -> tuple[str, Item] | None:
        """Waits for an item; returns it with its network, or None once the queue is closed.

        Its lane is added to `own`, the lanes that the worker holds until it releases them.
        """
        with self._changed:
            while (following := self._next()) is None and not self._is_finished():
                self._changed.wait()
            return self._pop(following, own)

    def get_cheap(self, max_cost: float, own: set[Lane] | None = None) -> tuple[str, Item] | None:
        """Returns the next item; None if there is none, or it will take more seconds than these.

        It may be of a lane that the worker holds.
        """
        with self._changed:
            following = self._next(own or frozenset())
            if following is None or self.networks[following[0]].cost > max_cost:
                return None
            return self._pop(following, own)

    def release(self, own: set[Lane]) -> None:
        """Ends the hold of a worker on its lanes."""
        with self._changed:
            self._held -= own
            own.clear()
            self._changed.notify_all()

    def charge(self, network: str, seconds: float) -> None:
        """Counts the time that an item of this network took."""
        with self._changed:
            found = self._network(network)
            found.running = max(0, found.running - 1)
            found.used += seconds
            found.cost += (seconds - found.cost) / 2
            if self._next() is None:
                self._now = max(self._now, found.used)
            if len(self.networks) > MAX_NETWORKS:
                self._forget_idle()

    def is_cheap(self, network: str, max_cost: float) -> bool:
        """Returns True if the next item of this network won't take more seconds than these."""
        with self._changed:
            return self.networks[network].cost <= max_cost

    def put_back(self, taken: Sequence[tuple[str, Item]]) -> None:
        """Lets items with their networks wait again, in their order; they aren't charged."""
        with self._changed:
            for name, item in reversed(taken):
                network = self.networks[name]
                network.waiting.appendleft(item)
                network.running -= 1
                self._now = min(self._now, network.expected)
            self._changed.notify_all()

    def take_all(self) -> list[Item]:
        """Returns all items that wait, and removes them."""
        with self._changed:
            taken = [item for network in self.networks.values() for item in network.waiting]
            for network in self.networks.values():
                network.waiting.clear()
            self._changed.notify_all()
            return taken

    def close(self) -> None:
        """Has `get` return None once all items are taken."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _network(self, name: str) -> _Network[Item]:
        """Returns a network, which begins with the time of the one that is served."""
        found = self.networks.get(name)
        if found is None:
            found = self.networks[name] = _Network(used=self._now)
        return found

    def _is_finished(self) -> bool:
        return self._closed and not any(each.waiting for each in self.networks.values())

    def _next(self, own: AbstractSet[Lane] = frozenset()) -> tuple[str, int] | None:
        """Returns the network whose turn it is, and the place of its item; None if none can go."""
        taken = self._held - own
        found = ((name, self._first(name, taken)) for name in self.networks)
        ready = [(name, place) for name, place in found if place is not None]
        return min(ready, key=lambda each: self.networks[each[0]].finish, default=None)

    def _first(self, name: str, taken: AbstractSet[Lane]) -> int | None:
        """Returns the place of the first item of a network whose lane nobody holds."""
        waiting = self.networks[name].waiting
        return next(
            (place for place, item in enumerate(waiting) if (name, self._lane(item)) not in taken),
            None,
        )

    def _pop(self, place: tuple[str, int] | None, own: set[Lane] | None) -> tuple[str, Item] | None:
        if place is None:
            return None
        name, number = place
        network = self.networks[name]
        self._now = max(self._now, network.expected)
        network.running += 1
        item = network.waiting[number]
        del network.waiting[number]
        self._hold((name, self._lane(item)), own)
        return name, item

    def _hold(self, lane: Lane, own: set[Lane] | None) -> None:
        if own is not None and lane[1]:
            own.add(lane)
            self._held.add(lane)

    def _forget_idle(self) -> None:
        for name, network in list(self.networks.items()):
            if not network.waiting and not network.running and network.used <= self._now:
                del self.networks[name]
