"""Boards as rows of a list."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from commands.server.site import paths
from commands.server.site.lists.player_names import Name, name_of
from commands.views.board_summaries import status
from pbm import games
from storage.boards.public.listings import ListedBoard


@dataclass(frozen=True, slots=True)
class BoardRow:
    """The facts about a board that a row of a list shows."""

    words: str
    """Text of the link: the number of the board. Lists of several games add the game's title."""
    href: str
    players: Sequence[Name]
    options: str
    state: str
    """The player to move or the result, in words."""
    at: datetime
    """The time of the last move, the end or the start."""
    move: str = ""


def current_row(board: ListedBoard, page: str, *, titled: bool = False, move: str = "") -> BoardRow:
    """Returns a board in its current state, with the time of its last change.

    `titled`: whether the row names the game.
    """
    return _row(board, page, status(board.line), board.line.changed, titled=titled, move=move)


def lasting_row(board: ListedBoard, page: str, *, titled: bool = False) -> BoardRow:
    """Returns a row that no move changes: with the board's end, or its start while it runs."""
    if board.over:
        return current_row(board, page, titled=titled)
    return _row(board, page, "running", board.begun, titled=titled)


def _row(
    board: ListedBoard, page: str, state: str, at: datetime, *, titled: bool, move: str = ""
) -> BoardRow:
    line = board.line
    title = f"{games.stored(line.game).title} " if titled else ""
    return BoardRow(
        words=f"{title}{line.number}",
        href=paths.link(paths.board(line.game, line.number), page),
        players=[name_of(player, page) for player in board.players],
        options=options_of(board),
        state=state,
        at=at,
        move=move,
    )


def options_of(board: ListedBoard) -> str:
    """Returns the options of a board as phrases, such as `4x4, flat`."""
    words = games.describe_options(board.line.game, board.options)
    return f"{words}, unrated" if board.unrated else words
