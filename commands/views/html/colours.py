"""The colours of squares, each with its own background, to be readable in light and dark modes."""

from dataclasses import dataclass

from pbm.diagram import Cell


@dataclass(frozen=True, slots=True)
class Colours:
    """The background colour of a square, and the colour of its text."""

    ground: str
    ink: str


EMPTY = Colours("#f1e9d6", "#2b2517")
UNSUPPORTED = Colours("#d6cdb8", "#2b2517")
SHUT = Colours("#a89f8e", "#2b2517")
BY_WORD = {
    "white": Colours("#ffffff", "#000000"),
    "black": Colours("#262626", "#ffffff"),
    "red": Colours("#b3261e", "#ffffff"),
    "green": Colours("#1b6e2d", "#ffffff"),
    "blue": Colours("#1d4ed8", "#ffffff"),
}
BY_SEAT = (Colours("#1d4ed8", "#ffffff"), Colours("#b3261e", "#ffffff"))
TRAILS = (Colours("#c3d4f5", "#16348a"), Colours("#f3c9c5", "#7d1a14"))


def colours(cell: Cell) -> Colours:
    """Returns the colours by the first of its words, else by its seat; pale ones without words."""
    if not cell.words:
        return UNSUPPORTED if cell.marks else EMPTY
    if not cell.piece:
        return SHUT if cell.seat is None else TRAILS[cell.seat % len(TRAILS)]
    called = cell.words.partition(" ")[0]
    return BY_WORD.get(called) or BY_SEAT[(cell.seat or 0) % len(BY_SEAT)]
