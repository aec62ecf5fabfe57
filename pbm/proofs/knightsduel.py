"""Proofs of Knight's Duel, as a race or by answering each move with the opposite square."""

from collections.abc import Iterator
from itertools import product

from pbm.games.knightsduel import LARGEST, SMALLEST, Position
from pbm.proofs.knowledge import Knowledge
from pbm.proofs.search.race import Race, diagonal, race_text

MAX_SOLVED = 63
"""Maximum number of squares of a solvable start on a board whose sides are both odd."""


class KnightsDuelKnowledge(Knowledge):
    """How to prove values of Knight's Duel.

    A player who can always answer with the opposite square never gets stuck.
    """

    def starts(self) -> Iterator[str]:
        """Yields boards with an even side, and the smallest boards without one."""
        for rows, columns in product(range(SMALLEST, LARGEST + 1), repeat=2):
            if rows * columns % 2 == 0 or rows * columns <= MAX_SOLVED:
                yield f"-rows={rows} -cols={columns}"

    def race(self, position: Position) -> Race:
        """Returns the race. All squares that haven't been removed are free."""
        board, active, knights, turn, _ = position
        mirror = diagonal(board.rows) if board.rows == board.columns else ()
        return Race(board.attacks, active, knights[turn], knights[1 - turn], mirror=mirror)

    def text(self, position: Position) -> str:
        """Returns the turn and the rows, from the first row."""
        board, active, knights, turn, _ = position
        return race_text(turn, active, knights, board.columns, board.columns * board.rows)

    def mirrored(self, position: Position) -> int | None:
        """Returns the last square if the position is point-symmetric and its middle isn't free.

        A free middle square would be its own opposite, so that a move to it would have no answer.
        The opposite of any other free square is free, too.
        """
        board, active, knights, _, _ = position
        squares = board.columns * board.rows
        middle = squares & 1 and active >> squares // 2 & 1
        if middle or sum(knights) != squares - 1 or _reflected(active, squares) != active:
            return None
        return squares - 1


def _reflected(squares: int, count: int) -> int:
    return int(f"{squares:0{count}b}"[::-1], 2)
