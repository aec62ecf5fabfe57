"""Rows of lists as data files, in which the script of the search page finds boards and players.

Each list of boards or players has such a file next to its page. It is a script that calls
`pbmRows`, because pages that are opened from a disk can load scripts but no other data.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from commands.server.site import paths
from commands.server.site.lists.board_rows import lasting_row, options_of
from commands.server.site.page_data import Page
from pbm.games import games
from pbm.wording import short_date
from storage.boards.public.listings import ListedBoard, ListedPlayer
from storage.boards.public.players import PublicPlayer


def board_rows_file(page: str, boards: Iterable[ListedBoard]) -> Page:
    """Returns the data file for a list of boards. `page`: the path of the list."""
    return _rows_file(page, [_board(each) for each in boards])


def player_rows_file(
    page: str, players: Iterable[PublicPlayer], counts: dict[int, dict[str, int]]
) -> Page:
    """Returns the data file for a list of players: their names, and how many game lists they have.

    `counts`: the number of each player's boards, by the player's id and the game.
    """
    return _rows_file(
        page, [(each.player.userid, _pages(counts[each.player.id])) for each in players]
    )


def _pages(counts: dict[str, int]) -> list[int]:
    return [-(-counts.get(game, 0) // paths.PER_GAMES_PAGE) for game in games()]


def _board(board: ListedBoard) -> tuple[object, ...]:
    """Returns the number, players, options, state, day and winners of a board."""
    row = lasting_row(board, "")
    names = [_name(player) for player in board.players]
    return (
        board.line.number,
        names,
        options_of(board),
        row.state,
        short_date(row.at),
        (board.line.winners),
    )


def _name(player: ListedPlayer) -> object:
    """Returns a player's userid. It is wrapped in a list if the player no longer has a page."""
    return [player.userid] if player.gone else player.userid


def _rows_file(page: str, rows: Sequence[Any]) -> Page:
    path = paths.rows(page)
    data = json.dumps(rows, separators=(",", ":"))
    return Page(path, f"pbmRows({json.dumps(path)},{data});\n".encode())
