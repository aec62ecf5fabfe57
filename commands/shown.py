"""Answers that show boards: one by itself, several as a list."""

from collections.abc import Sequence
from typing import Any

from commands.answer import Answer, plain
from commands.positions import at_ply, board_data
from commands.proving.prover import Prover
from commands.proving.solving import judgement_data
from commands.said import BoardSaid, Several, about
from commands.session import Session
from commands.views.proofs import value_words
from pbm import games
from pbm.board import Board
from pbm.games import AnyGame
from pbm.refusal import NotAllowed
from pbm.work import Selector

MOST_BOARDS = 50
"""So that an answer stays below 90 KB, beyond which mail readers clip it."""


def check_number(boards: Sequence[object]) -> None:
    """Refuses to show too many at once."""
    if len(boards) > MOST_BOARDS:
        raise NotAllowed(f"At most {MOST_BOARDS} boards are shown at once.")


def selected(
    session: Session, game: AnyGame, userids: Sequence[str], selector: Selector
) -> list[Board]:
    """The newest boards of these players."""
    _, lines = session.work.boards.lines(game.name, userids, selector, MOST_BOARDS)
    return [session.board(game, line.number) for line in lines]


def show(prover: Prover, board: Board, ply: int | None) -> Answer:
    """One board, under its own subject; of one that is over also what is proved of its moves."""
    said, data = _part(board, "", ply)
    if ply is not None or not board.match.outcome:
        return Answer(said, data)
    judged = prover.judged(board.match)
    truths = tuple(value_words(value) if value else "" for value in judged.values)
    said = said.model_copy(update={"truths": truths, "mistake": judged.mistake})
    return Answer(said, data | judgement_data(judged))


def listed(title: str, found: Sequence[tuple[Board, int | None]], *, to: str = "") -> Answer:
    """Several boards, each now or after a ply, as this player sees them."""
    subject = f"List of {title} games"
    if not found:
        return plain(subject, "There are no such boards.", {"boards": []})
    parts = [_part(board, to, ply) for board, ply in found]
    named = tuple((f"{games.find(said.game).title} Board {said.number}", said) for said, _ in parts)
    return Answer(Several(subject=subject, parts=named), {"boards": [data for _, data in parts]})


def _part(board: Board, to: str, ply: int | None) -> tuple[BoardSaid, dict[str, Any]]:
    match = at_ply(board.match, ply)
    return about(board, to=to, ply=ply), board_data(board, match)
