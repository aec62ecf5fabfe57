"""The styles of boards and the shapes of pieces that a diagram can ask for."""

from enum import StrEnum


class Style(StrEnum):
    """How the empty board is drawn."""

    CHECKERED = "checkered"
    """Squares in two shades, as in chess."""
    SQUARES = "squares"
    """Squares of one color, separated by lines, as in shogi."""
    GREEN = "green"
    """Green squares, separated by lines, as in Othello."""
    HOLES = "holes"
    """A blue board with a round hole for each square, as in Connect Four."""
    INTERSECTIONS = "intersections"
    """Lines that cross where the pieces are placed, as in Go. Square boards get star points."""
    RIVER = "river"
    """Intersections with a river across the middle and a palace at each end, as in xiangqi."""
    HEXAGONS = "hexagons"
    """Hexagons, as in Hex. Each row is drawn half a cell further right than the row above."""


class Shape(StrEnum):
    """How the body of a piece is drawn. The piece's sign is drawn on it."""

    DISC = "disc"
    FIGURE = "figure"
    """A chess figure without a disc. The sign must be a chess piece."""
    STONE = "stone"
    """A larger disc without a sign, as in Go and Othello."""
    DRAUGHT = "draught"
    """A disc with a ring, as in draughts. It has a crown if its sign is a king."""
    RING = "ring"
    """A disc with a ring and a sign in the color of the piece, as in xiangqi."""
    PENTAGON = "pentagon"
    """A wedge that points to the top of the board, as in shogi."""
    PENTAGON_DOWN = "pentagon-down"
    """A wedge that points to the bottom of the board."""

    def turn(self) -> "Shape":
        """Returns the shape on a board that is seen from the opposite side."""
        return TURNED.get(self, self)


TURNED = {Shape.PENTAGON: Shape.PENTAGON_DOWN, Shape.PENTAGON_DOWN: Shape.PENTAGON}
