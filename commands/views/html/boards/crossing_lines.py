"""Draws the lines of boards such as Go's as the background of a table.

The table has a row and a column more than the board, for its labels. Mail programs that support no
gradients show a dot on each intersection instead.
"""

from collections.abc import Iterator
from typing import NamedTuple

from commands.views.html.colours import RULE, WOOD
from pbm.look import Style

THICK = "1px"
BANK = 0.04
"""Distance of the river's background from the lines around it, in cells."""


class _Box(NamedTuple):
    """A rectangle of the table, in cells."""

    left: float
    top: float
    width: float
    height: float


class _Image(NamedTuple):
    gradient: str
    box: _Box
    repeated: str = "no-repeat"


def lines(style: Style, rows: int, columns: int) -> str:
    """Returns the CSS declarations for the background of a table.

    `rows`, `columns`: the numbers of intersections.
    """
    images = [*_images(style, rows, columns)]
    across, down = columns + 1, rows + 1
    return ";".join(
        (
            f"background-color:{WOOD}",
            f"background-image:{','.join(image.gradient for image in images)}",
            f"background-size:{','.join(_size(image.box, across, down) for image in images)}",
            f"background-position:{','.join(_place(image.box, across, down) for image in images)}",
            f"background-repeat:{','.join(image.repeated for image in images)}",
        )
    )


def _images(style: Style, rows: int, columns: int) -> Iterator[_Image]:
    """Yields the images of the background, the topmost first."""
    if style is Style.RIVER:
        yield from _river(rows, columns)
    wood = f"linear-gradient({WOOD},{WOOD})"
    # The lines cover the whole table. Wood hides them at the labels and beyond the outer lines.
    yield _Image(wood, _Box(0, 0, columns + 1, 1.5))
    yield _Image(wood, _Box(0, 0, 1.5, rows + 1))
    yield _Image(wood, _Box(0, rows + 0.55, columns + 1, 0.45))
    yield _Image(wood, _Box(columns + 0.55, 0, 0.45, rows + 1))
    for angle in ("90deg", "180deg"):
        line = f"linear-gradient({angle},{RULE} {THICK},transparent {THICK})"
        yield _Image(line, _Box(0.5, 0.5, 1, 1), "repeat")


def _river(rows: int, columns: int) -> Iterator[_Image]:
    inner = columns - 1 - 2 * BANK
    bank = rows / 2 + 0.5 + BANK
    water = _Box(1.5 + BANK, bank, inner, 1 - 2 * BANK)
    yield _Image(f"linear-gradient({WOOD},{WOOD})", water)
    for top in (1.5, rows - 1.5):
        for angle in ("45deg", "135deg"):
            stops = f"transparent 49%,{RULE} 49%,{RULE} 51%,transparent 51%"
            yield _Image(f"linear-gradient({angle},{stops})", _Box(columns / 2, top, 2, 2))


def _size(box: _Box, across: int, down: int) -> str:
    return f"{_percent(box.width / across)} {_percent(box.height / down)}"


def _place(box: _Box, across: int, down: int) -> str:
    """Returns the position. A percentage refers to the room that the box leaves in the table."""
    x, y = across - box.width, down - box.height
    return f"{_percent(box.left / x if x else 0)} {_percent(box.top / y if y else 0)}"


def _percent(share: float) -> str:
    return f"{100 * share:.4f}".rstrip("0").rstrip(".") + "%"
