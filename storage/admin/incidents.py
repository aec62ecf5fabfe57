"""The repository of incidents, counted by the hour, so that none of them fills the disk."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, select

from pbm.stored import Incident, IncidentKind
from storage.sql.upserts import insert_into
from storage.tables import incidents


class IncidentRepository:
    """The repository of incidents."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, kind: IncidentKind, subject: str, detail: str, at: datetime) -> None:
        """Counts an incident."""
        hour = at.replace(minute=0, second=0, microsecond=0)
        key = {"kind": kind, "subject": subject, "hour": hour}
        latest = {"at": at, "detail": detail}
        new = insert_into(self._connection, incidents).values(times=1, **key, **latest)
        more = {"times": incidents.c.times + 1, **latest}
        self._connection.execute(new.on_conflict_do_update(index_elements=[*key], set_=more))

    def recent(self, kind: IncidentKind, since: datetime) -> Sequence[Incident]:
        """Returns the incidents of this kind since then, one for each subject."""
        query = select(incidents).where(incidents.c.kind == kind, incidents.c.at >= since)
        found: dict[str, Incident] = {}
        for row in self._connection.execute(query.order_by(incidents.c.subject, incidents.c.at)):
            times = row.times + (found[row.subject].times if row.subject in found else 0)
            found[row.subject] = Incident(row.subject, times, row.at, row.detail)
        return list(found.values())
