"""Proofs of Trailblazer as a race. It doesn't matter which player owns a trail."""

from collections.abc import Iterator

from pbm.games.trailblazer import SMALLEST, Position
from pbm.proofs.knowledge import Knowledge
from pbm.proofs.search.race import Race, diagonal, race_text

MAX_SOLVED = 9
"""Maximum number of rows of a board whose start can be solved."""


class TrailblazerKnowledge(Knowledge):
    """How to prove values of Trailblazer. Each player's goal is the other player's start."""

    def starts(self) -> Iterator[str]:
        """Yields the board sizes whose starts can be proved."""
        for size in range(SMALLEST, MAX_SOLVED + 1):
            yield f"-size={size}"

    def race(self, position: Position) -> Race:
        """Returns the race. All cells that nobody has entered are free."""
        board, cells, _, turn, _ = position
        free = _free(position)
        goals = 1 << board.starts[1 - turn], 1 << board.starts[turn]
        return Race(board.steps, free, cells[turn], cells[1 - turn], *goals, diagonal(board.size))

    def text(self, position: Position) -> str:
        """Returns the turn and the rows, from the top row."""
        board, cells, _, turn, _ = position
        return race_text(turn, _free(position), cells, board.size, board.size**2)


def _free(position: Position) -> int:
    """Returns the set of cells that nobody has entered."""
    return (1 << position.board.size**2) - 1 & ~(position.paths[0] | position.paths[1])
