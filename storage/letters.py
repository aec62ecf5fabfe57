"""Which letters have been acted upon."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, insert, select

from storage.tables import letters


class LetterTable:
    """Keys of letters seen."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def first_time(self, keys: Sequence[str], at: datetime) -> bool:
        """Whether a letter with these keys is new; from now on it isn't. The first key is kept."""
        seen = select(letters.c.key).where(letters.c.key.in_(keys))
        if self._connection.execute(seen).first():
            return False
        self._connection.execute(insert(letters).values(key=keys[0], at=at))
        return True
