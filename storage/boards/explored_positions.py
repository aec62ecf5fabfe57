"""Finished games by the positions that occurred in them."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Row,
    Select,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    select,
    union_all,
)

from pbm.game import winners_of
from pbm.match.explored_moves import END, PlayedMove
from pbm.stored_values import (
    ExploredGame,
    ExploredMove,
    ExploredStart,
    FinishedBoard,
    Results,
    Scan,
)
from storage.boards.public.published_boards import IS_PUBLIC_AND_FINISHED
from storage.boards.seats import userids
from storage.sql.inserts import insert_into
from storage.sql.repository import Repository
from storage.tables.boards import boards, explored_boards, explored_moves, seats
from storage.tables.players import players

IS_FINISHED = and_(boards.c.places.is_not(None), boards.c.removed == "")
_IS_CURRENT = and_(
    explored_boards.c.board_id == boards.c.id, explored_boards.c.checksum == boards.c.checksum
)
WAITING = (
    select(boards.c.id, boards.c.game, boards.c.number, boards.c.checksum)
    .where(IS_FINISHED, ~exists().where(_IS_CURRENT))
    .order_by(boards.c.id)
)


class ExploredRepository(Repository):
    """Moves of finished games by position.

    Each query checks who may see a board, because boards become private and public again.
    """

    def waiting(
        self, limit: int, after: int = 0, last_scan: Scan | None = None
    ) -> Sequence[FinishedBoard]:
        """Returns finished boards whose moves aren't stored yet, or whose log has changed since.

        `after`: only boards with higher ids. They are sorted by id.
        `last_scan`: return only boards that are new or have changed since this scan.
        """
        query = WAITING.where(boards.c.id > after).limit(limit)
        if last_scan:
            query = query.where(boards.c.id.in_(_since(last_scan)))
        return [FinishedBoard(*row) for row in self._connection.execute(query)]

    def begin_scan(self, at: datetime) -> Scan:
        """Begins a scan, with the newest board and a time that no change is later than."""
        newest = self._connection.execute(select(func.max(boards.c.id))).scalar()
        return Scan(newest or 0, at)

    def put(self, board: FinishedBoard, moves: Iterable[PlayedMove]) -> None:
        """Replaces the stored moves of a board."""
        values = {"board_id": board.id, "checksum": board.checksum}
        new = insert_into(self._connection, explored_boards).values(values)
        # Write this row first: other transactions that store the same board wait for it.
        changed = new.on_conflict_do_update(
            index_elements=["board_id"], set_={"checksum": board.checksum}
        )
        self._connection.execute(changed)
        theirs = explored_moves.c.board_id == board.id
        self._connection.execute(delete(explored_moves).where(theirs))
        rows = [{"board_id": board.id} | move._asdict() for move in moves]
        if rows:
            self._connection.execute(insert(explored_moves), rows)

    def results(self, position: str, seats: int) -> Results:
        """Returns the results of all games in which a position occurred."""
        query = _counted(boards.c.places).where(explored_moves.c.position == position)
        rows = self._connection.execute(query.group_by(boards.c.places))
        return _results(seats, [(row.places, row.games) for row in rows])

    def moves(self, position: str, seats: int, to_move: int) -> Sequence[ExploredMove]:
        """Returns the moves that were made in a position, most played first.

        The last entry, END, has the results of games that ended in this position.
        """
        rows_by_move: dict[str, list[Row[Any]]] = {}
        for row in self._connection.execute(MOVES, {"position": position, "to_move": to_move}):
            rows_by_move.setdefault(row.move, []).append(row)
        moves = [
            ExploredMove(
                move,
                _results(seats, [(row.places, row.games) for row in rows]),
                () if move == END else _ranked(rows),
            )
            for move, rows in rows_by_move.items()
        ]
        return sorted(moves, key=lambda each: (each.move == END, -each.results.games, each.move))

    def repeats(self, position: str) -> bool:
        """Whether the position occurred more than once in the same game."""
        games = explored_moves.c.board_id
        query = select(func.count() > func.count(games.distinct()))
        here = explored_moves.c.position == position
        return bool(self._connection.execute(query.where(here)).scalar_one())

    def latest(self, position: str, limit: int) -> Sequence[ExploredGame]:
        """Returns the games in which a position occurred, newest first."""
        board = explored_moves.c.board_id
        query = (
            _explored(board, boards.c.number, boards.c.places)
            .where(explored_moves.c.position == position)
            .group_by(board, boards.c.number, boards.c.places)
            .order_by(board.desc())
            .limit(limit)
        )
        rows = self._connection.execute(query).all()
        names = userids(self._connection, [row.board_id for row in rows])
        return [
            ExploredGame(row.number, names[row.board_id], winners_of(json.loads(row.places)))
            for row in rows
        ]

    def starts(self, game: str, limit: int) -> Sequence[ExploredStart]:
        """Returns the most played start positions of a game."""
        query = (
            _counted(func.min(boards.c.number).label("first"))
            .where(explored_moves.c.ply == 0, boards.c.game == game)
            .group_by(explored_moves.c.position)
            .order_by(func.count(boards.c.id.distinct()).desc(), func.min(boards.c.number))
            .limit(limit)
        )
        return [ExploredStart(row.first, row.games) for row in self._connection.execute(query)]


def _since(last_scan: Scan) -> Select[tuple[int]]:
    """Returns a query of the boards that are new, or have changed, since a scan.

    It is a union, because each of its two conditions has an index.
    """
    conditions = boards.c.id > last_scan.newest, boards.c.changed >= last_scan.at
    changed = union_all(*(select(boards.c.id).where(each) for each in conditions)).subquery()
    return select(changed.c.id)


def _explored(*columns: ColumnElement[Any]) -> Select[Any]:
    """Returns a query of the moves on boards that are public, finished and up to date."""
    return (
        select(*columns)
        .select_from(explored_moves)
        .join(boards, boards.c.id == explored_moves.c.board_id)
        .join(explored_boards, _IS_CURRENT)
        .where(IS_PUBLIC_AND_FINISHED)
    )


def _counted(*columns: ColumnElement[Any]) -> Select[Any]:
    """Returns a query of these columns and the number of boards."""
    return _explored(*columns, func.count(boards.c.id.distinct()).label("games"))


def _results(seats: int, counted: Iterable[tuple[str, int]]) -> Results:
    """Adds up the results of games.

    `counted`: pairs of the stored places of a result and the number of games with it.
    """
    won, games, drawn = [0] * seats, 0, 0
    for places, number in counted:
        games += number
        winners = winners_of(json.loads(places))
        drawn += 0 if winners else number
        for seat in winners:
            won[seat] += number
    return Results(games, tuple(won), drawn)


def _ranked(rows: Iterable[Row[Any]]) -> tuple[tuple[str, int], ...]:
    """Returns the players with their numbers of games, the most games first."""
    games: Counter[str] = Counter()
    for row in rows:
        games[row.userid] += row.games
    return tuple(sorted(games.items(), key=lambda each: (-each[1], each[0].lower())))


MOVES = (
    _counted(explored_moves.c.move, boards.c.places, players.c.userid)
    .join(seats, and_(seats.c.board_id == boards.c.id, seats.c.seat == bindparam("to_move")))
    .join(players, players.c.id == seats.c.player_id)
    .where(explored_moves.c.position == bindparam("position"))
    .group_by(explored_moves.c.move, boards.c.places, players.c.id)
)
"""The moves that were made in a position, by result and player."""
