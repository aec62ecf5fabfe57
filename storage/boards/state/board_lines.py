"""Reads the line of a list about a board from its row."""

import json
from collections.abc import Container
from datetime import datetime
from typing import Any

from sqlalchemy import Row

from pbm.board.board import BoardLine
from pbm.game import winners_of


def board_line(
    row: Row[Any],
    userids: tuple[str, ...],
    unreachable: Container[str] = (),
    robots: Container[str] = (),
    deadline: datetime | None = None,
) -> BoardLine:
    """Returns the board in a row, without its moves."""
    return BoardLine(
        row.game,
        row.number,
        userids,
        row.ply,
        row.to_move,
        winners_of(json.loads(row.places)) if row.places else None,
        row.changed,
        tuple(userid for userid in userids if row.due and userid in unreachable),
        tuple(userid for userid in userids if userid in robots),
        deadline,
    )
