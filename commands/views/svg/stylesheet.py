"""The style sheet of drawings, with the colours of the mails."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from commands.views.html.colours import (
    BY_SEAT,
    BY_WORD,
    CLOSED,
    DISC_BLEND,
    INK,
    LAST_EDGE,
    LAST_MOVE,
    LINK,
    SIGN_BLEND,
    SQUARES,
    TARGETS,
    TRAIL_INKS,
    TRAILS,
    TRAPPED,
    TRAPPED_EDGE,
    WHITE,
    PieceColours,
    mix,
)

RULES = Path(__file__).parent / "board.css"
BLACK = "#000000"
SQUARES_DIMMED, INKS_DIMMED = 0.12, 0.15
"""The parts of black in squares, and in the lines and edges on them, on dark pages."""
LABELS = ("#5f6368", "#b0b4ba")
"""The colours of labels, on light and on dark pages."""
OUTLINED = "white"
"""The colour whose signs are outlined."""
PARTS = ("disc", "edge", "rim", "side", "fill", "line", "letter")
RIM_BLEND, SIDE_BLEND = 0.45, 0.18
"""The parts of the sign's colour in the rims of dark stones, and in the sides of all."""


def stylesheet() -> str:
    """Returns the rules of the colours for light and dark pages, and the rules of the shapes."""
    light, dark = (_declarations(properties(dark=dark)) for dark in (False, True))
    colours = (
        f":root {{\n{light}}}\n@media (prefers-color-scheme: dark) {{\n:root {{\n{dark}}}\n}}\n"
    )
    return colours + "".join(_piece_rules()) + RULES.read_text(encoding="utf-8")


def properties(*, dark: bool) -> dict[str, str]:
    """Returns the custom properties of light or dark pages."""
    squares = {
        "light": SQUARES[0],
        "dark": SQUARES[1],
        "last-light": LAST_MOVE[0],
        "last-dark": LAST_MOVE[1],
        "target-light": TARGETS[0],
        "target-dark": TARGETS[1],
        "trapped": TRAPPED,
        "closed": CLOSED,
        **{f"trail-{seat}": colour for seat, colour in enumerate(TRAILS)},
    }
    inks = {
        "ink": INK,
        "name": LINK,
        "last-edge": LAST_EDGE,
        "trapped-edge": TRAPPED_EDGE,
        **{f"trail-ink-{seat}": colour for seat, colour in enumerate(TRAIL_INKS)},
    }
    shown = _dimmed(squares, SQUARES_DIMMED * dark)
    pieces = {
        f"{name}-{part}": colour
        for name, colours in piece_colours().items()
        for part, colour in _parts(name, colours, shown["dark"], INKS_DIMMED * dark).items()
    }
    label = {"label": LABELS[dark]}
    whole = shown | _dimmed(inks, INKS_DIMMED * dark) | label | pieces
    return {f"--board-{name}": colour for name, colour in whole.items()}


def _dimmed(colours: Mapping[str, str], share: float) -> dict[str, str]:
    return {name: mix(colour, BLACK, share) for name, colour in colours.items()}


def piece_colours() -> Mapping[str, PieceColours]:
    """Returns the colours of pieces by their class."""
    return BY_WORD | {f"seat-{seat}": colours for seat, colours in enumerate(BY_SEAT)}


def _parts(name: str, colours: PieceColours, square: str, dimmed: float) -> dict[str, str]:
    """Returns the colours of a piece's parts, and of a pale piece's on this square."""
    own = PieceColours(colours.disc, colours.sign, mix(colours.edge, BLACK, dimmed))
    pale = PieceColours(
        mix(own.disc, square, DISC_BLEND),
        mix(own.sign, square, SIGN_BLEND),
        mix(own.edge, square, SIGN_BLEND),
    )
    dark = colours.sign == WHITE
    return _drawn(name, own, dark=dark) | {
        f"pale-{part}": colour for part, colour in _drawn(name, pale, dark=dark).items()
    }


def _drawn(name: str, colours: PieceColours, *, dark: bool) -> dict[str, str]:
    """Returns the colours as they are used; `dark`: stones need rims that are lighter."""
    outlined = name == OUTLINED
    return {
        "disc": colours.disc,
        "edge": colours.edge,
        "rim": mix(colours.disc, colours.sign, RIM_BLEND) if dark else colours.edge,
        "side": mix(colours.disc, colours.sign, SIDE_BLEND),
        "fill": colours.disc if outlined else colours.sign,
        "line": colours.sign if outlined else colours.disc,
        "letter": colours.sign,
    }


def _piece_rules() -> Iterator[str]:
    """Yields the rules that give each piece its colours."""
    for name in piece_colours():
        for pale in ("", "pale"):
            selector = ".".join(filter(None, (f".board .{name}", pale)))
            colour = "-".join(filter(None, (name, pale)))
            rules = " ".join(f"--{part}: var(--board-{colour}-{part});" for part in PARTS)
            yield f"{selector} {{ {rules} }}\n"


def _declarations(values: Mapping[str, str]) -> str:
    return "".join(f"  {name}: {colour};\n" for name, colour in values.items())
