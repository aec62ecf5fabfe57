"""Blocks: players who want no email because of another player."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, delete, insert, or_, select

from pbm.board.players import Player
from storage.sql.connection import WorkConnection
from storage.sql.prepared import Prepared
from storage.sql.read_ahead import Prefetched
from storage.tables.players import blocks

BLOCKED = Prepared(select(blocks).where(blocks.c.player_id.in_(bindparam("ids", expanding=True))))


class BlockRepository:
    """Pairs of a player and another player whom they block."""

    def __init__(self, connection: WorkConnection) -> None:
        self._connection = connection
        self._prefetched: Prefetched[int, frozenset[int]] = connection.prefetched(BLOCKED)
        """The ids of the players whom a player blocks, by the player's id."""

    def prefetch(self, players: Sequence[int]) -> None:
        """Reads and caches whom these players block, for `by`."""
        rows = self._connection.rows(BLOCKED, {"ids": players})
        self._prefetched.add({id: _blocked(rows, id) for id in players})

    def add(self, player: Player, other: Player, at: datetime) -> None:
        if other.id not in self.by(player):
            pair = {"player_id": player.id, "other_id": other.id}
            self._connection.execute(insert(blocks).values(pair | {"since": at}))

    def remove(self, player: Player, other: Player) -> None:
        pair = (blocks.c.player_id == player.id, blocks.c.other_id == other.id)
        self._connection.execute(delete(blocks).where(*pair))

    def by(self, player: Player) -> frozenset[int]:
        """Returns the ids of the players whom this player blocks."""
        if player.id in self._prefetched:
            return self._prefetched[player.id]
        return _blocked(self._connection.rows(BLOCKED, {"ids": [player.id]}), player.id)

    def of(self, player: Player) -> frozenset[int]:
        """Returns the ids of the players who block this one."""
        query = select(blocks.c.player_id).where(blocks.c.other_id == player.id)
        return frozenset(self._connection.execute(query).scalars())

    def any_between(
        self, player: Player, other_players: Sequence[Player], before: datetime
    ) -> bool:
        """Whether the player has blocked one of these players, or the reverse.

        Only blocks that began by the time `before` are included.
        """
        ids = [other.id for other in other_players]
        theirs = (blocks.c.player_id == player.id) & blocks.c.other_id.in_(ids)
        by_them = (blocks.c.other_id == player.id) & blocks.c.player_id.in_(ids)
        query = select(blocks.c.player_id).where(or_(theirs, by_them), blocks.c.since <= before)
        return self._connection.execute(query.limit(1)).first() is not None


def _blocked(rows: Iterable[Any], player: int) -> frozenset[int]:
    return frozenset(row.other_id for row in rows if row.player_id == player)
