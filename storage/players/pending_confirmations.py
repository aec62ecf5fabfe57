"""What waits for a code to come back."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select

from pbm.board import Player
from pbm.ports import Pending, Purpose
from storage.tables import codes


class PendingConfirmationRepository:
    """Pending things, by the keyed hashes of their codes."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, digest: str, pending: Pending) -> None:
        """Waits for the code of this keyed hash."""
        values = asdict(pending)
        values["player_id"] = values.pop("player")
        self._connection.execute(insert(codes).values(digest=digest, **values))

    def take(self, digest: str, now: datetime) -> Pending | None:
        """What waited for it, once; None when nothing does, or no longer."""
        self._connection.execute(delete(codes).where(codes.c.until <= now))
        taken = delete(codes).where(codes.c.digest == digest).returning(codes)
        row = self._connection.execute(taken).first()
        return _pending(row) if row else None

    def waiting(self, player: Player) -> Sequence[Pending]:
        """All that waits for this player."""
        query = select(codes).where(codes.c.player_id == player.id).order_by(codes.c.until)
        return [_pending(row) for row in self._connection.execute(query)]

    def drop(self, player: Player, purpose: Purpose) -> None:
        """What waited for this no longer does."""
        theirs = (codes.c.player_id == player.id, codes.c.purpose == purpose)
        self._connection.execute(delete(codes).where(*theirs))


def _pending(row: Row[Any]) -> Pending:
    return Pending(row.purpose, row.player_id, row.content, row.until)
