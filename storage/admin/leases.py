"""Leases: the right of one node at a time to do a piece of work."""

from datetime import datetime, timedelta

from sqlalchemy import delete, or_, select

from storage.sql.inserts import insert_into
from storage.sql.repository import Repository
from storage.tables.nodes import leases

LONGER = timedelta(minutes=1)
"""Tolerated difference between two nodes' clocks. Both follow the database's clock, so the real
difference is far smaller.
"""


class LeaseRepository(Repository):
    """Leases in the database. All times are of the database's clock."""

    def take(self, name: str, holder: str, now: datetime, until: datetime) -> bool:
        """Takes or renews a lease. Returns whether the holder has it now."""
        row = insert_into(self._connection, leases).values(name=name, holder=holder, until=until)
        # All leases have the same length, so a later end is from before the clock was set back.
        ended = or_(leases.c.until <= now, leases.c.until > until + LONGER)
        free = or_(leases.c.holder == holder, ended)
        values = {"holder": holder, "until": until}
        taken = row.on_conflict_do_update(index_elements=["name"], set_=values, where=free)
        return self._connection.execute(taken.returning(leases.c.name)).first() is not None

    def holder(self, name: str, now: datetime) -> str:
        """Returns the holder of a lease, or an empty string if it is free."""
        query = select(leases.c.holder).where(leases.c.name == name, leases.c.until > now)
        return self._connection.execute(query).scalar() or ""

    def held(self, now: datetime) -> dict[str, str]:
        """Returns the holders of all current leases, by the leases' names."""
        query = select(leases.c.name, leases.c.holder).where(leases.c.until > now)
        return {row.name: row.holder for row in self._connection.execute(query)}

    def release(self, name: str, holder: str) -> None:
        """Releases a lease. Does nothing if this holder doesn't have it."""
        ours = leases.c.name == name, leases.c.holder == holder
        self._connection.execute(delete(leases).where(*ours))

    def release_all(self, holder: str) -> None:
        """Releases all leases of a holder that has stopped."""
        self._connection.execute(delete(leases).where(leases.c.holder == holder))
