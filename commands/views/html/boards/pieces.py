"""Pieces on squares of a board."""

from dataclasses import dataclass

from commands.views.html.boards.piece_characters import piece_sign
from commands.views.html.colours import INK, PieceColours, cell_colours
from commands.views.svg.piece_signs import kind_of
from pbm.diagram import Cell
from pbm.look import Shape

RADII = dict.fromkeys(Shape, "50%") | {
    Shape.DISC: "",
    Shape.PENTAGON: "45% 45% 10% 10%",
    Shape.PENTAGON_DOWN: "10% 10% 45% 45%",
}


@dataclass(frozen=True, slots=True)
class Piece:
    sign: str
    colours: PieceColours
    words: str
    edge: str
    """The color of the disc's edge."""
    edge_width: int = 1
    """Width of the disc's edge in pixels."""
    radius: str = ""
    """The rounding of its corners. Empty for a disc."""
    is_figure: bool = False
    """Whether its sign is as large as a disc."""

    is_stone: bool = False
    """Whether its sign is hidden."""

    @property
    def has_letters(self) -> bool:
        """Whether its sign is two letters, which must be smaller."""
        return len(self.sign) > 1 and self.sign.isascii()


def piece_of(cell: Cell, edge: str, ground: str) -> Piece:
    """Returns a piece. `edge`: a color for its edge, if it is marked. `ground`: the square's."""
    colours, words = cell_colours(cell), ", ".join(words_of(cell))
    width = 3 if edge else 1
    if cell.shape is Shape.FIGURE and kind_of(cell) and ground:
        ink = INK if cell.words.startswith("white") else colours.disc
        colours = PieceColours(ground, ink, ground)
        return Piece(piece_sign(cell), colours, words, ground, is_figure=True)
    return Piece(
        piece_sign(cell),
        colours,
        words,
        edge or colours.edge,
        width,
        radius=RADII[cell.shape],
        is_stone=cell.shape is Shape.STONE,
    )


def words_of(cell: Cell) -> tuple[str, ...]:
    """Returns the description of an occupied square and its marks."""
    marks = sorted(mark for mark in cell.marks if mark not in cell.words)
    return (cell.words, *marks) if cell.words else ()
