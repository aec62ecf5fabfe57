"""Write the rows of a board and of its seats."""

from datetime import datetime
from typing import Any, cast

from sqlalchemy import and_, bindparam, insert, update

from pbm.board.board import Board
from storage.boards.state.board_rows import (
    INTENTION_COLUMNS,
    STATE_COLUMNS,
    intentions,
    state_values,
    terms_row,
)
from storage.sql.connection import StillValid, WorkConnection
from storage.sql.prepared import Prepared
from storage.tables.boards import boards, seats

UNCHANGED = and_(boards.c.id == bindparam("same_id"), boards.c.checksum == bindparam("before"))
UPDATE_BOARD = Prepared(update(boards).where(UNCHANGED), columns=(*STATE_COLUMNS, "changed"))
_THIS_SEAT = and_(seats.c.board_id == bindparam("same_id"), seats.c.seat == bindparam("same_seat"))
UPDATE_SEAT = Prepared(update(seats).where(_THIS_SEAT), columns=INTENTION_COLUMNS)


def insert_board(connection: WorkConnection, board: Board) -> int:
    """Inserts a new board with its seats and state, but without its log. Returns its id."""
    terms = terms_row(board.match, board.terms)
    values = terms | state_values(board) | {"begun": board.begun, "changed": board.begun}
    values |= {"number": board.number}
    inserted = connection.execute(insert(boards).values(values).returning(boards.c.id))
    id = inserted.scalar_one()
    rows = [
        {"board_id": id, "seat": seat, "player_id": player.id} | intentions(board, seat)
        for seat, player in enumerate(board.players)
    ]
    connection.execute(insert(seats), rows)
    return cast("int", id)


def update_board(
    connection: WorkConnection, before: Board, after: Board, at: datetime, still_valid: StillValid
) -> None:
    """Writes the state of a locked board, without its log. The row must still be as in `before`."""
    values = state_values(after) | {"changed": at}
    same = {"same_id": after.id, "before": before.match.checksum}
    conflict = f"{after.game.name} {after.number}"
    connection.queue(UPDATE_BOARD, values | same, conflict, still_valid=still_valid)


def update_seats(
    connection: WorkConnection, before: Board, after: Board, still_valid: StillValid
) -> None:
    """Writes the plans, submitted moves and resignations of seats where they have changed."""
    if _intended(before) == _intended(after):  # true for most moves
        return
    for seat in range(len(after.players)):
        if intentions(before, seat) != intentions(after, seat):
            this = {"same_id": after.id, "same_seat": seat}
            connection.queue(UPDATE_SEAT, intentions(after, seat) | this, still_valid=still_valid)


def _intended(board: Board) -> tuple[Any, ...]:
    return board.resigning, board.plans, board.submitted
