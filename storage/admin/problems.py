"""The repositories of problems that health checks found, and of incidents by the hour."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy import select

from pbm.stored import Incident, IncidentKind
from storage.sql.inserts import insert_into
from storage.sql.repository import Repository
from storage.tables.server import incidents, problems


@dataclass(frozen=True, slots=True)
class StoredProblem:
    """A problem, also after its end."""

    name: str
    """The check and its subject, such as `disk /srv`."""
    text: str
    since: datetime
    told: datetime | None = None
    """The time at which the admin was last told."""
    ended: datetime | None = None
    """The time from which it wasn't found any more; None while it lasts."""


class ProblemRepository(Repository):
    """The repository of problems."""

    def all(self) -> Sequence[StoredProblem]:
        """Returns all problems, the oldest first."""
        query = select(problems).order_by(problems.c.since, problems.c.name)
        return [StoredProblem(**row._asdict()) for row in self._connection.execute(query)]

    def put(self, problem: StoredProblem) -> None:
        """Stores a problem, in the place of the one with this name."""
        values = asdict(problem)
        new = insert_into(self._connection, problems).values(values)
        self._connection.execute(new.on_conflict_do_update(index_elements=["name"], set_=values))


class IncidentRepository(Repository):
    """The repository of incidents, counted by the hour so that they can't fill the disk."""

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
