"""Which letters have been acted upon."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, bindparam, select

from storage.sql.upserts import INSERTS
from storage.tables import letters

SEEN = select(letters.c.key).where(letters.c.key.in_(bindparam("keys", expanding=True)))

KEPT = {
    dialect: insert(letters)
    .values(key=bindparam("key"), at=bindparam("at"))
    .on_conflict_do_nothing()
    .returning(letters.c.key)
    for dialect, insert in INSERTS.items()
}
"""By dialect; made once, as making a statement costs as much as carrying it out."""


class SeenMailRepository:
    """Keys of letters seen."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def first_time(self, keys: Sequence[str], at: datetime) -> bool:
        """Whether a letter with these keys is new; from now on it isn't. The first key is kept."""
        if keys[1:] and self._connection.execute(SEEN, {"keys": keys[1:]}).first():
            return False  # by a key that was in use before
        new = KEPT[self._connection.dialect.name]
        return self._connection.execute(new, {"key": keys[0], "at": at}).first() is not None
