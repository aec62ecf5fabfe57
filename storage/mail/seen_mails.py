"""The repository of letters already processed."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, bindparam, func, select

from storage.sql.upserts import INSERTS
from storage.tables import letters

SEEN = select(letters.c.key).where(letters.c.key.in_(bindparam("keys", expanding=True)))

INSERT = {
    dialect: insert(letters)
    .values(key=bindparam("key"), at=bindparam("at"))
    .on_conflict_do_nothing()
    .returning(letters.c.key)
    for dialect, insert in INSERTS.items()
}
"""The statements by dialect; made once, as making one costs as much as executing it."""


class SeenMailRepository:
    """The repository of keys of letters."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def knows(self, keys: Sequence[str]) -> bool:
        """Returns True if a letter with one of these keys was recorded."""
        return self._connection.execute(SEEN, {"keys": list(keys)}).first() is not None

    def last(self) -> datetime | None:
        """Returns the time at which the last letter was processed; None if none is remembered."""
        return self._connection.execute(select(func.max(letters.c.at))).scalar()

    def first_time(self, keys: Sequence[str], at: datetime) -> bool:
        """Records the first of a letter's keys; returns True if none of them was known."""
        if keys[1:] and self._connection.execute(SEEN, {"keys": keys[1:]}).first():
            return False  # seen under a key that was in use earlier
        new = INSERT[self._connection.dialect.name]
        return self._connection.execute(new, {"key": keys[0], "at": at}).first() is not None
