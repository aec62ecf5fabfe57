"""Which letters have been acted upon."""

from datetime import datetime

from sqlalchemy import Connection, insert, select

from storage.tables import letters


class LetterTable:
    """Keys of letters seen."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def first_time(self, key: str, at: datetime) -> bool:
        """Whether this letter is new; from now on it isn't."""
        seen = select(letters.c.key).where(letters.c.key == key)
        if self._connection.execute(seen).first():
            return False
        self._connection.execute(insert(letters).values(key=key, at=at))
        return True
