"""Mails that wait for their readers' digests."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, and_, delete, exists, insert, or_, select

from pbm.board import Board, Player
from pbm.ports import HeldMail
from storage.tables import boards, held


class HeldNoticeRepository:
    """Each is taken once: whoever takes it deletes it, and so nobody else has it."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def put(self, mail: HeldMail) -> None:
        """Holds a mail back."""
        kept = insert(held).values(player_id=mail.player, board_id=mail.board)
        self._connection.execute(kept.values(at=mail.at, said=mail.content, due=mail.due))

    def due(self, at: datetime) -> Sequence[int]:
        """The ids of the players for whom something has waited long enough."""
        query = select(held.c.player_id).where(_ready(at)).distinct()
        return self._connection.execute(query.order_by(held.c.player_id)).scalars().all()

    def take_due(self, player: int, at: datetime) -> Sequence[HeldMail]:
        """What has waited long enough for this player; from now on it is gone."""
        return self._take(held.c.player_id == player, _ready(at))

    def take(self, player: Player, board: Board | None = None) -> Sequence[HeldMail]:
        """All that waits for this player, or that is about this board; from now on it is gone."""
        about = [held.c.board_id == board.id] if board else []
        return self._take(held.c.player_id == player.id, *about)

    def of(self, player: Player) -> Sequence[tuple[datetime, str]]:
        """When what waits for this player was made, and about which boards."""
        query = select(held.c.at, boards.c.game, boards.c.number)
        query = query.join(boards, boards.c.id == held.c.board_id).order_by(held.c.id)
        rows = self._connection.execute(query.where(held.c.player_id == player.id))
        return [(row.at, f"{row.game} {row.number}") for row in rows]

    def _take(self, *wanted: ColumnElement[bool]) -> Sequence[HeldMail]:
        taken = self._connection.execute(delete(held).where(*wanted).returning(held))
        return [_mail(row) for row in sorted(taken, key=lambda row: int(row.id))]


def _ready(at: datetime) -> ColumnElement[bool]:
    """What has no time of its own waits for its board: at the latest until that is over."""
    ended = or_(boards.c.places.is_not(None), boards.c.removed != "")
    over = exists().where(boards.c.id == held.c.board_id, ended)
    return or_(held.c.due <= at, and_(held.c.due.is_(None), over))


def _mail(row: Row[Any]) -> HeldMail:
    return HeldMail(row.player_id, row.board_id, row.at, row.said, row.due)
