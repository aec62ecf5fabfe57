"""The repository of solve jobs, and of the leases under which they run."""

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select

from pbm.stored import Job, TakenJob
from storage.sql.job_leases import JobLeases
from storage.tables import jobs

SEPARATOR = "\n"
"""The separator of options and of moves, which contain no line ends."""


class SolveJobRepository:
    """The repository of jobs; a job stays in the table until its answer is in the outbox."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._leases = JobLeases(connection, jobs)

    def add(self, job: Job) -> None:
        """Adds a job at the end of the queue."""
        values = {"asker": job.asker, "letter": job.letter, "at": job.at, "due": job.at}
        self._connection.execute(insert(jobs).values(**values, **_asked(job)))

    def waiting(self) -> int:
        """Returns the number of jobs, including leased ones."""
        return self._leases.waiting()

    def asked(self, job: Job) -> bool:
        """Returns True if this asker already waits for the same job."""
        same = [jobs.c[name] == value for name, value in _asked(job).items()]
        mine = func.lower(jobs.c.asker) == job.asker.lower()
        return self._connection.execute(select(jobs.c.id).where(mine, *same)).first() is not None

    def take(self, now: datetime, until: datetime, holder: str) -> TakenJob | None:
        """Returns the oldest job that isn't leased, and leases it until `until`."""
        row = self._leases.take(now, until, holder)
        return TakenJob(row.id, _job(row), row.tries) if row else None

    def renew(self, id: int, holder: str, until: datetime) -> bool:
        """Renews a lease; returns False if the holder has it no more."""
        return self._leases.renew(id, holder, until)

    def release_all(self, holder: str, now: datetime) -> None:
        """Ends all leases of a holder that works no more: its jobs are due again."""
        self._leases.release_all(holder, now)

    def drop_all(self) -> int:
        """Deletes all jobs; returns their number."""
        return self._connection.execute(delete(jobs)).rowcount

    def done(self, id: int, holder: str) -> bool:
        """Deletes a job; returns False if the holder has its lease no more."""
        answered = delete(jobs).where(self._leases.held(id, holder))
        return self._connection.execute(answered).rowcount > 0


def _asked(job: Job) -> dict[str, str]:
    return {
        "game": job.game,
        "options": SEPARATOR.join(job.options),
        "moves": SEPARATOR.join(job.moves),
        "verb": job.verb,
    }


def _job(row: Row[Any]) -> Job:
    return Job(
        asker=row.asker,
        letter=row.letter,
        game=row.game,
        options=tuple(filter(None, row.options.split(SEPARATOR))),
        moves=tuple(filter(None, row.moves.split(SEPARATOR))),
        at=row.at,
        verb=row.verb,
    )
