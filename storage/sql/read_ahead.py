"""Values that a transaction reads in advance, for several emails at the same time.

A value is valid until the transaction changes it. Values that weren't read ahead are read when they
are needed. If a repository changes a value itself and knows the new value, it updates the cached
value.

Reading ahead and queued writes (`write_queue`) earn their complexity. Without them, the writer
needs 1.4 times the processor time for a move, and on SQLite the rate of replies falls to 0.67
(tests/benchmarks/RESULTS.md).
"""

from collections.abc import Callable, Collection
from functools import cached_property, lru_cache
from typing import Any, Generic, TypeVar

from storage.sql.columns import Columns

Key = TypeVar("Key")
Value = TypeVar("Value")
MAX_CHANGES = 500
"""Maximum number of sets of changed columns whose readers are remembered."""
MISSING: Any = object()
"""Marks a value that isn't known."""


class ReadAhead:
    """All values that a transaction has read ahead."""

    def __init__(self) -> None:
        self._parts: list[Prefetched[Any, Any]] = []
        self._readers: dict[Columns, list[Prefetched[Any, Any]]] = {}
        """The caches that each set of changed columns invalidates."""
        self._reads: tuple[Columns, ...] = ()
        """The columns that each cache is read from, once something has changed."""
        self._savepoints = 0
        self.is_used = False
        """Whether anything was read ahead."""
        self._changes: list[tuple[Prefetched[Any, Any], Any, Any]] = []
        """The value before each change, which undoing a savepoint restores."""

    def part(self, columns: Callable[[], Columns]) -> "Prefetched[Any, Any]":
        """Returns a new cache.

        `columns`: returns the columns that its values are read from.
        """
        cache = Prefetched[Any, Any](self, columns)
        self._parts.append(cache)
        self._reads, self._readers = (), {}
        return cache

    def forget(self) -> None:
        """Drops all values."""
        for part in self._parts:
            part.clear()

    def forget_changed(
        self, columns: Columns, still_valid: Collection["Prefetched[Any, Any]"] = ()
    ) -> None:
        """Drops the values read from these columns, except for the caches in `still_valid`."""
        if columns and self.is_used:
            for part in self._read_from(columns):
                if part not in still_valid:
                    part.clear()

    def _read_from(self, columns: Columns) -> list["Prefetched[Any, Any]"]:
        parts = self._readers.get(columns)
        if parts is None:
            self._reads = self._reads or tuple([part.columns for part in self._parts])
            places = _places(self._reads, columns)
            parts = self._readers[columns] = [self._parts[place] for place in places]
        return parts

    @property
    def may_be_undone(self) -> bool:
        """Whether a savepoint is open."""
        return self._savepoints > 0

    def record(self, part: "Prefetched[Any, Any]", key: object, value: object) -> None:
        """Records the value of a key before a change."""
        self._changes.append((part, key, value))

    def begin_savepoint(self) -> int:
        """Begins a savepoint, and returns the number of changes before it."""
        self._savepoints += 1
        return len(self._changes)

    def undo_savepoint(self, begun: int) -> None:
        """Restores the values from before the savepoint."""
        self._savepoints -= 1
        for part, key, value in reversed(self._changes[begun:]):
            part.restore(key, value)
        del self._changes[begun:]

    def release_savepoint(self) -> None:
        """Ends the savepoint, and keeps its changes."""
        self._savepoints -= 1


@lru_cache(MAX_CHANGES)
def _places(reads: tuple[Columns, ...], changes: Columns) -> tuple[int, ...]:
    """Returns the places of the columns that overlap with changed ones.

    Most transactions create the same caches in the same order.
    """
    return tuple(place for place, columns in enumerate(reads) if not columns.isdisjoint(changes))


class Prefetched(Generic[Key, Value]):
    """A cache of values by key. Callers read the values of missing keys themselves."""

    def __init__(self, all: ReadAhead, columns: Callable[[], Columns]) -> None:
        self._all = all
        self._columns = columns
        self._values: dict[Key, Value] = {}

    @cached_property
    def columns(self) -> Columns:
        """The columns that the values are read from."""
        return self._columns()

    def __contains__(self, key: Key) -> bool:
        return key in self._values

    def __getitem__(self, key: Key) -> Value:
        return self._values[key]

    def get(self, key: Key) -> Value | None:
        """Returns a value, or None if it isn't known."""
        return self._values.get(key)

    def items(self) -> list[tuple[Key, Value]]:
        return list(self._values.items())

    def add(self, values: dict[Key, Value]) -> None:
        """Adds values that were read. Undoing the current savepoint drops them again."""
        self._all.is_used = True
        if self._all.may_be_undone:
            for key in values:
                self._all.record(self, key, self._values.get(key, MISSING))
        self._values |= values

    def change(self, key: Key, value: Value) -> None:
        """Sets the new value of a key after a write of this transaction."""
        self._all.record(self, key, self._values.get(key, MISSING))
        self._values[key] = value

    def drop(self, key: Key) -> None:
        """Drops a value that a write of this transaction changes."""
        if key in self._values:
            self._all.record(self, key, self._values.pop(key))

    def clear(self) -> None:
        self._values.clear()

    def restore(self, key: Key, value: Any) -> None:
        """Restores an earlier value."""
        if value is MISSING:
            self._values.pop(key, None)
        else:
            self._values[key] = value
