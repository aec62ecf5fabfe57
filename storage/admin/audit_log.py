"""The audit log of admins' acts: never changed, and deleted only for its age, if at all."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy import func, insert, select

from storage.sql.repository import Repository
from storage.tables.mail import audit


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """An act of an admin."""

    at: datetime
    admin: str
    """The admin's user name on this machine."""
    act: str
    """The command, such as `adjudicate` or `player ban`."""
    subject: str
    """The subject of the act: a board, such as `knightpanic 101`, or a userid."""
    detail: str
    """The result, such as `alice wins`."""
    reason: str


class AuditRepository(Repository):
    """The repository of all acts of admins."""

    def add(self, entry: AuditEntry) -> None:
        """Adds an entry in the transaction of the act itself."""
        self._connection.execute(insert(audit).values(asdict(entry)))

    def entries(self, *subjects: str) -> Sequence[AuditEntry]:
        """Returns all entries, or those about boards or players, in any case; the oldest first."""
        query = select(audit).order_by(audit.c.id)
        if subjects:
            names = [subject.lower() for subject in subjects]
            query = query.where(func.lower(audit.c.subject).in_(names))
        rows = self._connection.execute(query)
        return [
            AuditEntry(row.at, row.admin, row.act, row.subject, row.detail, row.reason)
            for row in rows
        ]
