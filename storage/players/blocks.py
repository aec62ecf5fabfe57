"""The repository of blocks: players who want no mail because of another."""

from sqlalchemy import Connection, delete, insert, select

from pbm.board import Player
from storage.tables import blocks


class BlockRepository:
    """The repository of pairs of a player and another whom they block."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def add(self, player: Player, other: Player) -> None:
        """Blocks the other player."""
        if other.id not in self.by(player):
            self._connection.execute(insert(blocks).values(player_id=player.id, other_id=other.id))

    def remove(self, player: Player, other: Player) -> None:
        """Ends the block."""
        pair = (blocks.c.player_id == player.id, blocks.c.other_id == other.id)
        self._connection.execute(delete(blocks).where(*pair))

    def by(self, player: Player) -> frozenset[int]:
        """Returns the ids of the players whom this player blocks."""
        query = select(blocks.c.other_id).where(blocks.c.player_id == player.id)
        return frozenset(self._connection.execute(query).scalars())
