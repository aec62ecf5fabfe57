"""The boards of tournaments: the round and pairing of each, and when the round ends."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta

from sqlalchemy import ColumnElement, insert, select, update

from pbm.board.board import Board, TournamentGame
from pbm.tournaments.tournament import StoredTournament
from storage.sql.repository import Repository
from storage.tables.boards import boards
from storage.tables.competitions import tournament_boards


class TournamentBoardRepository(Repository):
    """The boards on which tournament games are played."""

    def link(self, stored: StoredTournament, round: int, number: int, board: Board) -> Board:
        """Records that a new board is a game of this locked tournament.

        Returns the linked board.
        """
        ends = stored.tournament.rounds[round - 1].ends
        key = {"tournament_id": stored.id, "round": round, "game": number}
        row = {**key, "board_id": board.id, "ends": ends}
        self._connection.execute(insert(tournament_boards).values(row))
        linked = replace(board, tournament=TournamentGame(stored.name, round, number, ends))
        if linked.deadlines:
            this = boards.c.id == board.id
            self._connection.execute(update(boards).where(this).values(due=linked.deadlines.due))
        return linked

    def numbers(
        self, stored: StoredTournament, *which: ColumnElement[bool]
    ) -> Mapping[tuple[int, int], int]:
        """Returns the numbers of a tournament's boards, by round and number of the game."""
        query = (
            select(tournament_boards.c.round, tournament_boards.c.game, boards.c.number)
            .join(boards, boards.c.id == tournament_boards.c.board_id)
            .where(tournament_boards.c.tournament_id == stored.id, *which)
        )
        return {(row.round, row.game): row.number for row in self._connection.execute(query)}

    def prolong(self, stored: StoredTournament, by: timedelta) -> None:
        """Extends the current round on all its boards."""
        in_round = (
            tournament_boards.c.tournament_id == stored.id,
            tournament_boards.c.ends.is_not(None),
        )
        for row in self._connection.execute(select(tournament_boards).where(*in_round)).all():
            this = tournament_boards.c.board_id == row.board_id
            later = update(tournament_boards).where(this).values(ends=row.ends + by)
            self._connection.execute(later)

    def forget_ends(self, stored: StoredTournament) -> None:
        """Removes the end of the round from all boards, because the round is over."""
        earlier = tournament_boards.c.tournament_id == stored.id
        self._connection.execute(update(tournament_boards).where(earlier).values(ends=None))
