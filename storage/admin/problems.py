"""The repository of the problems that health checks found, and of when the admin was told."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

from sqlalchemy import Connection, select

from storage.sql.upserts import insert_into
from storage.tables import problems


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


class ProblemRepository:
    """The repository of problems."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def all(self) -> Sequence[StoredProblem]:
        """Returns all problems, the oldest first."""
        query = select(problems).order_by(problems.c.since, problems.c.name)
        return [StoredProblem(**row._asdict()) for row in self._connection.execute(query)]

    def put(self, problem: StoredProblem) -> None:
        """Stores a problem, in the place of the one with this name."""
        values = asdict(problem)
        new = insert_into(self._connection, problems).values(values)
        self._connection.execute(new.on_conflict_do_update(index_elements=["name"], set_=values))
