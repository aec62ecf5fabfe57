"""The style sheet of drawings, with the colours of the mails."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from commands.views.html import colours

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
    declared = (
        f":root {{\n{light}}}\n@media (prefers-color-scheme: dark) {{\n:root {{\n{dark}}}\n}}\n"
    )
    return declared + "".join(_piece_rules()) + RULES.read_text(encoding="utf-8")


def properties(*, dark: bool) -> dict[str, str]:
    """Returns the custom properties of light or dark pages."""
    squares = {
        "light": colours.SQUARES[0],
        "dark": colours.SQUARES[1],
        "last-light": colours.LAST_MOVE[0],
        "last-dark": colours.LAST_MOVE[1],
        "target-light": colours.TARGETS[0],
        "target-dark": colours.TARGETS[1],
        "trapped": colours.TRAPPED,
        "closed": colours.CLOSED,
        **{f"trail-{seat}": colour for seat, colour in enumerate(colours.TRAILS)},
    }
    inks = {
        "ink": colours.INK,
        "name": colours.LINK,
        "last-edge": colours.LAST_EDGE,
        "trapped-edge": colours.TRAPPED_EDGE,
        **{f"trail-ink-{seat}": colour for seat, colour in enumerate(colours.TRAIL_INKS)},
    }
    shown = _dimmed(squares, SQUARES_DIMMED * dark)
    pieces = {
        f"{name}-{part}": colour
        for name, piece in piece_colours().items()
        for part, colour in _parts(name, piece, shown["dark"], INKS_DIMMED * dark).items()
    }
    label = {"label": LABELS[dark]}
    whole = shown | _dimmed(inks, INKS_DIMMED * dark) | label | pieces
    return {f"--board-{name}": colour for name, colour in whole.items()}


def _dimmed(inks: Mapping[str, str], share: float) -> dict[str, str]:
    return {name: colours.mix(colour, BLACK, share) for name, colour in inks.items()}


def piece_colours() -> Mapping[str, colours.PieceColours]:
    """Returns the colours of pieces by their class."""
    return colours.BY_WORD | {f"seat-{seat}": piece for seat, piece in enumerate(colours.BY_SEAT)}


def _parts(name: str, piece: colours.PieceColours, square: str, dimmed: float) -> dict[str, str]:
    """Returns the colours of a piece's parts, and of a pale piece's on this square."""
    own = colours.PieceColours(piece.disc, piece.sign, colours.mix(piece.edge, BLACK, dimmed))
    pale = colours.PieceColours(
        colours.mix(own.disc, square, colours.DISC_BLEND),
        colours.mix(own.sign, square, colours.SIGN_BLEND),
        colours.mix(own.edge, square, colours.SIGN_BLEND),
    )
    dark = piece.sign == colours.WHITE
    return _drawn(name, own, dark=dark) | {
        f"pale-{part}": colour for part, colour in _drawn(name, pale, dark=dark).items()
    }


def _drawn(name: str, piece: colours.PieceColours, *, dark: bool) -> dict[str, str]:
    """Returns the colours as they are used; `dark`: stones need rims that are lighter."""
    outlined = name == OUTLINED
    return {
        "disc": piece.disc,
        "edge": piece.edge,
        "rim": colours.mix(piece.disc, piece.sign, RIM_BLEND) if dark else piece.edge,
        "side": colours.mix(piece.disc, piece.sign, SIDE_BLEND),
        "fill": piece.disc if outlined else piece.sign,
        "line": piece.sign if outlined else piece.disc,
        "letter": piece.sign,
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
