"""The audit log of admins' actions. Entries never change, and only old ones are deleted."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy import func, insert, select

from storage.sql.repository import Repository
from storage.tables.mail import audit


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """An action of an admin."""

    at: datetime
    admin: str
    """The admin's user name on the machine."""
    act: str
    """The command, such as `adjudicate` or `player ban`."""
    subject: str
    """The board, such as `knightpanic 101`, or the userid that the action is about."""
    detail: str
    """The result, such as `alice wins`."""
    reason: str


class AuditRepository(Repository):
    def add(self, entry: AuditEntry) -> None:
        """Adds an entry. Call it within the action's transaction: both are committed together."""
        self._connection.execute(insert(audit).values(asdict(entry)))

    def entries(self, *subjects: str) -> Sequence[AuditEntry]:
        """Returns the entries about these boards and players, or all entries, the oldest first.

        `subjects`: upper and lower case don't matter.
        """
        query = select(audit).order_by(audit.c.id)
        if subjects:
            names = [subject.lower() for subject in subjects]
            query = query.where(func.lower(audit.c.subject).in_(names))
        rows = self._connection.execute(query)
        return [
            AuditEntry(row.at, row.admin, row.act, row.subject, row.detail, row.reason)
            for row in rows
        ]
