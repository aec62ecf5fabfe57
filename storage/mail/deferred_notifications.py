"""Notifications that wait for a digest."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import BindParameter, ColumnElement, Row, and_, delete, exists, insert, or_, select

from pbm.board.board import Board
from pbm.board.players import Player
from pbm.stored_values import DeferredMail
from storage.sql.repository import Repository
from storage.tables.boards import boards
from storage.tables.mail import deferred


class DeferredNotificationRepository(Repository):
    """Deferred notifications. Reading a notification deletes it, so that it is sent only once."""

    def put(self, mail: DeferredMail) -> None:
        inserted = insert(deferred).values(player_id=mail.player, board_id=mail.board)
        self._connection.execute(inserted.values(at=mail.at, said=mail.content, due=mail.due))

    def due(self, at: datetime) -> Sequence[int]:
        """Returns the ids of players with notifications that are due."""
        query = select(deferred.c.player_id).where(is_ready(at)).distinct()
        return self._connection.execute(query.order_by(deferred.c.player_id)).scalars().all()

    def readers(self) -> Sequence[int]:
        """Returns the ids of all players with deferred notifications."""
        query = select(deferred.c.player_id).distinct().order_by(deferred.c.player_id)
        return self._connection.execute(query).scalars().all()

    def take_due(self, player: int, at: datetime) -> Sequence[DeferredMail]:
        """Deletes and returns the notifications of this player that are due."""
        return self._take(deferred.c.player_id == player, is_ready(at))

    def take(self, player: Player, board: Board | None = None) -> Sequence[DeferredMail]:
        """Deletes and returns the notifications of this player, of all boards or of one."""
        about = [deferred.c.board_id == board.id] if board else []
        return self._take(deferred.c.player_id == player.id, *about)

    def of(self, player: Player) -> Sequence[tuple[datetime, str]]:
        """Returns the times of this player's notifications, and their boards."""
        query = select(deferred.c.at, boards.c.game, boards.c.number)
        query = query.join(boards, boards.c.id == deferred.c.board_id).order_by(deferred.c.id)
        rows = self._connection.execute(query.where(deferred.c.player_id == player.id))
        return [(row.at, f"{row.game} {row.number}") for row in rows]

    def _take(self, *conditions: ColumnElement[bool]) -> Sequence[DeferredMail]:
        taken = self._connection.execute(delete(deferred).where(*conditions).returning(deferred))
        return [_mail(row) for row in sorted(taken, key=lambda row: int(row.id))]


def is_ready(at: datetime | BindParameter[datetime]) -> ColumnElement[bool]:
    """Returns the condition for notifications that are due.

    A notification without a time is due when the game on its board is over.
    """
    ended = or_(boards.c.places.is_not(None), boards.c.removed != "")
    over = exists().where(boards.c.id == deferred.c.board_id, ended)
    return or_(deferred.c.due <= at, and_(deferred.c.due.is_(None), over))


def _mail(row: Row[Any]) -> DeferredMail:
    return DeferredMail(row.player_id, row.board_id, row.at, row.said, row.due)
