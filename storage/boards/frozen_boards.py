"""Boards that can't be played: their game fails or isn't served, or their log is damaged."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import update

from pbm.board.board import Board
from pbm.board.players import Player
from pbm.errors import GameFailedError
from pbm.match.match import Event
from storage.boards.boards import BoardRepository
from storage.boards.state.board_query import BY_NUMBER, rows_by_seat
from storage.boards.state.logs import BoardLogs
from storage.boards.state.match_cache import MatchCache
from storage.players.player_rows import read_player
from storage.sql.connection import WorkConnection
from storage.tables.boards import boards


class StoredLog(NamedTuple):
    """The log of a board. It can be read even if the game isn't served."""

    id: int
    players: tuple[Player, ...]
    options: tuple[str, ...]
    events: Sequence[Event]


class FrozenBoardRepository:
    """Boards on which nobody can move."""

    def __init__(
        self,
        connection: WorkConnection,
        all_boards: BoardRepository,
        logs: BoardLogs,
        match_cache: MatchCache,
    ) -> None:
        self._connection = connection
        self._boards = all_boards
        self._logs = logs
        self._match_cache = match_cache

    def freeze(self, board: Board, error: GameFailedError, at: datetime) -> None:
        """Freezes a board until this process ends, because a call of its game didn't return.

        The clock of the board is checked soon, and is stopped then.
        """
        why = f"Board {board.number} is frozen. {error.text}"
        self._match_cache.freeze(board.game.name, board.number, why)
        due = update(boards).where(boards.c.id == board.id, boards.c.due.is_not(None))
        self._connection.execute(due.values(due=at))

    def remove(self, game: str, number: int, why: str, at: datetime) -> tuple[Player, ...]:
        """Removes a board that can't be replayed, and returns its players."""
        key = {"game": game, "number": number}
        self._boards.hold_number(game, number)
        rows = self._connection.rows(BY_NUMBER, key)
        gone = update(boards).where(boards.c.id == rows[0].board_id)
        self._connection.execute(gone.values(removed=why, changed=at, offer="", due=None))
        return tuple(read_player(own) for own in rows_by_seat(rows))

    def stored_log(self, game: str, number: int) -> StoredLog | None:
        """Returns the stored log of a board, without replaying it.

        Returns None if there is no board.
        """
        rows = self._connection.rows(BY_NUMBER, {"game": game, "number": number})
        if not rows or rows[0].removed:
            return None
        players = tuple(read_player(own) for own in rows_by_seat(rows))
        options = tuple(json.loads(rows[0].options))
        return StoredLog(rows[0].board_id, players, options, self._logs.events(rows[0].board_id))
