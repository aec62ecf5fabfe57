"""New boards, started by challenges and pairings."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from commands.context.context import Context
from commands.messages.content import BoardSnapshot, Content, MessageBatch
from commands.messages.response import Response
from commands.play.start_values import DECLINE, start_note
from pbm.board.board import Board, Player, Terms
from pbm.match.match import Match
from pbm.options import read_options, write_options
from pbm.wording import listing

HINTS = " There may be hints on this board: a player who makes a move agrees to that."
CHOSEN_START = " Unrated, because the start was chosen."


def create_board(context: Context, players: Sequence[Player], match: Match, terms: Terms) -> Board:
    """Creates and returns a board for these players, who are in the order of its seats."""
    board = context.work.boards.open(players, match, terms, context.now())
    context.current_board = board
    return board


def challenge_options(match: Match, terms: Terms) -> list[str]:
    """Returns the options of a challenge to such a game on one board: what was drawn isn't named.

    A start that its seed doesn't give was chosen, and stays.
    """
    game, written = match.game, write_options(match.options)
    usual = read_options(game.options, (), game.title)
    first, second = (set(write_options(game.resolve(usual, seed))) for seed in (1, 2))
    drawn = {_name(word) for word in first ^ second}
    fixed = [word for word in written if _name(word) not in drawn]
    seeds = [word for word in written if _name(word) in drawn]
    again = (read_options(game.options, (*fixed, seed), game.title) for seed in seeds)
    is_drawn = any(game.resolve(each, 0) == match.options for each in again)
    return [*(fixed if is_drawn else written), *replace(terms, pair=False).write()]


def _name(word: str) -> str:
    return word.partition("=")[0]


def new_boards_response(
    context: Context, boards: Sequence[Board], to: str, comment: str = "", *, chosen: bool = False
) -> Response:
    """Returns the response to the player who started these boards, and the notifications.

    `to`: that player's userid, empty in the shell. `comment`: that player's comment. `chosen`: the
    start was set by hand.
    """
    written = {"writer": to, "comment": comment} if to and comment else {}
    snapshots = [
        _snapshot(context, board, chosen=chosen).model_copy(update=written) for board in boards
    ]
    notifications = tuple(
        notification
        for board, snapshot in zip(boards, snapshots, strict=True)
        for notification in context.notifications_of(board, snapshot)
    )
    return Response(_content(boards, snapshots, to), _data(boards), notifications)


def _content(boards: Sequence[Board], snapshots: Sequence[BoardSnapshot], to: str) -> Content:
    addressed = [snapshot.model_copy(update={"to": to}) for snapshot in snapshots]
    if len(addressed) == 1:
        return addressed[0]
    parts = tuple(zip(map(_title, boards), addressed, strict=True))
    count = "two" if len(boards) == 2 else str(len(boards))
    return MessageBatch(subject=f"{boards[0].game.title}: {count} boards", parts=parts)


def _snapshot(context: Context, board: Board, *, chosen: bool) -> BoardSnapshot:
    note = start_note(context, board.match, board.terms, DECLINE)
    opening = f"{_opening_sentence(board)}{CHOSEN_START if chosen else ''}"
    content = context.snapshot(board, news=f"{opening} {note}".strip())
    return content.model_copy(update={"new": True, "deadline_changed": True})


def _title(board: Board) -> str:
    return f"{board.game.title} Board {board.number}"


def _opening_sentence(board: Board) -> str:
    seats = [
        f"{player.userid} is {seat.name}"
        for player, seat in zip(board.players, board.game.seats, strict=True)
    ]
    return f"A new game begins: {listing(seats)}.{HINTS if board.terms.hints else ''}"


def _data(boards: Sequence[Board]) -> dict[str, Any]:
    data: dict[str, Any] = {"game": boards[0].game.name, "board": boards[0].number}
    if len(boards) > 1:
        data["boards"] = [board.number for board in boards]
    return data
