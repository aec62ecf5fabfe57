"""The base of games in which a move puts a piece on an empty square."""

import re
from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any, ClassVar, TypeVar

from pbm.classics.boards import EMPTY, flat, rectangle
from pbm.classics.position import Position
from pbm.classics.spiel_game import Move, SpielGame
from pbm.diagram import Cell, Diagram, Layer
from pbm.look import Shape, Style

Options = TypeVar("Options")
SQUARE = re.compile("[a-z][0-9]{1,2}")
WITHOUT_SQUARE = {"pass": "passes.", "swap": "swaps."}
"""Moves that aren't squares, in the games that have them, and the sentences about them."""
SENTENCE = re.compile(r"(?:i(?:'ll| will)? )?(pass|swap)\W*")


class PlacementGame(SpielGame[Options]):
    """A game of pieces that are put on the board."""

    style: ClassVar[Style] = Style.INTERSECTIONS
    signs: ClassVar[str]
    """The characters of the first and the second seat's pieces in OpenSpiel's text."""
    piece: ClassVar[str] = "stone"
    sides: ClassVar[tuple[str, ...]] = ()
    """The colors of the sides of the board, if they have any."""

    @abstractmethod
    def columns(self, position: Position) -> Sequence[str]:
        """Returns the names of the columns, from the left."""

    @abstractmethod
    def rows(self, position: Position) -> Sequence[str]:
        """Returns the names of the rows, from the top."""

    def occupied(self, position: Position) -> dict[str, int]:
        """Returns the seat of the piece on each occupied square."""
        columns, rows = self.columns(position), self.rows(position)
        names = [f"{column}{row}" for row in rows for column in columns]
        text = self.board_text(position)
        if len(text) != len(names):
            raise ValueError(
                f"board_text() returns {len(text)} characters for {len(names)} squares. Define "
                "board_text() so that it returns one character for each square, row by row from "
                "the top."
            )
        found = zip(names, text, strict=True)
        return {name: self.signs.index(sign) for name, sign in found if sign in self.signs}

    def board_text(self, position: Position) -> str:
        """Returns one character for each square, row by row from the top.

        By default, this is OpenSpiel's text of the position, without spaces and line ends. Games
        whose text also contains labels or other characters must override this method.
        """
        return "".join(str(position.state).split())

    def is_square(self, position: Position, square: str) -> bool:
        """Whether the board has this square."""
        column, row = square[:1], square[1:]
        return column in self.columns(position) and row in self.rows(position)

    def key(self, text: str) -> str:
        word = SENTENCE.fullmatch(text.lower())
        return word[1] if word else super().key(text)

    def describe_move(self, position: Position, move: Move) -> str:
        written = self.write(position, move)
        return WITHOUT_SQUARE.get(written, f"plays {written}.")

    def looks_like_move(self, key: str) -> bool:
        return bool(SQUARE.fullmatch(key)) or key in WITHOUT_SQUARE

    def example_move(self, position: Position) -> str:
        columns, rows = self.columns(position), self.rows(position)
        return f"{columns[len(columns) // 2]}{rows[len(rows) // 2]}"

    def why_illegal(self, position: Position, key: str) -> str:
        if key in WITHOUT_SQUARE:
            return f"You can't {key} now."
        if not self.is_square(position, key):
            return f"{key} isn't on the board.{self._why_missing(position, key[:1])}"
        return f"{key} is occupied." if key in self.occupied(position) else ""

    def _why_missing(self, position: Position, column: str) -> str:
        """Returns a sentence about a letter that the columns of the board skip, or ""."""
        columns = self.columns(position)
        before = [each for each in columns if each < column]
        behind = [each for each in columns if each > column]
        if column in columns or not (before and behind):
            return ""
        return (
            f" There is no column {column}: the columns are {before[0]} to {before[-1]}, then "
            f"{_span(behind)}."
        )

    def diagram(self, position: Position) -> Diagram:
        occupied, squares = self.occupied(position), _squares(self, Position(position.setup))

        def cell(_column: int, _row: int, square: str) -> Cell | None:
            if square not in squares:
                return None
            seat = occupied.get(square)
            return Cell(square, EMPTY) if seat is None else self.cell(square, seat)

        return flat(self.layer(position, cell), *self.notes_on(position))

    def layer(self, position: Position, cell: Callable[[int, int, str], Cell | None]) -> Layer:
        return rectangle(self.columns(position), self.rows(position), cell, self.style, self.sides)

    def cell(self, square: str, seat: int) -> Cell:
        """Returns the cell of a piece."""
        side = self.seats[seat]
        words = f"{side.name.lower()} {self.piece}"
        return Cell(square, side.sign, words, seat, piece=True, shape=Shape.STONE)

    def notes_on(self, position: Position) -> Iterator[str]:
        """Yields notes for the diagram."""
        yield from ()

    def full_board_reason(self) -> str:
        """Returns the reason for a draw on a full board."""
        return "the board is full"


def _span(columns: Sequence[str]) -> str:
    return columns[0] if len(columns) == 1 else f"{columns[0]} to {columns[-1]}"


@lru_cache(64)
def _squares(game: PlacementGame[Any], start: Position) -> frozenset[str]:
    """Returns the squares of the board."""
    names = (f"{column}{row}" for row in game.rows(start) for column in game.columns(start))
    return frozenset(name for name in names if game.is_square(start, name))
