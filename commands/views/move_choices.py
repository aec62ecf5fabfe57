"""Choices for a reader if a position has too many legal moves to list each of them.

All of it is derived from the moves and the diagram, without support by the game's code.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from pbm.diagram import Diagram
from pbm.match.match import Match

MAX_MOVES = 60
"""Maximum number of moves that are listed one by one."""
_NAME = re.compile(r"[^\W_]+")
"""Matches a square, piece or word in the notation of a move."""

Groups = dict[str, list[str]]
"""Moves by the square of their piece, or by the words with which they begin. If they put a piece on
an empty square, it is this square. The key is empty for moves that can't be grouped.
"""


@dataclass(frozen=True, slots=True)
class Placements:
    """The moves that only put a piece on an empty square, in a game of such moves."""

    squares: tuple[str, ...]
    """The squares. Each is also the notation of its move."""
    exceptions: tuple[str, ...]
    """Empty squares on which the player can't put a piece."""
    rest: tuple[str, ...]
    """The other legal moves, such as `pass`."""

    @property
    def are_usual(self) -> bool:
        """Whether the player can put a piece on most empty squares, so none needs highlighting."""
        return len(self.squares) > len(self.exceptions)


def placements_of(match: Match, diagram: Diagram) -> Placements | None:
    """Returns the moves that put pieces on empty squares.

    Returns None if the game has none, or if pieces move to the squares that the moves name.
    """
    legal = match.legal
    empty = [cell.square for cell in diagram.cells() if not (cell.piece or cell.words)]
    squares = frozenset(match.legal_by_piece.get("", ())) & frozenset(empty)
    if not squares or _moves_piece(match, diagram, min(squares)):
        return None
    return Placements(
        tuple(move for move in legal if move in squares),
        tuple(square for square in empty if square and square not in squares),
        tuple(move for move in legal if move not in squares),
    )


def _moves_piece(match: Match, diagram: Diagram, move: str) -> bool:
    """Whether one of the mover's pieces isn't on its square after the move."""
    after = match.continued((f"move {move}",)).diagram
    return not _squares(diagram, match.to_move) <= _squares(after, match.to_move)


def _squares(diagram: Diagram, seat: int | None) -> set[str]:
    return {cell.square for cell in diagram.pieces() if cell.seat == seat}


def moves_from(match: Match, beginning: str) -> list[str]:
    """Returns the legal moves of the piece on a square, or that begin with these words.

    `beginning`: a square, or words. If empty, all moves are returned.
    """
    if not beginning:
        return match.legal
    moves = match.legal_by_piece.get(beginning)
    return moves or [move for move in match.legal if _begins(move, beginning)]


def _begins(move: str, beginning: str) -> bool:
    rest = move[len(beginning) :]
    is_cut = rest[:1].isalnum() and beginning[-1].isalnum()
    return move.startswith(beginning) and bool(rest) and not is_cut


def is_piece(match: Match, square: str) -> bool:
    """Whether the mover has a choice of pieces, and one of them is on this square."""
    return square in match.legal_by_piece and square not in _unoccupied(match)


def group_kind(match: Match, beginning: str, groups: Iterable[str]) -> str:
    """Returns the word for the groups of `grouped_moves`: beginning, square or piece.

    They are squares if the moves of a group put a piece on an empty square.
    """
    if beginning:
        return "beginning"
    return "piece" if _unoccupied(match).isdisjoint(groups) else "square"


def _unoccupied(match: Match) -> set[str]:
    """Returns the squares without a piece on any layer."""
    diagram = match.diagram
    occupied = {cell.square for cell in diagram.pieces()}
    return {cell.square for cell in diagram.cells()} - occupied - {""}


def grouped_moves(match: Match, beginning: str, left_out: Collection[str] = ()) -> Groups:
    """Returns groups of the moves that begin so: by piece, and otherwise by the next words.

    `left_out`: moves that need no group.
    """
    if beginning:
        return _by_next_words(moves_from(match, beginning), beginning)
    loose = [move for move in match.legal_by_piece.get("", ()) if move not in left_out]
    by_piece = {square: moves for square, moves in match.legal_by_piece.items() if square}
    if len(loose) > MAX_MOVES:
        return by_piece | _by_next_words(loose, "")
    return by_piece | ({"": loose} if loose else {})


def _by_next_words(moves: Sequence[str], beginning: str) -> Groups:
    """Returns the moves by their beginnings with one name more. Returns one group if all differ."""
    groups: Groups = {}
    for move in moves:
        known = len(beginning) if move.startswith(beginning) else 0
        name = _NAME.search(move, known)
        groups.setdefault(move[: name.end()] if name else move, []).append(move)
    return groups if len(groups) < len(moves) else {"": [*moves]}
