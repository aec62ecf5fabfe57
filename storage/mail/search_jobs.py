"""Jobs: searches that players requested by email. Nodes run them under a lease."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, delete, func, insert, select, update

from pbm.stored_values import Job, TakenJob
from storage.sql.repository import Repository
from storage.tables.mail import jobs

_IS_UNANSWERED = jobs.c.due.is_not(None)


class JobRepository(Repository):
    """Jobs. A row is deleted when the answer to its job is in the outbox.

    If a player may ask for only one job of a kind, its row remains, without a due time.
    """

    def add(self, job: Job) -> None:
        """Adds a job at the end of the queue."""
        values = {"asker": job.asker, "message_id": job.message_id, "at": job.at, "due": job.at}
        asked = {"kind": job.kind, "asked": json.dumps(job.asked), "player_id": job.player}
        self._connection.execute(insert(jobs).values(values | asked))

    def asked(self, job: Job) -> datetime | None:
        """Returns when the same player, or the same address, asked for this job, or None."""
        who = jobs.c.player_id == job.player
        if job.player is None:
            who = func.lower(jobs.c.asker) == job.asker.lower()
        same = who, jobs.c.kind == job.kind, jobs.c.asked == json.dumps(job.asked)
        return self._connection.execute(select(jobs.c.at).where(*same)).scalar()

    def of(self, player: int) -> Sequence[tuple[Mapping[str, Any], datetime]]:
        """Returns a player's jobs that can be asked for only once, with the times."""
        query = select(jobs.c.asked, jobs.c.at).where(jobs.c.player_id == player)
        rows = self._connection.execute(query.order_by(jobs.c.id))
        return [(json.loads(row.asked), row.at) for row in rows]

    def waiting(self) -> int:
        """Returns the number of unanswered jobs, including leased ones."""
        query = select(func.count()).select_from(jobs).where(_IS_UNANSWERED)
        return self._connection.execute(query).scalar_one()

    def take(self, now: datetime, until: datetime, holder: str) -> TakenJob | None:
        """Leases the oldest free job until `until`, and returns it.

        Returns None if there is none.
        """
        query = select(jobs).where(jobs.c.due <= now).order_by(jobs.c.id).limit(1)
        # Skip a job that another node is leasing right now, instead of waiting for that.
        row = self._connection.execute(query.with_for_update(skip_locked=True)).first()
        if row is None:
            return None
        taken = {"due": until, "tries": row.tries + 1, "holder": holder}
        self._connection.execute(update(jobs).where(jobs.c.id == row.id).values(taken))
        asked = json.loads(row.asked)
        job = Job(row.kind, row.asker, row.message_id, asked, row.at, row.player_id)
        return TakenJob(row.id, job, row.tries)

    def renew(self, id: int, holder: str, until: datetime) -> None:
        """Renews a lease. Does nothing if the holder no longer has it."""
        self._connection.execute(update(jobs).where(_is_held(id, holder)).values(due=until))

    def release_all(self, holder: str, now: datetime) -> None:
        """Ends all leases of a holder that has stopped, so that its jobs are due again."""
        theirs = update(jobs).where(jobs.c.holder == holder, _IS_UNANSWERED)
        self._connection.execute(theirs.values(due=now, holder=""))

    def done(self, id: int, holder: str) -> bool:
        """Ends a job that is answered. Returns whether the holder still had its lease."""
        # A job that each player gets only once keeps its row, without personal data.
        held, is_once = _is_held(id, holder), jobs.c.player_id.is_not(None)
        answered = {"due": None, "holder": "", "asker": "", "message_id": ""}
        answered_once = self._connection.execute(update(jobs).where(held, is_once).values(answered))
        return answered_once.rowcount > 0 or self._delete(held) > 0

    def drop_waiting(self) -> int:
        """Deletes the unanswered jobs, and returns their number."""
        return self._delete(_IS_UNANSWERED)

    def _delete(self, which: ColumnElement[bool]) -> int:
        return self._connection.execute(delete(jobs).where(which)).rowcount


def _is_held(id: int, holder: str) -> ColumnElement[bool]:
    """Returns the condition that an unanswered job is leased by this holder."""
    return (jobs.c.id == id) & (jobs.c.holder == holder) & _IS_UNANSWERED
