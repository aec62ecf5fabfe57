"""The rows of lists as data, in which the search page's script looks for boards and players.

Each list of boards or players has such a file beside its page. It is a script that calls
`pbmRows`: pages may load scripts also where they are opened from a disk.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Any

from commands.server.site import paths
from commands.server.site.lists.board_rows import lasting_row, options_of
from commands.server.site.source import Page
from pbm.games import games
from storage.boards.public.listings import ListedBoard, ListedPlayer
from storage.boards.public.players import PublicPlayer


def board_rows_file(page: str, boards: Iterable[ListedBoard]) -> Page:
    """Returns the file beside a list of boards; `page`: the path of the list."""
    return _rows_file(page, [_board(each) for each in boards])


def player_rows_file(
    page: str, players: Iterable[PublicPlayer], counts: dict[int, dict[str, int]]
) -> Page:
    """Returns the file beside a list of players: names, and the pages of their lists by game.

    `counts`: the numbers of their boards, by id and game.
    """
    return _rows_file(
        page, [(each.player.userid, _pages(counts[each.player.id])) for each in players]
    )


def _pages(counts: dict[str, int]) -> list[int]:
    return [-(-counts.get(game, 0) // paths.PER_GAMES_PAGE) for game in games()]


def _board(board: ListedBoard) -> tuple[object, ...]:
    """Returns number, players, options, state, day, and the winners' seats if there is an end."""
    row = lasting_row(board, "")
    names = [_name(player) for player in board.players]
    return (
        board.line.number,
        names,
        options_of(board),
        row.state,
        f"{row.at:%Y-%m-%d}",
        (board.line.winners),
    )


def _name(player: ListedPlayer) -> object:
    """Returns a player's userid; in a list of its own if the player has no page any more."""
    return [player.userid] if player.gone else player.userid


def _rows_file(page: str, rows: Sequence[Any]) -> Page:
    path = paths.rows(page)
    data = json.dumps(rows, separators=(",", ":"))
    return Page(path, f"pbmRows({json.dumps(path)},{data});\n".encode())
