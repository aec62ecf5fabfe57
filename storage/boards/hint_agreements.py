"""The repository of agreements to hints on boards."""

from sqlalchemy import insert, select

from pbm.board.board import Board
from pbm.board.players import Player
from storage.sql.repository import Repository
from storage.tables.boards import hint_agreements as agreements


class HintAgreementRepository(Repository):
    """The repository of agreements, which hold as long as the board."""

    def add(self, board: Board, player: Player) -> bool:
        """Records a player's agreement on a locked board; returns True if it is new."""
        if player.id in self.of(board):
            return False
        self._connection.execute(insert(agreements).values(board_id=board.id, player_id=player.id))
        return True

    def of(self, board: Board) -> frozenset[int]:
        """Returns the ids of the players who agree."""
        query = select(agreements.c.player_id).where(agreements.c.board_id == board.id)
        return frozenset(self._connection.execute(query).scalars())
