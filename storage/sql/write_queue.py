"""Writes that are queued in memory and sent together.

They are sent before the commit. If a statement depends on them, or they depend on it, they are sent
before that statement. The effect is the same as if each write were sent immediately, except for
errors. An error may be reported so late that any email of the transaction could have caused it.
Then each email is handled again in a separate transaction without queuing, so that only the email
that can't be stored fails.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache

from storage.sql.prepared import CompiledStatement, Parameters, StatementText


@dataclass(frozen=True, slots=True)
class QueuedWrite:
    """A queued write.

    `conflict`: the reason of the Conflict that is raised unless the write changes one row.
    """

    text: StatementText
    parameters: Parameters
    conflict: str = ""


@dataclass(frozen=True, slots=True)
class WriteGroup:
    """Writes by the same statement, in their order."""

    text: StatementText
    writes: list[QueuedWrite] = field(default_factory=list)

    @property
    def conflicts(self) -> list[str]:
        """The reasons for conflicts, of the writes that must change a row."""
        return [write.conflict for write in self.writes if write.conflict]


class WriteQueue:
    """The queued writes, in order."""

    def __init__(self) -> None:
        self._writes: list[QueuedWrite] = []
        self._statements: Counter[CompiledStatement] = Counter()

    def __len__(self) -> int:
        return len(self._writes)

    def add(self, writes: Iterable[QueuedWrite]) -> None:
        for write in writes:
            self._writes.append(write)
            self._statements[write.text.statement] += 1

    def drop_from(self, position: int) -> None:
        """Drops all writes from this position on."""
        self._remove(slice(position, None))

    def take(self, count: int) -> list[WriteGroup]:
        """Removes the first `count` writes.

        Returns these writes in groups that must be sent in this order.
        """
        return grouped(self._remove(slice(count)))

    def touches(self, statement: CompiledStatement) -> bool:
        """Whether a statement depends on queued writes, or they depend on it."""
        return not all(commute(waiting, statement) for waiting in self._statements)

    def _remove(self, which: slice) -> list[QueuedWrite]:
        removed = self._writes[which]
        del self._writes[which]
        self._statements -= Counter(write.text.statement for write in removed)
        return removed


def grouped(writes: Iterable[QueuedWrite]) -> list[WriteGroup]:
    """Groups writes by statement, with the same effect as in their original order.

    A write joins an earlier group of its statement if it commutes with all groups after that one.
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
    """Whether two statements have the same effect in either order."""
    used = one.reads | one.changes
    return used.isdisjoint(other.changes) and one.changes.isdisjoint(other.reads)
