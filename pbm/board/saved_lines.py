"""Lines of moves that a player saves on a board, and the tree that they form."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from pbm.errors import UserError
from pbm.match.match import NO_TIME, Match

DIGEST_LETTERS = 16


@dataclass(frozen=True, slots=True)
class SavedLine:
    """A named line of moves. It begins at the position in which the player saved it."""

    name: str
    start: int
    """Number of moves played before the line."""
    before: str
    """Digest of the moves before the line."""
    moves: tuple[str, ...]
    """Moves of the line in canonical notation."""

    @classmethod
    def after(cls, match: Match, name: str, moves: Sequence[str]) -> "SavedLine":
        """Returns a line that begins in the current position of the match."""
        return cls(name, match.ply, _digest(match.moves), tuple(moves))


@dataclass(frozen=True, slots=True)
class LineState:
    """The state of a saved line: how much of it was played, and whether it can continue."""

    line: SavedLine
    played: int = 0
    """Number of its moves that have been played."""
    after: Match | None = None
    """The match after all its moves. None if the line no longer fits the board."""
    reason: str = ""
    """Reason, as a clause, why the line no longer fits the board. Empty if the line fits."""

    @property
    def left(self) -> tuple[str, ...]:
        """The moves that haven't been played."""
        return self.line.moves[self.played :]


def line_state(match: Match, line: SavedLine) -> LineState:
    """Returns the state of a line on a board with this match."""
    if match.ply < line.start or _digest(match.moves[: line.start]) != line.before:
        return LineState(line, reason="the moves before it were taken back")
    since = match.moves[line.start :]
    pairs = zip(since, line.moves, strict=False)
    for number, (played_move, planned) in enumerate(pairs, line.start + 1):
        if played_move != planned:
            return LineState(line, reason=f"move {number} was {played_move}, not {planned}")
    played = min(len(since), len(line.moves))
    if played == len(line.moves):
        return LineState(line, played, reason="all its moves were played")
    after = match
    for move in line.moves[played:]:
        try:
            after = after.play(move, NO_TIME, "-")
        except UserError:
            return LineState(line, played, reason=f"{move} is no longer possible")
    return LineState(line, played, after)


def _digest(moves: Sequence[str]) -> str:
    return hashlib.sha256("\n".join(moves).encode()).hexdigest()[:DIGEST_LETTERS]


@dataclass(frozen=True, slots=True)
class Branch:
    """Moves that several lines have in common, followed by the branches where they differ."""

    moves: tuple[str, ...]
    names: tuple[str, ...]
    """Names of the lines that end with these moves."""
    branches: tuple["Branch", ...]


def line_tree(lines: Sequence[tuple[str, tuple[str, ...]]]) -> tuple[Branch, ...]:
    """Returns the tree of lines. Each line is a pair of a name and its moves."""
    by_move: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
    for name, moves in lines:
        by_move.setdefault(moves[0], []).append((name, moves))
    return tuple(map(_branch, by_move.values()))


def _branch(lines: Sequence[tuple[str, tuple[str, ...]]]) -> Branch:
    columns = zip(*(moves for _, moves in lines), strict=False)
    common = next((at for at, column in enumerate(columns) if len(set(column)) > 1), None)
    length = min(len(moves) for _, moves in lines) if common is None else common
    names = tuple(name for name, moves in lines if len(moves) == length)
    rest = [(name, moves[length:]) for name, moves in lines if len(moves) > length]
    return Branch(lines[0][1][:length], names, line_tree(rest))
