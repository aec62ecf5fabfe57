"""The base of games in which pieces move from square to square on a board of eight rows."""

import re
from collections.abc import Iterable
from typing import ClassVar, TypeVar

from pbm.classics.boards import EMPTY, flat, rectangle
from pbm.classics.position import Position
from pbm.classics.spiel_game import Move, SpielGame
from pbm.diagram import Cell, Diagram
from pbm.look import Shape

Options = TypeVar("Options")
COLUMNS, ROWS = "abcdefgh", "87654321"
SQUARE = re.compile("[a-h][1-8]")
KEY = re.compile("(?:[a-h][1-8])+")


class SteppingGame(SpielGame[Options]):
    """A game of pieces that move."""

    signs: ClassVar[tuple[str, str]]
    """The characters of the first and the second seat's pieces in OpenSpiel's text."""
    text_rows: ClassVar[str] = ROWS
    """The rows in the order of OpenSpiel's text."""

    def looks_like_move(self, key: str) -> bool:
        return bool(KEY.fullmatch(key))

    def spellings(self, position: Position, move: Move) -> Iterable[str]:
        """Yields all squares, the first and the last one, and the last one."""
        squares = SQUARE.findall(self.write(position, move))
        yield "".join(squares)
        yield squares[0] + squares[-1]
        yield squares[-1]

    def mover_square(self, position: Position, move: Move) -> str:
        return self.write(position, move)[:2]

    def why_illegal(self, position: Position, key: str) -> str:
        side, signs = self.to_move(position) or 0, self.occupied(position)
        name, squares = self.seats[side].name, SQUARE.findall(key)
        if len(squares) == 1:
            return f"No {name.lower()} piece can move to {key}."
        if signs.get(squares[0], EMPTY) not in self.signs[side]:
            return f"{name} has no piece on {squares[0]}."
        return f"The piece on {squares[0]} can't move to {squares[-1]}."

    def occupied(self, position: Position) -> dict[str, str]:
        """Returns the sign of the piece on each occupied square, in OpenSpiel's text."""
        lines = [line[1:] for line in str(position.state).splitlines()[: len(ROWS)]]
        return {
            f"{column}{row}": sign
            for row, line in zip(self.text_rows, lines, strict=True)
            for column, sign in zip(COLUMNS, line, strict=True)
            if sign in "".join(self.signs)
        }

    def diagram(self, position: Position) -> Diagram:
        signs = self.occupied(position)

        def cell(_column: int, _row: int, square: str) -> Cell:
            sign = signs.get(square)
            return self.cell(square, sign) if sign else Cell(square, EMPTY)

        return flat(rectangle(COLUMNS, ROWS, cell))

    def cell(self, square: str, sign: str) -> Cell:
        """Returns the cell of a piece."""
        seat = 0 if sign in self.signs[0] else 1
        side = self.seats[seat]
        words = f"{side.name.lower()} piece"
        return Cell(square, side.sign, words, seat, piece=True, shape=Shape.STONE)
