"""Starting boards: what challenges and pairings have in common."""

from collections.abc import Sequence
from typing import Any

from commands.context.context import Session
from commands.messages.content import BoardSaid, Said, Several
from commands.messages.response import Answer
from commands.views.proofs import fairness
from pbm.board import Board, Player, Terms
from pbm.match import Match
from pbm.wording import listing

HINTS = " There may be hints on this board: whoever makes a move agrees to that."


def open_board(session: Session, players: Sequence[Player], match: Match, terms: Terms) -> Board:
    """A new board for these players, in the order of its seats."""
    board = session.work.boards.open(players, match, terms, session.now())
    session.about = board
    return board


def opened(session: Session, boards: Sequence[Board], to: str, comment: str = "") -> Answer:
    """The answer to whoever began these boards, and what their players are told.

    `comment`: what whoever began them wrote.
    """
    written = {"writer": to, "comment": comment} if to and comment else {}
    said = [_said(session, board).model_copy(update=written) for board in boards]
    pairs = zip(boards, said, strict=True)
    notices = tuple(notice for board, each in pairs for notice in session.tell(board, each))
    return Answer(_answer(boards, said, to), _data(boards), notices)


def _answer(boards: Sequence[Board], told: Sequence[BoardSaid], to: str) -> Said:
    own = [said.model_copy(update={"to": to}) for said in told]
    said = tuple(zip(map(_title, boards), own, strict=True))
    if len(said) == 1:
        return said[0][1]
    count = "two" if len(boards) == 2 else str(len(boards))
    return Several(subject=f"{boards[0].game.title}: {count} boards", parts=said)


def _said(session: Session, board: Board) -> BoardSaid:
    said = session.said_of(board, news=f"{_news(board)}{_proved(session, board)}")
    return said.model_copy(update={"new": True})


def _proved(session: Session, board: Board) -> str:
    """What is known of its start, unless both players have the better side once."""
    proof = None if board.terms.pair else session.prover.known(board.match)
    return f" {fairness(board.match, proof)}" if proof else ""


def _title(board: Board) -> str:
    return f"{board.game.title} Board {board.number}"


def _news(board: Board) -> str:
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
