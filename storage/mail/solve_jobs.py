"""The repository of solve jobs, and of the leases under which they run."""

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from pbm.ports import Job, TakenJob
from storage.tables import jobs

SEPARATOR = "\n"
"""The separator of options and of moves, which contain no line ends."""


class SolveJobRepository:
    """The repository of jobs; a job stays in the table until its answer is in the outbox."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, job: Job) -> None:
        """Adds a job at the end of the queue."""
        values = {"asker": job.asker, "letter": job.letter, "at": job.at, "due": job.at}
        self._connection.execute(insert(jobs).values(**values, **_position(job)))

    def waiting(self) -> int:
        """Returns the number of jobs, including leased ones."""
        return self._connection.execute(select(func.count()).select_from(jobs)).scalar_one()

    def asked(self, job: Job) -> bool:
        """Returns True if this asker already waits for the same job."""
        same = [jobs.c[name] == value for name, value in _position(job).items()]
        mine = func.lower(jobs.c.asker) == job.asker.lower()
        return self._connection.execute(select(jobs.c.id).where(mine, *same)).first() is not None

    def take(self, now: datetime, until: datetime, holder: str) -> TakenJob | None:
        """Returns the oldest job that isn't leased, and leases it until `until`."""
        query = select(jobs).where(jobs.c.due <= now).order_by(jobs.c.id).limit(1)
        row = self._connection.execute(query.with_for_update(skip_locked=True)).first()
        if row is None:
            return None
        taken = update(jobs).where(jobs.c.id == row.id)
        self._connection.execute(taken.values(due=until, tries=row.tries + 1, holder=holder))
        return TakenJob(row.id, _job(row), row.tries)

    def renew(self, id: int, holder: str, until: datetime) -> bool:
        """Renews a lease; returns False if the holder has it no more."""
        ours = jobs.c.id == id, jobs.c.holder == holder
        return self._connection.execute(update(jobs).where(*ours).values(due=until)).rowcount > 0

    def release_all(self, holder: str, now: datetime) -> None:
        """Ends all leases of a holder that works no more: its jobs are due again."""
        held = update(jobs).where(jobs.c.holder == holder)
        self._connection.execute(held.values(due=now, holder=""))

    def drop_all(self) -> int:
        """Deletes all jobs; returns their number."""
        return self._connection.execute(delete(jobs)).rowcount

    def done(self, id: int, holder: str) -> bool:
        """Deletes a job; returns False if the holder has its lease no more."""
        ours = jobs.c.id == id, jobs.c.holder == holder
        return self._connection.execute(delete(jobs).where(*ours)).rowcount > 0


def _position(job: Job) -> dict[str, str]:
    return {
        "game": job.game,
        "options": SEPARATOR.join(job.options),
        "moves": SEPARATOR.join(job.moves),
    }


def _job(row: Row[Any]) -> Job:
    return Job(
        asker=row.asker,
        letter=row.letter,
        game=row.game,
        options=tuple(filter(None, row.options.split(SEPARATOR))),
        moves=tuple(filter(None, row.moves.split(SEPARATOR))),
        at=row.at,
    )
