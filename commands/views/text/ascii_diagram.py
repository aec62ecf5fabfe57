"""Draws diagrams as plain text."""

from commands.views.cropping import crop
from commands.views.text.hexagon_text import hexagon_lines
from pbm.diagram import GAP, Diagram, Layer
from pbm.look import Style
from pbm.wording import filled

MAX_WIDTH = 78
MAX_HEIGHT = 40
CROPPED = f"{GAP} marks rows and columns that aren't shown. The record has all the moves."
BETWEEN = "    "
"""Separates layers that are drawn side by side."""


def render_ascii(diagram: Diagram) -> str:
    """Returns all layers, side by side if they fit, followed by the hands and notes."""
    layers = [_fit(layer) for layer in diagram.layers]
    rows: list[list[list[str]]] = []
    for layer in layers:
        block = _block(layer)
        if rows and _width([*rows[-1], block]) <= MAX_WIDTH:
            rows[-1].append(block)
        else:
            rows.append([block])
    cropped = () if layers == list(diagram.layers) else (CROPPED,)
    notes = (filled(note) for note in (*diagram.notes, *diagram.text_notes, *cropped))
    hands = ["\n".join(filled(hand.text) for hand in diagram.hands)] if diagram.hands else []
    return "\n\n".join([*("\n".join(_beside(row)) for row in rows), *hands, *notes])


def _fit(layer: Layer) -> Layer:
    """Crops a layer to the size that fits an email."""
    margins = 6 + 2 * max(len(label) for label in layer.rows)
    columns = (MAX_WIDTH - margins) // (_cell_width(layer) + 1)
    if layer.style is Style.HEXAGONS:  # Shifted rows make a board up to half as wide again.
        columns = columns * 2 // 3
        return crop(layer, columns, columns)
    return crop(layer, columns, MAX_HEIGHT)


def _cell_width(layer: Layer) -> int:
    texts = (cell.text for row in layer.cells for cell in row if cell)
    return max(map(len, (*texts, *layer.columns)))


def _block(layer: Layer) -> list[str]:
    """Returns the lines of a layer with labels on all four sides."""
    if layer.style is Style.HEXAGONS:
        title = [f"  {layer.title}", ""] if layer.title else []
        return [*title, *hexagon_lines(layer, _cell_width(layer))]
    cells = [[cell.text if cell else "" for cell in row] for row in layer.cells]
    width = _cell_width(layer)
    margin = max(len(label) for label in layer.rows)
    files = " " * (margin + 4) + " ".join(label.ljust(width) for label in layer.columns)
    ranks = [
        f"  {label.rjust(margin)}  {' '.join(text.ljust(width) for text in row)}  {label}"
        for label, row in zip(layer.rows, cells, strict=True)
    ]
    title = [f"  {layer.title}", ""] if layer.title else []
    return [line.rstrip() for line in [*title, files, "", *ranks, "", files]]


def _beside(blocks: list[list[str]]) -> list[str]:
    """Joins blocks of lines side by side."""
    height = max(len(block) for block in blocks)
    padded = [_padded(block, height) for block in blocks]
    return [BETWEEN.join(line).rstrip() for line in zip(*padded, strict=True)]


def _padded(block: list[str], height: int) -> list[str]:
    """Pads a block to a height.

    The blank lines are added below the block's title, so that the titles and the last ranks of
    neighboring blocks align.
    """
    width = max(len(line) for line in block)
    padded = [block[0], *[""] * (height - len(block)), *block[1:]]
    return [line.ljust(width) for line in padded]


def _width(blocks: list[list[str]]) -> int:
    return sum(max(len(line) for line in block) for block in blocks) + len(BETWEEN) * (
        len(blocks) - 1
    )
