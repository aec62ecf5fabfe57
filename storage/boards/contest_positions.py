"""Positions that running contests have reached. Nobody sees their values until those games end.

A contest is a game in which nobody may have help (`Board.is_contest`). A value is the result of a
position with best play.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any

from sqlalchemy import and_, bindparam, case, delete, exists, func, insert, or_, select

from pbm.board.board import Board
from pbm.match.position_keys import likeness_key
from storage.sql.prepared import Prepared
from storage.sql.repository import Repository
from storage.tables.boards import boards, contest_positions, explored_moves

MOST_KEYS = 500
"""Maximum number of keys in one query."""

INSERT = Prepared(insert(contest_positions))
DELETE = Prepared(
    delete(contest_positions).where(contest_positions.c.board_id == bindparam("board"))
)
_RUNNING = and_(boards.c.places.is_(None), boards.c.removed == "")
_IS_LATEST = contest_positions.c.ply == boards.c.ply
_LATEST = func.max(case((_IS_LATEST, 1), else_=0)).label("latest")
# Once the first move is made, ignore the start: all games begin there, and its value is no secret.
_COUNTS = and_(_RUNNING, or_(contest_positions.c.ply > 0, _IS_LATEST))
_FOUND = (
    select(contest_positions.c.position, _LATEST)
    .join(boards, boards.c.id == contest_positions.c.board_id)
    .where(_COUNTS)
    .group_by(contest_positions.c.position)
)
SHARED = (
    select(explored_moves.c.board_id, explored_moves.c.ply, _LATEST)
    .join(contest_positions, contest_positions.c.position == explored_moves.c.likeness)
    .join(boards, boards.c.id == contest_positions.c.board_id)
    .where(_COUNTS)
    .group_by(explored_moves.c.board_id, explored_moves.c.ply)
    .order_by(explored_moves.c.board_id, explored_moves.c.ply)
)
"""Query for explored positions, all from finished boards, that a running contest also reached.

The last column is 1 if the position is the current position of a contest.
"""
FOUND = Prepared(_FOUND.where(contest_positions.c.position.in_(bindparam("keys", expanding=True))))
OF_GAME = Prepared(_FOUND.where(boards.c.game == bindparam("game")))
ANY = Prepared(
    select(1).where(
        exists().where(
            boards.c.game == bindparam("game"),
            _RUNNING,
            contest_positions.c.board_id == boards.c.id,
        )
    )
)


class ContestPositionRepository(Repository):
    """Positions of contests. Symmetric positions share a key."""

    def put(self, board: Board, before: Board | None = None) -> None:
        """Stores the positions of a board, or deletes them if its game is over.

        `before`: the previously stored state of the board. None for a new board.
        """
        if not board.is_contest:
            return
        # After a plain move, one insert is enough.
        only_moved = before is not None and _only_moved(before, board)
        if before and not only_moved:
            self._connection.queue(DELETE, {"board": board.id})
        if board.active:
            first = before.match.ply + 1 if before and only_moved else 0
            self._connection.queue_all(INSERT, _rows(board, first))

    def are_any(self, game: str) -> bool:
        """Whether a contest of this game is running."""
        return bool(self._connection.rows(ANY, {"game": game}))

    def latest_by_key(self, keys: Sequence[str]) -> Mapping[str, bool]:
        """Returns the given position keys that a contest has reached.

        Maps each key to True if it is the key of a contest's current position.
        """
        is_latest: dict[str, bool] = {}
        for start in range(0, len(keys), MOST_KEYS):
            rows = self._connection.rows(FOUND, {"keys": keys[start : start + MOST_KEYS]})
            is_latest.update((row.position, bool(row.latest)) for row in rows)
        return is_latest

    def all_of(self, game: str) -> Mapping[str, bool]:
        """Returns all position keys of a game that a contest has reached, like `latest_by_key`."""
        rows = self._connection.rows(OF_GAME, {"game": game})
        return {row.position: bool(row.latest) for row in rows}


def _only_moved(before: Board, after: Board) -> bool:
    """Whether the board is still active, and new moves are its only changes since `before`."""
    new = after.match.events[len(before.match.events) :]
    both = before.active and after.active
    return both and all(event.text.startswith("move ") for event in new)


def _rows(board: Board, first: int) -> Iterator[dict[str, Any]]:
    """Yields the rows of the positions from ply `first` on, the latest first."""
    match, stored = board.match, set[int]()
    for state in takewhile(lambda state: state.ply >= first, match.state.backwards()):
        # A seat that leaves the game makes a new state with the same ply.
        if state.ply not in stored:
            stored.add(state.ply)
            key = likeness_key(match.game, match.options, state.position)
            yield {"board_id": board.id, "ply": state.ply, "position": key}
