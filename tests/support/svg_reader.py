"""Drawings, read as a browser reads them."""

import re
from dataclasses import dataclass, field
from xml.etree import ElementTree as ET

from commands.views.board_view import highlights_of, targets_of
from commands.views.highlights import Highlights
from commands.views.svg.drawing import Drawing

NUMBER = r"-?[\d.]+"
RUN = re.compile(rf"M({NUMBER}) ({NUMBER})h({NUMBER})")
SHAPES = {"knight": "N", "king": "K"}


@dataclass
class DrawnPiece:
    """A piece of a drawing."""

    shape: str
    classes: set
    x: float
    y: float
    factor: float = 1

    @property
    def place(self):
        """The row and the column of its square."""
        return round(self.y / 10), round(self.x / 10)


@dataclass
class DrawnPage:
    """The definitions and a picture."""

    diagram: object
    highlights: Highlights = field(default_factory=Highlights)
    title: str = "The board"
    text: str = ""

    def __post_init__(self):
        drawing = Drawing((self.diagram,))
        self.definitions = str(drawing.definitions())
        self.picture = str(
            drawing.picture(
                self.diagram,
                self.highlights,
                key="move-1",
                title=self.title,
                description=self.text,
            )
        )
        self.source = f"<main>{self.definitions}{self.picture}</main>"
        self.root = ET.fromstring(self.source)
        self.panels = self.root.findall("div/svg")

    @property
    def ids(self):
        return [each.get("id") for each in self.root.iter() if each.get("id")]

    @property
    def references(self):
        """The identifiers that are referred to."""
        return {
            found
            for pair in re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', self.source)
            for found in pair
        } - {""}

    @property
    def classes(self):
        return {word for each in self.root.iter() for word in (each.get("class") or "").split()}

    def frame(self, panel):
        """Returns the empty board of a drawing."""
        names = [use.get("href")[1:] for use in panel.findall("use")]
        name = next(name for name in names if name.startswith("board-"))
        return next(each for each in self.root.iter("g") if each.get("id") == name)


def page_of(match):
    """Returns the picture of a match with all marks."""
    one_piece = [*match.legal_by_piece] == [""]
    marked = highlights_of(match, targets=targets_of(match) if one_piece else frozenset())
    return DrawnPage(match.game.diagram(match.state.position), marked)


def pieces(element, x=0.0, y=0.0, classes=frozenset()):
    """Yields the pieces in an element, but not those below a level."""
    words = classes | set((element.get("class") or "").split())
    if "below" in words:
        return
    moved = _moved(element.get("transform"))
    x, y = x + moved[0], y + moved[1]
    name = (element.get("href") or "").removeprefix("#")
    if element.tag == "use" and not name.startswith("board-") and name != "cross":
        at = float(element.get("x", 0)) + x, float(element.get("y", 0)) + y
        yield DrawnPiece(name, words, *at, moved[2])
    for child in element:
        yield from pieces(child, x, y, words)


def _moved(transform):
    found = re.fullmatch(
        rf"translate\(({NUMBER}) ({NUMBER})\)(?: scale\(({NUMBER})\))?", transform or ""
    )
    return (float(found[1]), float(found[2]), float(found[3] or 1)) if found else (0, 0, 1)


def squares(path):
    """Returns the rows and columns of the squares that a path covers."""
    return {
        ((float(y) - 5) / 10, float(x) / 10 + step)
        for x, y, length in RUN.findall(path.get("d"))
        for step in range(round(float(length) / 10))
    }


def coloured(panel, kind):
    """Returns the rows and columns of the squares of a drawing that have this colour."""
    paths = (path for path in panel.iter("path") if "square" in (path.get("class") or "").split())
    return {place for path in paths if kind in path.get("class").split() for place in squares(path)}


def cells(layer):
    """Returns the squares of a layer by row and column."""
    return {
        (row, column): cell
        for row, line in enumerate(layer.cells)
        for column, cell in enumerate(line)
        if cell
    }


def shape(cell):
    """Returns the beginning of the name of a piece's shape."""
    word = cell.words.replace(",", "").split()[-1 if "pinned" not in cell.words else -2]
    return SHAPES.get(word, cell.text)
