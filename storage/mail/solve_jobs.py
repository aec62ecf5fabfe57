"""Jobs, and the leases under which they are carried out."""

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from pbm.ports import Job, TakenJob
from storage.tables import jobs

BETWEEN = "\n"
"""No option or move has a line end in it."""


class SolveJobRepository:
    """A job stays in the table until its answer is in the outbox."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, job: Job) -> None:
        """Puts it at the end of the queue."""
        values = {"asker": job.asker, "letter": job.letter, "at": job.at, "due": job.at}
        self._connection.execute(insert(jobs).values(**values, **_position(job)))

    def waiting(self) -> int:
        """How many there are, those in hand included."""
        return self._connection.execute(select(func.count()).select_from(jobs)).scalar_one()

    def asked(self, job: Job) -> bool:
        """Whether this asker waits for the same already."""
        same = [jobs.c[name] == value for name, value in _position(job).items()]
        mine = func.lower(jobs.c.asker) == job.asker.lower()
        return self._connection.execute(select(jobs.c.id).where(mine, *same)).first() is not None

    def take(self, now: datetime, until: datetime) -> TakenJob | None:
        """The oldest job in nobody's hands; nobody else is given it before `until`."""
        query = select(jobs).where(jobs.c.due <= now).order_by(jobs.c.id).limit(1)
        row = self._connection.execute(query.with_for_update(skip_locked=True)).first()
        if row is None:
            return None
        taken = update(jobs).where(jobs.c.id == row.id)
        self._connection.execute(taken.values(due=until, tries=row.tries + 1))
        return TakenJob(row.id, _job(row), row.tries)

    def done(self, id: int) -> bool:
        """Takes it away; whether it was still there."""
        return self._connection.execute(delete(jobs).where(jobs.c.id == id)).rowcount > 0


def _position(job: Job) -> dict[str, str]:
    return {
        "game": job.game,
        "options": BETWEEN.join(job.options),
        "moves": BETWEEN.join(job.moves),
    }


def _job(row: Row[Any]) -> Job:
    return Job(
        asker=row.asker,
        letter=row.letter,
        game=row.game,
        options=tuple(filter(None, row.options.split(BETWEEN))),
        moves=tuple(filter(None, row.moves.split(BETWEEN))),
        at=row.at,
    )
