"""The players' agreements to hints on their boards."""

from sqlalchemy import insert, select

from pbm.board.board import Board
from pbm.board.players import Player
from storage.sql.repository import Repository
from storage.tables.boards import hint_agreements as agreements


class HintAgreementRepository(Repository):
    """Players' agreements to hints. An agreement is valid for the whole game."""

    def add(self, board: Board, player: Player) -> bool:
        """Records a player's agreement on a locked board. Returns whether it is new."""
        if player.id in self.of(board):
            return False
        self._connection.execute(insert(agreements).values(board_id=board.id, player_id=player.id))
        return True

    def of(self, board: Board) -> frozenset[int]:
        """Returns the ids of the players who have agreed."""
        query = select(agreements.c.player_id).where(agreements.c.board_id == board.id)
        return frozenset(self._connection.execute(query).scalars())
