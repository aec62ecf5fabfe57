"""Finds the running boards of a player whose reply names them."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache

from commands.system.stored_types import UnitOfWork
from pbm import games
from pbm.board.board import Board
from pbm.board.viewers import SERVER
from pbm.errors import BoardFrozenError
from pbm.wording import listing

MAX_BOARDS = 50
"""Maximum number of boards in each game to which lines without a number are compared."""


@dataclass(frozen=True)
class PlayerBoards:
    """The running boards of a player, except frozen ones. They are loaded when they are needed."""

    numbered: Callable[[int], Sequence[Board]]
    """Returns the boards with a number. There may be one in each game."""
    running: Callable[[], Sequence[Board]]
    """Returns all boards, in the order of their numbers."""
    is_player: Callable[[str], bool] = lambda _word: True
    """Whether a word may be the userid of a player. It is faster than loading the boards."""


NO_BOARDS = PlayerBoards(lambda _number: (), tuple)


def player_boards(work: UnitOfWork, userid: str) -> PlayerBoards:
    """Returns the running boards of a player. Each is loaded only once."""

    @cache
    def numbered(number: int) -> Sequence[Board]:
        boards = []
        for game in games.games():
            with suppress(BoardFrozenError):
                boards.append(work.boards.find(game, number))
        return [board for board in boards if board and board.active and _plays(board, userid)]

    @cache
    def running() -> Sequence[Board]:
        return running_boards(work, userid)

    @cache
    def is_player(word: str) -> bool:
        return work.players.find(word) is not None

    return PlayerBoards(numbered, running, is_player)


def listed_boards(boards: Sequence[Board], userid: str, last: str = "and") -> str:
    """Returns a list of a player's boards, such as "101 (Knight Panic against bob)".

    Boards with the same number are listed as "Knight Panic 101 (against bob)".
    """
    return listing([_described(board, boards, userid) for board in boards], last)


def _described(board: Board, boards: Sequence[Board], userid: str) -> str:
    others = [player.userid for player in board.players if not player.is_called(userid)]
    is_shared, title = shares_number(board, boards), board.game.title
    against = f"against {listing(others)}" if others else ""
    about = against if is_shared else f"{title} {against}".rstrip()
    label = board_label(board, boards)
    return f"{label} ({about})" if about else label


def board_label(board: Board, boards: Sequence[Board]) -> str:
    """Returns a board's number, such as "101", with its game if other boards have the number."""
    return named(board) if shares_number(board, boards) else str(board.number)


def named(board: Board) -> str:
    """Returns a board's game and number, such as "Knight Panic 101"."""
    return f"{board.game.title} {board.number}"


def shares_number(board: Board, boards: Sequence[Board]) -> bool:
    """Whether one of the boards is of another game and has the same number."""
    return any(each.number == board.number and each.game != board.game for each in boards)


def running_numbers(work: UnitOfWork, userid: str) -> list[tuple[str, int]]:
    """Returns the running boards of a player, as pairs of a game's name and a number."""
    return [
        (game, line.number)
        for game in games.names()
        for line in work.boards.lines(game, [userid], "active", viewer=SERVER)[1]
    ]


def running_boards(work: UnitOfWork, userid: str) -> Sequence[Board]:
    """Returns the running boards of a player, in the order of their numbers."""
    return sorted(_running(work, userid), key=lambda board: board.number)


def _running(work: UnitOfWork, userid: str) -> Iterator[Board]:
    for game in games.games():
        _, lines = work.boards.lines(game, [userid], "active", MAX_BOARDS, viewer=SERVER)
        for line in lines:
            with suppress(BoardFrozenError):
                board = work.boards.find(game, line.number)
                yield from [board] if board else []


def _plays(board: Board, userid: str) -> bool:
    return any(player.userid == userid for player in board.players)
