"""Values that a transaction reads before they are asked for, for several mails at once.

They are used for as long as nothing in the transaction changes them; other values are read as
ever. A repository that changes some by a write of its own, and knows the new values, keeps these
up to date itself.

Reading ahead and queued writes (`write_queue`) are worth their lines: without them a move takes
the writer 1.4 times the processor time, and replies on SQLite come to 0.67 of their rate
(tests/benchmarks/RESULTS.md).
"""

from collections.abc import Callable, Collection
from functools import cached_property
from typing import Any, Generic, TypeVar

from storage.sql.columns import Columns

Key = TypeVar("Key")
Value = TypeVar("Value")
MISSING: Any = object()
"""In the place of a value that isn't known."""


class ReadAhead:
    """All that a transaction has read ahead."""

    def __init__(self) -> None:
        self._parts: list[Prefetched[Any, Any]] = []
        self._readers: dict[Columns, list[Prefetched[Any, Any]]] = {}
        """The parts that were read from columns which some statement changes."""
        self._savepoints = 0
        self.is_used = False
        """True once anything was read ahead."""
        self._changes: list[tuple[Prefetched[Any, Any], Any, Any]] = []
        """The values before each change, to which undoing a savepoint goes back."""

    def part(self, columns: Callable[[], Columns]) -> "Prefetched[Any, Any]":
        """Returns a new part; `columns`: returns those from which its values are read."""
        made = Prefetched[Any, Any](self, columns)
        self._parts.append(made)
        return made

    def forget(self) -> None:
        """Forgets everything."""
        for part in self._parts:
            part.clear()

    def forget_changed(
        self, columns: Columns, kept: Collection["Prefetched[Any, Any]"] = ()
    ) -> None:
        """Forgets what was read from any of these columns, but for the parts kept up to date."""
        if columns and self.is_used:
            for part in self._read_from(columns):
                if part not in kept:
                    part.clear()

    def _read_from(self, columns: Columns) -> list["Prefetched[Any, Any]"]:
        found = self._readers.get(columns)
        if found is None:
            found = [part for part in self._parts if not part.columns.isdisjoint(columns)]
            self._readers[columns] = found
        return found

    @property
    def may_be_undone(self) -> bool:
        """True if a savepoint is open."""
        return self._savepoints > 0

    def record(self, part: "Prefetched[Any, Any]", key: object, value: object) -> None:
        """Records the value that a key had before a change."""
        self._changes.append((part, key, value))

    def begin_savepoint(self) -> int:
        """Returns the number of changes before a savepoint."""
        self._savepoints += 1
        return len(self._changes)

    def undo_savepoint(self, begun: int) -> None:
        """Goes back to the values before it."""
        self._savepoints -= 1
        for part, key, value in reversed(self._changes[begun:]):
            part.restore(key, value)
        del self._changes[begun:]

    def release_savepoint(self) -> None:
        """Keeps its changes."""
        self._savepoints -= 1


class Prefetched(Generic[Key, Value]):
    """Values by key; values of other keys are read when they are asked for."""

    def __init__(self, all: ReadAhead, columns: Callable[[], Columns]) -> None:
        self._all = all
        self._columns = columns
        self._values: dict[Key, Value] = {}

    @cached_property
    def columns(self) -> Columns:
        """The columns from which the values are read."""
        return self._columns()

    def __contains__(self, key: Key) -> bool:
        return key in self._values

    def __getitem__(self, key: Key) -> Value:
        return self._values[key]

    def get(self, key: Key) -> Value | None:
        """Returns a value; None if it isn't known."""
        return self._values.get(key)

    def items(self) -> list[tuple[Key, Value]]:
        """Returns the keys with their values."""
        return list(self._values.items())

    def add(self, found: dict[Key, Value]) -> None:
        """Adds values that were read; in a savepoint, they may be what is undone with it."""
        self._all.is_used = True
        if self._all.may_be_undone:
            for key in found:
                self._all.record(self, key, self._values.get(key, MISSING))
        self._values |= found

    def change(self, key: Key, value: Value) -> None:
        """Sets the value to which a write of this transaction leads."""
        self._all.record(self, key, self._values.get(key, MISSING))
        self._values[key] = value

    def drop(self, key: Key) -> None:
        """Forgets a value that a write of this transaction changes."""
        if key in self._values:
            self._all.record(self, key, self._values.pop(key))

    def clear(self) -> None:
        """Forgets all values."""
        self._values.clear()

    def restore(self, key: Key, value: Any) -> None:
        """Goes back to an earlier value."""
        if value is MISSING:
            self._values.pop(key, None)
        else:
            self._values[key] = value
