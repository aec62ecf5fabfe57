"""Pending actions. Each action is confirmed by a code."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from sqlalchemy import Row, delete, insert, select

from pbm.board.players import Player
from pbm.stored_values import Pending, Purpose
from storage.sql.repository import Repository
from storage.tables.players import codes


class PendingConfirmationRepository(Repository):
    """Pending actions by the keyed hashes of their codes."""

    def add(self, digest: str, pending: Pending) -> None:
        """Adds an action that waits for the code with this keyed hash."""
        values = asdict(pending)
        values["player_id"] = values.pop("player")
        self._connection.execute(insert(codes).values(digest=digest, **values))

    def take(self, digest: str, now: datetime) -> Pending | None:
        """Deletes and returns the action of this code.

        Returns None if there is none or it has expired.
        """
        taken = delete(codes).where(codes.c.digest == digest).returning(codes)
        row = self._connection.execute(taken).first()
        pending = _pending(row) if row else None
        return pending if pending and pending.until > now else None

    def find(self, digest: str, now: datetime) -> Pending | None:
        """Returns the action of this code, or None if there is none or it has expired."""
        query = select(codes).where(codes.c.digest == digest, codes.c.until > now)
        row = self._connection.execute(query).first()
        return _pending(row) if row else None

    def waiting(self, player: Player) -> Sequence[Pending]:
        """Returns all pending actions of this player."""
        query = select(codes).where(codes.c.player_id == player.id).order_by(codes.c.until)
        return [_pending(row) for row in self._connection.execute(query)]

    def drop(self, player: Player, purpose: Purpose) -> None:
        """Deletes the player's pending actions with this purpose."""
        theirs = (codes.c.player_id == player.id, codes.c.purpose == purpose)
        self._connection.execute(delete(codes).where(*theirs))


def _pending(row: Row[Any]) -> Pending:
    return Pending(row.purpose, row.player_id, row.content, row.until)
