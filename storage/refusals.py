"""What the last letters of senders were refused: keyed hashes, for a day."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, insert, select

from storage.tables import refusals

DROPPED = delete(refusals).where(refusals.c.sender.in_(bindparam("senders", expanding=True)))
"""Made once: making a statement costs as much as carrying it out."""


class RefusalTable:
    """The last refusal, by sender."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def same(self, sender: str, digests: Sequence[str], since: datetime) -> bool:
        """Whether the sender's last letter was refused the same, not before `since`."""
        query = select(refusals.c.at).where(
            refusals.c.sender == sender,
            refusals.c.digest.in_(digests),
            refusals.c.at > since,
        )
        return self._connection.execute(query).first() is not None

    def keep(self, sender: str, digest: str, at: datetime, forget: datetime) -> None:
        """Keeps what was refused; forgets all from before."""
        old = delete(refusals).where((refusals.c.sender == sender) | (refusals.c.at <= forget))
        self._connection.execute(old)
        self._connection.execute(insert(refusals).values(sender=sender, digest=digest, at=at))

    def drop(self, senders: Sequence[str]) -> None:
        """Their last letter wasn't refused."""
        self._connection.execute(DROPPED, {"senders": senders})
