"""How often things were done of late that may be done only so often."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, delete, func, insert, select

from storage.tables import tallies


class RateCounterRepository:
    """When things were done, by key, for as long as it counts."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def of(self, keys: Sequence[str], at: datetime) -> dict[str, list[datetime]]:
        """When each was done, the oldest first, as far as it still counts; every key is there."""
        found: dict[str, list[datetime]] = {key: [] for key in keys}
        query = select(tallies.c.key, tallies.c.at).where(
            tallies.c.key.in_(keys), tallies.c.until > at
        )
        for row in self._connection.execute(query.order_by(tallies.c.at, tallies.c.id)):
            found[row.key].append(row.at)
        return found

    def lock(self, key: str) -> None:
        """Nobody else holds this key until the work ends: what is counted then is right."""
        if self._connection.dialect.name == "postgresql":  # on SQLite only one writes anyway
            number = func.hashtextextended(key, 0)
            self._connection.execute(select(func.pg_advisory_xact_lock(number)))

    def add(self, key: str, at: datetime, until: datetime) -> None:
        """It was done once more; forgets all that no longer counts."""
        self._connection.execute(delete(tallies).where(tallies.c.until <= at))
        self._connection.execute(insert(tallies).values(key=key, at=at, until=until))

    def drop(self, keys: Sequence[str]) -> None:
        """None of this counts any more."""
        self._connection.execute(delete(tallies).where(tallies.c.key.in_(keys)))
