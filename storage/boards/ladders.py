"""The repository of ladders."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import delete, insert, select

from pbm.board.board import Player
from pbm.board.ladder import DEMOTED_AFTER, LadderEntry
from storage.sql.connection import WorkConnection
from storage.sql.lock_keys import LockKey, LockKind
from storage.sql.locks import Locks
from storage.tables import boards, ladders, seats


class LadderRepository:
    """The repository of the ladders of all games."""

    def __init__(self, connection: WorkConnection, locks: Locks) -> None:
        self._connection = connection
        self._locks = locks

    def lock(self, game: str) -> Sequence[LadderEntry]:
        """Returns a ladder from the top, locked until the transaction ends."""
        self._locks.take(LockKey(LockKind.LADDER, game))
        return self.find(game)

    def find(self, game: str) -> Sequence[LadderEntry]:
        """Returns a ladder from the top."""
        rows = select(ladders).where(ladders.c.game == game).order_by(ladders.c.place)
        return [
            LadderEntry(row.player_id, row.played, row.demoted)
            for row in self._connection.execute(rows)
        ]

    def save(self, game: str, ladder: Sequence[LadderEntry]) -> None:
        """Saves a locked ladder."""
        self._connection.execute(delete(ladders).where(ladders.c.game == game))
        rows = [
            {"game": game, "player_id": entry.player, "place": place}
            | {"played": entry.played, "demoted": entry.demoted}
            for place, entry in enumerate(ladder, 1)
        ]
        if rows:
            self._connection.execute(insert(ladders), rows)

    def due(self, now: datetime) -> Sequence[str]:
        """Returns the games on whose ladders somebody loses a place now."""
        late = ladders.c.demoted <= now - DEMOTED_AFTER
        query = select(ladders.c.game).where(late).distinct().order_by(ladders.c.game)
        return self._connection.execute(query).scalars().all()

    def running(self, game: str, player: Player) -> int | None:
        """Returns the number of a running board on which a player plays for the ladder."""
        query = (
            select(boards.c.number)
            .join(seats, seats.c.board_id == boards.c.id)
            .where(seats.c.player_id == player.id, boards.c.game == game)
            .where(boards.c.ladder, boards.c.due.is_not(None))
        )
        return self._connection.execute(query.limit(1)).scalar()
