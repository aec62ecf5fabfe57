"""Makes the style sheet of drawings, with the same colors as in emails."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from commands.views.html import colours

RULES = Path(__file__).parent / "board.css"
BLACK = "#000000"
SQUARES_DIMMED, INKS_DIMMED = 0.12, 0.15
"""Shares of black that are mixed into squares, and into lines and edges, on dark pages."""
LABELS = ("#5f6368", "#b0b4ba")
"""Colors of labels on light and on dark pages."""
OUTLINED = "white"
"""The color of pieces whose symbols are drawn in outline."""
PARTS = ("disc", "edge", "rim", "side", "fill", "line", "letter", "ring-disc", "ring-sign")
RIM_BLEND, SIDE_BLEND = 0.45, 0.18
"""Shares of the symbol's color that are mixed into the rims of dark stones, and into the sides of
all stones.
"""


def stylesheet() -> str:
    """Returns the style sheet: color variables for light and dark pages, and rules for shapes."""
    light, dark = (_declarations(properties(dark=dark)) for dark in (False, True))
    declared = (
        f":root {{\n{light}}}\n@media (prefers-color-scheme: dark) {{\n:root {{\n{dark}}}\n}}\n"
    )
    return declared + "".join(_piece_rules()) + RULES.read_text(encoding="utf-8")


def properties(*, dark: bool) -> dict[str, str]:
    """Returns the custom CSS properties of light or dark pages, with their values."""
    squares = {
        "light": colours.SQUARES[0],
        "dark": colours.SQUARES[1],
        "last-light": colours.LAST_MOVE[0],
        "last-dark": colours.LAST_MOVE[1],
        "target-light": colours.TARGETS[0],
        "target-dark": colours.TARGETS[1],
        "wood": colours.WOOD,
        "green": colours.GREEN,
        "blue": colours.BLUE,
        "hole": colours.HOLE,
        "trapped": colours.TRAPPED,
        "closed": colours.CLOSED,
        **{f"trail-{seat}": colour for seat, colour in enumerate(colours.TRAILS)},
    }
    inks = {
        "ink": colours.INK,
        "rule": colours.RULE,
        "name": colours.LINK,
        "last-edge": colours.LAST_EDGE,
        "trapped-edge": colours.TRAPPED_EDGE,
        **{f"trail-ink-{seat}": colour for seat, colour in enumerate(colours.TRAIL_INKS)},
    }
    square_colours = _dimmed(squares, SQUARES_DIMMED * dark)
    pieces = {
        f"{name}-{part}": colour
        for name, piece in piece_colours().items()
        for part, colour in _parts(name, piece, square_colours["dark"], INKS_DIMMED * dark).items()
    }
    label = {"label": LABELS[dark]}
    whole = square_colours | _dimmed(inks, INKS_DIMMED * dark) | label | pieces
    return {f"--board-{name}": colour for name, colour in whole.items()}


def _dimmed(inks: Mapping[str, str], share: float) -> dict[str, str]:
    return {name: colours.mix(colour, BLACK, share) for name, colour in inks.items()}


def piece_colours() -> Mapping[str, colours.PieceColours]:
    """Returns the colors of pieces, by style class."""
    return colours.BY_WORD | {f"seat-{seat}": piece for seat, piece in enumerate(colours.BY_SEAT)}


def _parts(name: str, piece: colours.PieceColours, square: str, dimmed: float) -> dict[str, str]:
    """Returns the colors of a piece's parts, in normal and in pale form.

    `square`: the color that pale pieces are blended with.
    """
    normal = colours.PieceColours(piece.disc, piece.sign, colours.mix(piece.edge, BLACK, dimmed))
    pale = colours.PieceColours(
        colours.mix(normal.disc, square, colours.DISC_BLEND),
        colours.mix(normal.sign, square, colours.SIGN_BLEND),
        colours.mix(normal.edge, square, colours.SIGN_BLEND),
    )
    dark = piece.sign == colours.WHITE
    return _drawn(name, normal, dark=dark) | {
        f"pale-{part}": colour for part, colour in _drawn(name, pale, dark=dark).items()
    }


def _drawn(name: str, piece: colours.PieceColours, *, dark: bool) -> dict[str, str]:
    """Returns a color for each part of a drawn piece.

    `dark`: whether the disc is dark, so that its rim must be lighter.
    """
    outlined, ring = name == OUTLINED, colours.ring_colours(name, piece)
    return {
        "disc": piece.disc,
        "edge": piece.edge,
        "rim": colours.mix(piece.disc, piece.sign, RIM_BLEND) if dark else piece.edge,
        "side": colours.mix(piece.disc, piece.sign, SIDE_BLEND),
        "fill": piece.disc if outlined else piece.sign,
        "line": piece.sign if outlined else piece.disc,
        "letter": piece.sign,
        "ring-disc": ring.disc,
        "ring-sign": ring.sign,
    }


def _piece_rules() -> Iterator[str]:
    """Yields the CSS rules that assign each piece its colors."""
    for name in piece_colours():
        for pale in ("", "pale"):
            selector = ".".join(filter(None, (f".board .{name}", pale)))
            colour = "-".join(filter(None, (name, pale)))
            rules = " ".join(f"--{part}: var(--board-{colour}-{part});" for part in PARTS)
            yield f"{selector} {{ {rules} }}\n"
    for name in colours.BY_WORD:
        yield f".board-border.{name} {{ stroke: var(--board-{name}-disc) }}\n"
        yield f".board-border.edge.{name} {{ stroke: var(--board-{name}-rim) }}\n"


def _declarations(values: Mapping[str, str]) -> str:
    return "".join(f"  {name}: {colour};\n" for name, colour in values.items())
