"""The tables of a board, as values for the template."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from markupsafe import Markup

from commands.views.html.boards.pieces import Piece
from commands.views.html.colours import INK
from commands.views.html.page import macro

SMALLEST_FONT = 12
MANY_STONES = 100
MAX_CACHED_CELLS = 4096
"""Number of squares whose HTML is cached. Many boards contain identical squares."""


@dataclass(frozen=True, slots=True)
class Square:
    """One cell of the table."""

    colour: str
    """Background color. Empty where the board has no square."""
    piece: Piece | None = None
    text: str = ""
    title: str = ""
    href: str = ""
    name: str = ""
    """Name of the link for screen readers, unless the cell has a piece."""
    quiet: bool = False
    """Whether the link isn't highlighted, because most empty squares are links."""
    span: int = 1
    """Number of table rows and columns that the cell covers."""
    ink: str = INK
    flat: bool = False
    """Whether it covers a single row, although it covers several columns."""
    is_label: bool = False
    """Whether it is the label of a row or column of hexagons."""
    bare: bool = False
    """Whether its text has the color and size of the table."""

    @property
    def is_space(self) -> bool:
        """Whether it is the room next to a shifted row of hexagons."""
        return self.flat and not (self.colour or self.text)

    @property
    def is_stone(self) -> bool:
        """Whether its HTML is short, because a board may have hundreds of stones."""
        return bool(self.piece and self.piece.is_stone and not self.href)

    @property
    def is_usual_stone(self) -> bool:
        return bool(self.is_stone and self.piece and self.piece.edge_width == 1)

    @property
    def plain(self) -> bool:
        """Whether the cell has nothing but its color."""
        return not (self.title or self.text or self.piece or self.href) and self.span == 1


@dataclass(frozen=True)
class Grid:
    """A layer of the board, as values for the template."""

    title: str
    columns: tuple[tuple[str, int], ...]
    """The label of each column, with the number of table columns that it covers."""
    rows: tuple[tuple[tuple[str, int] | None, tuple[Square | None, ...]], ...]
    """The rows. Each has a label with the number of table rows that it covers, and its cells. The
    label is None if the label of the row above covers this row. A cell is None if another cell
    covers its place.
    """
    size: int
    """Size of a square in pixels."""
    unit: int
    """Size of a table row or column in pixels."""
    wide_size: int = 0
    """Size of a square in pixels on wide screens. It is 0 if it doesn't differ."""
    cropped: bool = False
    background: str = ""
    """The background of the table with the board's lines. Its labels are on it, too."""
    bricks: int = 0
    """The number of table columns, if they are half cells of hexagons."""

    def squares(self) -> Iterator[Square]:
        return (square for _, squares in self.rows for square in squares if square)

    def cells(self, squares: Sequence[Square | None]) -> Markup:
        """Returns the HTML of the cells of a row."""
        return Markup("".join([self._cell(square) for square in squares if square]))  # noqa: S704 - ours

    def _cell(self, square: Square) -> Markup:
        if square.href:  # A link belongs to one reader, so its cell isn't cached.
            return _cell.__wrapped__(square, self.size, wide=bool(self.wide_size))
        return _cell(square, self.size, short=self.has_many_stones and square.is_usual_stone)

    @cached_property
    def has_many_stones(self) -> bool:
        """Whether the HTML of each stone must be very short."""
        squares = [*self.squares()]
        return len(squares) > MANY_STONES and sum(each.is_stone for each in squares) > MANY_STONES

    @property
    def has_quiet_links(self) -> bool:
        return any(square.quiet for square in self.squares())

    @property
    def row_height(self) -> int:
        """Height of a table row in pixels."""
        return self.size if self.bricks else self.unit

    @property
    def label_font(self) -> int:
        """Font size in pixels of row and column labels and of the names of squares."""
        return max(self.size // 4, SMALLEST_FONT)


@lru_cache(MAX_CACHED_CELLS)
def _cell(square: Square, size: int, *, wide: bool = False, short: bool = False) -> Markup:
    """Returns the HTML of a cell.

    `size`: the size of a square in pixels.
    `wide`: whether it is larger on wide screens.
    `short`: whether a class of the page has the style of its piece.
    """
    disc, font = size * 4 // 5, size * 3 // 5
    if square.piece and square.piece.is_figure:
        font = disc
    sizes = {"size": size, "disc": disc, "font": font}
    text_font = max(font * 2 // 3, SMALLEST_FONT)
    return macro("square", square=square, wide=wide, short=short, text_font=text_font, **sizes)
