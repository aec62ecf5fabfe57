"""Starting boards: what challenges and pairings have in common."""

from collections.abc import Sequence
from typing import Any

from commands.context.context import Context
from commands.messages.content import BoardSnapshot, Content, MessageBatch
from commands.messages.response import Response
from commands.views.proofs import fairness
from pbm.board import Board, Player, Terms
from pbm.match import Match
from pbm.wording import listing

HINTS = " There may be hints on this board: whoever makes a move agrees to that."


def create_board(context: Context, players: Sequence[Player], match: Match, terms: Terms) -> Board:
    """A new board for these players, in the order of its seats."""
    board = context.work.boards.open(players, match, terms, context.now())
    context.current_board = board
    return board


def new_boards_response(
    context: Context, boards: Sequence[Board], to: str, comment: str = ""
) -> Response:
    """The answer to whoever began these boards, and what their players are told.

    `comment`: what whoever began them wrote.
    """
    written = {"writer": to, "comment": comment} if to and comment else {}
    content = [_snapshot(context, board).model_copy(update=written) for board in boards]
    pairs = zip(boards, content, strict=True)
    notifications = tuple(
        notification
        for board, each in pairs
        for notification in context.notifications_of(board, each)
    )
    return Response(_content(boards, content, to), _data(boards), notifications)


def _content(boards: Sequence[Board], told: Sequence[BoardSnapshot], to: str) -> Content:
    own = [content.model_copy(update={"to": to}) for content in told]
    content = tuple(zip(map(_title, boards), own, strict=True))
    if len(content) == 1:
        return content[0][1]
    count = "two" if len(boards) == 2 else str(len(boards))
    return MessageBatch(subject=f"{boards[0].game.title}: {count} boards", parts=content)


def _snapshot(context: Context, board: Board) -> BoardSnapshot:
    content = context.snapshot(
        board, news=f"{_opening_sentence(board)}{_proved_note(context, board)}"
    )
    return content.model_copy(update={"new": True})


def _proved_note(context: Context, board: Board) -> str:
    """What is known of its start, unless both players have the better side once."""
    proof = None if board.terms.pair else context.prover.known(board.match)
    return f" {fairness(board.match, proof)}" if proof else ""


def _title(board: Board) -> str:
    return f"{board.game.title} Board {board.number}"


def _opening_sentence(board: Board) -> str:
    seats = [
        f"{player.userid} plays {seat.name}"
        for player, seat in zip(board.players, board.game.seats, strict=True)
    ]
    return (
        f"A new game begins: {listing(seats)}. "
        "Whoever doesn't want it resigns before their first move."
        f"{HINTS if board.terms.hints else ''}"
    )


def _data(boards: Sequence[Board]) -> dict[str, Any]:
    data: dict[str, Any] = {"game": boards[0].game.name, "board": boards[0].number}
    if len(boards) > 1:
        data["boards"] = [board.number for board in boards]
    return data
