"""Problems that health checks have found, and incidents that are counted by the hour."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy import select

from pbm.stored_values import Incident, IncidentKind
from storage.sql.inserts import insert_into
from storage.sql.repository import Repository
from storage.tables.server import incidents, problems


@dataclass(frozen=True, slots=True)
class StoredProblem:
    """A current or past problem."""

    name: str
    """The check and its subject, such as `disk /srv`."""
    text: str
    since: datetime
    told: datetime | None = None
    """When pbm last emailed the admin about it."""
    ended: datetime | None = None
    """When the check first passed again. None if the problem persists."""


class ProblemRepository(Repository):
    def all(self) -> Sequence[StoredProblem]:
        """Returns all problems, the oldest first."""
        query = select(problems).order_by(problems.c.since, problems.c.name)
        return [StoredProblem(**row._asdict()) for row in self._connection.execute(query)]

    def put(self, problem: StoredProblem) -> None:
        """Stores a problem, and replaces the one with its name."""
        values = asdict(problem)
        new = insert_into(self._connection, problems).values(values)
        self._connection.execute(new.on_conflict_do_update(index_elements=["name"], set_=values))


class IncidentRepository(Repository):
    """Incidents. One row for each hour, kind and subject limits how much they can fill the disk."""

    def add(self, kind: IncidentKind, subject: str, detail: str, at: datetime) -> None:
        hour = at.replace(minute=0, second=0, microsecond=0)
        key = {"kind": kind, "subject": subject, "hour": hour}
        latest = {"at": at, "detail": detail}
        new = insert_into(self._connection, incidents).values(times=1, **key, **latest)
        more = {"times": incidents.c.times + 1, **latest}
        self._connection.execute(new.on_conflict_do_update(index_elements=[*key], set_=more))

    def recent(self, kind: IncidentKind, since: datetime) -> Sequence[Incident]:
        """Returns the incidents of this kind since a time, added up by subject."""
        query = select(incidents).where(incidents.c.kind == kind, incidents.c.at >= since)
        latest: dict[str, Incident] = {}
        for row in self._connection.execute(query.order_by(incidents.c.subject, incidents.c.at)):
            times = row.times + (latest[row.subject].times if row.subject in latest else 0)
            latest[row.subject] = Incident(row.subject, times, row.at, row.detail)
        return list(latest.values())
