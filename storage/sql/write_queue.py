"""Writes that wait in memory, to be sent together.

They are sent before the commit, and before any statement that reads or changes what they change or
read. The effect is as if each were sent at once, except for errors: one may come so late that it
concerns any mail of the transaction. Then each mail is handled again in a transaction of its own,
which writes at once, so that a mail that can't be stored fails alone.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache

from storage.sql.prepared import CompiledStatement, Parameters, StatementText


@dataclass(frozen=True, slots=True)
class QueuedWrite:
    """A write that waits; `conflict`: the reason of a Conflict if it doesn't change one row."""

    text: StatementText
    parameters: Parameters
    conflict: str = ""


@dataclass(frozen=True, slots=True)
class WriteGroup:
    """Writes of one statement, in their order."""

    text: StatementText
    writes: list[QueuedWrite] = field(default_factory=list)

    @property
    def conflicts(self) -> list[str]:
        """The reasons of those that must change a row."""
        return [write.conflict for write in self.writes if write.conflict]


class WriteQueue:
    """The writes that wait, in order."""

    def __init__(self) -> None:
        self._writes: list[QueuedWrite] = []
        self._statements: Counter[CompiledStatement] = Counter()

    def __len__(self) -> int:
        return len(self._writes)

    def add(self, writes: Iterable[QueuedWrite]) -> None:
        """Adds writes."""
        for write in writes:
            self._writes.append(write)
            self._statements[write.text.statement] += 1

    def drop_from(self, position: int) -> None:
        """Drops the writes from this one on."""
        self._remove(slice(position, None))

    def take(self, count: int) -> list[WriteGroup]:
        """Removes the first writes; returns them in groups, to be sent in this order."""
        return grouped(self._remove(slice(count)))

    def touches(self, statement: CompiledStatement) -> bool:
        """Returns True if a statement depends on writes that wait, or they on it."""
        return not all(commute(waiting, statement) for waiting in self._statements)

    def _remove(self, which: slice) -> list[QueuedWrite]:
        removed = self._writes[which]
        del self._writes[which]
        self._statements -= Counter(write.text.statement for write in removed)
        return removed


def grouped(writes: Iterable[QueuedWrite]) -> list[WriteGroup]:
    """Returns writes by statement, so that the effect is the same as that in their order.

    A write joins an earlier one of its statement if it may go before all those between them.
    """
    groups: list[WriteGroup] = []
    for write in writes:
        for group in reversed(groups):
            if group.text is write.text:
                group.writes.append(write)
                break
            if not commute(group.text.statement, write.text.statement):
                groups.append(WriteGroup(write.text, [write]))
                break
        else:
            groups.append(WriteGroup(write.text, [write]))
    return groups


@cache
def commute(one: CompiledStatement, other: CompiledStatement) -> bool:
    """Returns True if the order of two statements makes no difference."""
    used = one.reads | one.changes
    return used.isdisjoint(other.changes) and one.changes.isdisjoint(other.reads)
