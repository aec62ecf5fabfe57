"""The turns of robots and engines, and the leases of the nodes that play them."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import (
    ColumnElement,
    and_,
    bindparam,
    delete,
    exists,
    or_,
    select,
    text,
    union_all,
    update,
)

from pbm.board.time_control.board_clock import NEVER
from storage.sql.inserts import insert_into
from storage.sql.repository import Repository
from storage.tables.boards import OFFERED, boards, seats
from storage.tables.nodes import turn_leases
from storage.tables.players import players

_LEASED_BY_ANOTHER = exists().where(
    turn_leases.c.board_id == boards.c.id,
    turn_leases.c.checksum == boards.c.checksum,
    turn_leases.c.holder != bindparam("holder"),
    turn_leases.c.until > bindparam("now"),
)
"""The condition that someone else than `holder` has the lease of a board's turn at `now`.

A lease for an earlier state of the board is void.
"""
_ROBOT = (
    exists()
    .where(seats.c.board_id == boards.c.id, players.c.robot != "")
    .where(
        seats.c.player_id == players.c.id,
        (seats.c.seat == boards.c.to_move) | (boards.c.offer != ""),
    )
)
_MAYBE_FOR_ROBOTS = union_all(
    *(select(boards.c.id).where(each) for each in (boards.c.due >= NEVER, text(OFFERED)))
).subquery()
"""Boards without a deadline, and boards with an offer. Each condition has an index and selects few
boards.
"""
FOR_ROBOTS = (
    select(boards.c.game, boards.c.number)
    .where(boards.c.id.in_(select(_MAYBE_FOR_ROBOTS.c.id)), boards.c.due.is_not(None), _ROBOT)
    .where(~_LEASED_BY_ANOTHER)
    .order_by(boards.c.changed, boards.c.id)
)


class TurnLeaseRepository(Repository):
    """Turns and their leases. Each lease is for one state of its board."""

    def waiting(self, holder: str, now: datetime) -> Sequence[tuple[str, int]]:
        """Returns game and number of each board on which a robot must move or answer an offer.

        Turns that another holder has leased are left out.
        """
        rows = self._connection.execute(FOR_ROBOTS, {"holder": holder, "now": now})
        return [(row.game, row.number) for row in rows]

    def take(self, board: int, checksum: str, holder: str, now: datetime, until: datetime) -> bool:
        """Leases the turn in this state of a board.

        Returns whether the holder has the lease now.
        """
        values = {"checksum": checksum, "holder": holder, "until": until}
        row = insert_into(self._connection, turn_leases).values(board_id=board, **values)
        free = or_(~_is_for(checksum, now), turn_leases.c.holder == holder)
        taken = row.on_conflict_do_update(index_elements=["board_id"], set_=values, where=free)
        rows = self._connection.execute(taken.returning(turn_leases.c.board_id))
        return rows.first() is not None

    def renew(self, ids: Sequence[int], holder: str, until: datetime) -> frozenset[int]:
        """Renews a holder's leases for these boards.

        Returns the boards whose lease it still had.
        """
        ours = turn_leases.c.board_id.in_(ids), turn_leases.c.holder == holder
        renewed = update(turn_leases).where(*ours).values(until=until)
        rows = self._connection.execute(renewed.returning(turn_leases.c.board_id))
        return frozenset(rows.scalars())

    def is_anothers(self, board: int, checksum: str, holder: str, now: datetime) -> bool:
        """Whether another holder has the lease of the turn in this state of a board."""
        is_leased = and_(_is_for(checksum, now), turn_leases.c.holder != holder)
        query = select(turn_leases.c.board_id).where(turn_leases.c.board_id == board, is_leased)
        return self._connection.execute(query).first() is not None

    def release(self, board: int, holder: str) -> bool:
        """Ends a holder's lease for this board. Returns whether the holder still had it."""
        ours = turn_leases.c.board_id == board, turn_leases.c.holder == holder
        return self._connection.execute(delete(turn_leases).where(*ours)).rowcount > 0

    def release_all(self, holder: str) -> None:
        """Ends all leases of a holder that has stopped."""
        self._connection.execute(delete(turn_leases).where(turn_leases.c.holder == holder))

    def forget(self, before: datetime) -> None:
        """Deletes the leases that ended before this time."""
        self._connection.execute(delete(turn_leases).where(turn_leases.c.until < before))


def _is_for(checksum: str, now: datetime) -> ColumnElement[bool]:
    return and_(turn_leases.c.checksum == checksum, turn_leases.c.until > now)
