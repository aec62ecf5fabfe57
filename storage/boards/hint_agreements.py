"""The repository of agreements to hints on boards."""

from sqlalchemy import Connection, insert, select

from pbm.board.board import Board, Player
from storage.tables import hint_agreements as agreements


class HintAgreementRepository:
    """The repository of agreements, which hold as long as the board."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

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
