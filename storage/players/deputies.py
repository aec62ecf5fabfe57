"""Deputies: players who move for others."""

from collections.abc import Sequence
from datetime import datetime
from typing import TypeAlias

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Row,
    delete,
    exists,
    insert,
    or_,
    select,
    update,
)

from pbm.board.board import Board
from pbm.board.deputies import ASKED_FOR, Deputyship
from pbm.board.players import Player
from storage.sql.inserts import insert_into
from storage.sql.repository import Repository
from storage.tables.boards import board_deputies
from storage.tables.players import bans, blocks, deputies

Time: TypeAlias = datetime | BindParameter[datetime]


def is_over(now: Time, asked: Time) -> ColumnElement[bool]:
    """Returns the condition for deputyships that are over.

    `asked`: requests from before this time have expired if the deputy hasn't agreed.
    """
    pair = deputies.c.player_id, deputies.c.deputy_id
    return or_(
        deputies.c.until <= now,
        deputies.c.since.is_(None) & (deputies.c.asked <= asked),
        exists().where(bans.c.player_id.in_(pair)),
        exists().where(blocks.c.player_id.in_(pair), blocks.c.other_id.in_(pair)),
    )


class DeputyRepository(Repository):
    """Deputyships, both requested and agreed. A player has at most one.

    To change one, a transaction must have locked both players.
    """

    def of(self, player: Player) -> Deputyship | None:
        """Returns the deputyship of a player, or None."""
        deputyships = self._found(deputies.c.player_id == player.id)
        return deputyships[0] if deputyships else None

    def held_by(self, deputy: Player) -> Sequence[Deputyship]:
        """Returns the deputyships that a player has agreed to or is asked for."""
        return self._found(deputies.c.deputy_id == deputy.id)

    def ask(self, new: Deputyship) -> None:
        """Saves a request for a deputy, and replaces the player's earlier request."""
        self._connection.execute(delete(deputies).where(deputies.c.player_id == new.player))
        row = {"player_id": new.player, "deputy_id": new.deputy, "asked": new.asked}
        self._connection.execute(insert(deputies).values(row | {"until": new.until}))

    def agree(self, asked: Deputyship, now: datetime) -> bool:
        """Records that the deputy agrees. Returns False if the request has since been changed."""
        same = deputies.c.deputy_id == asked.deputy, deputies.c.until == asked.until
        waiting = deputies.c.player_id == asked.player, deputies.c.since.is_(None), *same
        agreed = update(deputies).where(*waiting).values(since=now)
        return bool(self._connection.execute(agreed).rowcount)

    def end(self, ended: Deputyship) -> None:
        this = deputies.c.player_id == ended.player, deputies.c.asked == ended.asked
        self._connection.execute(delete(deputies).where(*this))

    def end_all(self, player: Player) -> Sequence[Deputyship]:
        """Deletes all deputyships that a player has or holds for others, and returns them."""
        theirs = or_(deputies.c.player_id == player.id, deputies.c.deputy_id == player.id)
        return self._take(theirs)

    def record_move(self, board: Board, deputy: Player) -> None:
        """Records that a deputy has made a move on a board."""
        inserted = insert_into(self._connection, board_deputies)
        row = inserted.values(board_id=board.id, player_id=deputy.id)
        self._connection.execute(row.on_conflict_do_nothing())

    def on_board(self, board: int) -> Sequence[int]:
        """Returns the ids of players who have made moves as deputies on the board with this id."""
        query = select(board_deputies.c.player_id).where(board_deputies.c.board_id == board)
        return self._connection.execute(query.order_by(board_deputies.c.player_id)).scalars().all()

    def take_ended(self, now: datetime) -> Sequence[Deputyship]:
        """Deletes and returns the deputyships that are over (see `is_over`)."""
        return self._take(is_over(now, now - ASKED_FOR))

    def _take(self, which: ColumnElement[bool]) -> Sequence[Deputyship]:
        gone = self._connection.execute(delete(deputies).where(which).returning(deputies))
        return sorted(map(_deputyship, gone), key=lambda each: each.player)

    def _found(self, which: ColumnElement[bool]) -> Sequence[Deputyship]:
        query = select(deputies).where(which).order_by(deputies.c.player_id)
        return [_deputyship(row) for row in self._connection.execute(query)]


def _deputyship(row: Row[tuple[object, ...]]) -> Deputyship:
    return Deputyship(row.player_id, row.deputy_id, row.asked, row.until, row.since)
