"""What admins have done: never changed, and never forgotten."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy import Connection, func, insert, select

from storage.tables import audit


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """One act of an admin."""

    at: datetime
    admin: str
    """The user of the machine who did it."""
    act: str
    """The command, such as `adjudicate` or `player ban`."""
    subject: str
    """What it was done to: a board, such as `knightpanic 101`, or a userid."""
    detail: str
    """What it came to, such as `alice wins`."""
    reason: str


class AuditRepository:
    """The log of all that admins did."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, entry: AuditEntry) -> None:
        """Kept in the same transaction as what was done."""
        self._connection.execute(insert(audit).values(asdict(entry)))

    def entries(self, subject: str = "") -> Sequence[AuditEntry]:
        """All of them, or those about a board or player in any case; the oldest first."""
        query = select(audit).order_by(audit.c.id)
        if subject:
            query = query.where(func.lower(audit.c.subject) == subject.lower())
        rows = self._connection.execute(query)
        return [
            AuditEntry(row.at, row.admin, row.act, row.subject, row.detail, row.reason)
            for row in rows
        ]
