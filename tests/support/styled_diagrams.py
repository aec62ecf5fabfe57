"""Small diagrams in every style of board, with every shape of piece."""

from pbm.diagram import Cell, Diagram, Hand, Layer
from pbm.geometry.squares import file_name
from pbm.look import Shape, Style

FIGURES = {"k": "king", "q": "queen", "r": "rook", "b": "bishop", "n": "knight", "p": "pawn"}


def styled(style, rows, shape=Shape.STONE, *, colours=("black", "white"), sides=()):
    """Returns a diagram of these rows, with spaces where the board has no square.

    Lower-case letters are pieces of the second colour, capitals of the first.
    """
    columns = tuple(map(file_name, range(len(rows[0]))))
    labels = tuple(str(len(rows) - row) for row in range(len(rows)))
    cells = tuple(
        tuple(
            None if text == " " else _cell(text, f"{column}{label}", shape, colours)
            for column, text in zip(columns, row, strict=True)
        )
        for label, row in zip(labels, rows, strict=True)
    )
    return Diagram((Layer(columns, labels, cells, style=style, sides=sides),))


def _cell(text, square, shape, colours):
    if text == ".":
        return Cell(square, text)
    seat = int(text.islower())
    kind = FIGURES.get(text.lower(), "man")
    sign = text.upper() if shape is Shape.RING else ""
    return Cell(square, text, f"{colours[seat]} {kind}", seat, True, shape=shape, sign=sign)


def _wedges():
    up = Cell("a1", "P", "black pawn", 0, True, shape=Shape.PENTAGON, sign="P")
    down = Cell("a2", "+r", "white dragon", 1, True, shape=Shape.PENTAGON_DOWN, sign="+R")
    rows = ((down, Cell("b2", ".")), (up, Cell("b1", ".")))
    board = Layer(("a", "b"), ("2", "1"), rows, style=Style.SQUARES)
    return Diagram((board,), hands=(Hand("Black's hand", ((up, 2),)),))


STYLED = {
    "chess": styled(Style.CHECKERED, ("rnbqk", "ppp..", "...PP", "KQBNR"), Shape.FIGURE),
    "draughts": styled(Style.CHECKERED, (".x.k", "K.X."), Shape.DRAUGHT),
    "shogi": _wedges(),
    "othello": styled(Style.GREEN, ("....", ".Xx.", ".xX.", "....")),
    "connect four": styled(Style.HOLES, ("...", ".X.", "xXx"), colours=("red", "yellow")),
    "go": styled(Style.INTERSECTIONS, ("." * 9, "..Xx.....", *["." * 9] * 7)),
    "xiangqi": styled(
        Style.RIVER,
        ("RHEAKAEHR", *["." * 9] * 8, "rheakaehr"),
        Shape.RING,
        colours=("red", "black"),
    ),
    "hex": styled(
        Style.HEXAGONS, ("..X", ".x.", "X.."), sides=("black", "white", "black", "white")
    ),
    "havannah": styled(Style.HEXAGONS, ("  X..", " .x..", "....X", "x... ", ".X.  ")),
}
