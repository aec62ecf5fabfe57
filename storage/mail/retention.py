"""What nobody needs any more: taken away in small bites, so that tables don't grow for ever."""

from datetime import datetime

from sqlalchemy import ColumnElement, Connection, Table, delete, select

from storage.mail.outbox import WAITING
from storage.tables import answers, letters, outbox


class RetentionRepository:
    """Old rows of several tables."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def forget_mails(self, before: datetime, most: int) -> int:
        """Mails from before this that are neither waiting nor paused; how many were taken away."""
        done = ~WAITING & (outbox.c.state != "paused")
        return self._forget(outbox, outbox.c.id, outbox.c.date, before, most, done)

    def forget_letters(self, before: datetime, most: int) -> int:
        """Keys of letters that came before this; one that came again would be new."""
        return self._forget(letters, letters.c.key, letters.c.at, before, most)

    def forget_answers(self, before: datetime, most: int) -> int:
        """That answers were given before this; by the minute, so it may be some more."""
        return self._forget(answers, answers.c.minute, answers.c.minute, before, most)

    def _forget(
        self,
        table: Table,
        key: ColumnElement[object],
        at: ColumnElement[datetime],
        before: datetime,
        most: int,
        *more: ColumnElement[bool],
    ) -> int:
        old = select(key).where(at < before, *more).order_by(at).limit(most)
        return self._connection.execute(delete(table).where(key.in_(old))).rowcount
