"""The repository of deferred notifications, which wait for a digest."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Row,
    and_,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)

from pbm.board.board import Board
from pbm.board.players import Player
from pbm.stored import HeldMail
from storage.sql.repository import Repository
from storage.tables import boards, held, overflow


class HeldNotificationRepository(Repository):
    """The repository of deferred notifications. Taking one deletes it: it is taken only once."""

    def put(self, mail: HeldMail) -> None:
        """Defers a mail."""
        kept = insert(held).values(player_id=mail.player, board_id=mail.board)
        self._connection.execute(kept.values(at=mail.at, said=mail.content, due=mail.due))

    def due(self, at: datetime) -> Sequence[int]:
        """Returns the ids of the players with notifications that are due."""
        query = select(held.c.player_id).where(is_ready(at)).distinct()
        return self._connection.execute(query.order_by(held.c.player_id)).scalars().all()

    def readers(self) -> Sequence[int]:
        """Returns the ids of all players with notifications that wait."""
        query = select(held.c.player_id).distinct().order_by(held.c.player_id)
        return self._connection.execute(query).scalars().all()

    def take_due(self, player: int, at: datetime) -> Sequence[HeldMail]:
        """Takes the due notifications of this player: returns and deletes them."""
        return self._take(held.c.player_id == player, is_ready(at))

    def take(self, player: Player, board: Board | None = None) -> Sequence[HeldMail]:
        """Takes all notifications of this player, or those about this board, and deletes them."""
        about = [held.c.board_id == board.id] if board else []
        return self._take(held.c.player_id == player.id, *about)

    def of(self, player: Player) -> Sequence[tuple[datetime, str]]:
        """Returns the times of this player's notifications, and their boards."""
        query = select(held.c.at, boards.c.game, boards.c.number)
        query = query.join(boards, boards.c.id == held.c.board_id).order_by(held.c.id)
        rows = self._connection.execute(query.where(held.c.player_id == player.id))
        return [(row.at, f"{row.game} {row.number}") for row in rows]

    def _take(self, *wanted: ColumnElement[bool]) -> Sequence[HeldMail]:
        taken = self._connection.execute(delete(held).where(*wanted).returning(held))
        return [_mail(row) for row in sorted(taken, key=lambda row: int(row.id))]


def is_ready(at: datetime | BindParameter[datetime]) -> ColumnElement[bool]:
    """Returns the condition for due ones; one without a time is due when its board is over."""
    ended = or_(boards.c.places.is_not(None), boards.c.removed != "")
    over = exists().where(boards.c.id == held.c.board_id, ended)
    return or_(held.c.due <= at, and_(held.c.due.is_(None), over))


def _mail(row: Row[Any]) -> HeldMail:
    return HeldMail(row.player_id, row.board_id, row.at, row.said, row.due)


# The repository of mails above the limits, which wait to be joined into one.


@dataclass(frozen=True, slots=True)
class OverflowState:
    """The state of the mails that wait to be joined."""

    mails: int = 0
    recipients: int = 0
    due: datetime | None = None
    """The time at which the first of them are joined and sent; None if there are none."""


class OverflowRepository(Repository):
    """The repository of mails that wait, by recipient. Taking one deletes it."""

    def put(self, recipient: str, content: str, at: datetime, due: datetime) -> None:
        """Stores a mail; it is due with those that wait for the recipient already."""
        waiting = select(func.min(overflow.c.due)).where(overflow.c.recipient == recipient)
        first = self._connection.execute(waiting).scalar()
        values = {"recipient": recipient, "said": content, "at": at, "due": first or due}
        self._connection.execute(insert(overflow).values(values))

    def due(self, at: datetime) -> Sequence[str]:
        """Returns the recipients with mails that are due."""
        query = select(overflow.c.recipient).where(overflow.c.due <= at).distinct()
        return self._connection.execute(query.order_by(overflow.c.recipient)).scalars().all()

    def state(self) -> OverflowState:
        """Returns how many mails wait, for how many addresses, and until when."""
        recipients = func.count(overflow.c.recipient.distinct())
        query = select(func.count(), recipients, func.min(overflow.c.due)).select_from(overflow)
        return OverflowState(*self._connection.execute(query).one())

    def recipients(self) -> Sequence[str]:
        """Returns all recipients with mails that wait."""
        query = select(overflow.c.recipient).distinct().order_by(overflow.c.recipient)
        return self._connection.execute(query).scalars().all()

    def take(self, recipient: str) -> Sequence[str]:
        """Takes the contents of all mails that wait for this recipient, the oldest first."""
        theirs = delete(overflow).where(overflow.c.recipient == recipient)
        taken = self._connection.execute(theirs.returning(overflow.c.id, overflow.c.said))
        return [row.said for row in sorted(taken, key=lambda row: int(row.id))]

    def postpone(self, recipient: str, due: datetime) -> None:
        """Lets the mails of this recipient wait longer."""
        theirs = update(overflow).where(overflow.c.recipient == recipient)
        self._connection.execute(theirs.values(due=due))

    def of(self, addresses: Sequence[str]) -> Sequence[datetime]:
        """Returns the times of the mails that wait for these addresses."""
        theirs = func.lower(overflow.c.recipient).in_([each.lower() for each in addresses])
        query = select(overflow.c.at).where(theirs).order_by(overflow.c.id)
        return self._connection.execute(query).scalars().all()
