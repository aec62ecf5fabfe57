"""The signs of pieces: chess pieces, in a square of 10 units, and letters."""

from markupsafe import escape

from pbm.diagram import Cell


def _sign(outline: str, lines: str, more: str = "") -> str:
    return f'<path class="board-sign" d="{outline}"/><path class="board-line" d="{lines}"/>{more}'


def _balls(*places: tuple[float, float]) -> str:
    """Returns the balls on top of a crown or mitre."""
    return "".join(f'<circle class="board-sign" cx="{x}" cy="{y}" r=".4"/>' for x, y in places)


SIGNS = {
    "knight": (
        '<path class="board-sign" d="M3.45 7C3.4 5.9 4.85 5.6 4.85 4.7 4.3 5.15 3.9 5.05 3.55 5.65'
        " 3.2 6.2 2.5 5.85 2.4 5.25 2.4 4.7 3 4.35 3.2 3.65 3.3 3.15 3.6 2.9 3.9 2.65V1.95L4.6 2.45"
        ' 5.1 2 5.35 2.55C6.85 3 7.55 4.7 7.2 7ZM3.15 7.15H7.35V7.9H3.15Z"/>'
        '<path class="board-line" d="M5.25 3.3C6.3 3.85 6.5 5.3 6.25 6.2M3 5.25l.25-.1"/>'
        '<circle class="board-eye" cx="3.95" cy="3.75" r=".25"/>'
    ),
    "king": (
        '<path class="board-sign" d="M4.6 1.9h.8v.6h.65v.75h-.65V3.95C6 3.6 7.9 3.35 7.35 5.2'
        " 7.1 6 6.55 6.4 6.4 6.95H3.6C3.45 6.4 2.9 6 2.65 5.2 2.1 3.35 4 3.6 4.6 3.95V3.25h-.65"
        'V2.5h.65ZM3.2 7.1h3.6v.8h-3.6Z"/><path class="board-line" d="M5 6.3V4.7"/>'
    ),
    "queen": _sign(
        "M3.23 6.02L2.15 3.4 3.61 4.71V2.63L4.54 4.48 5 2.47 5.46 4.48 6.39 2.63V4.71L7.85 3.4"
        " 6.77 6.02C6.69 6.4 6.85 6.71 7.08 6.94V7.9H2.92V6.94C3.15 6.71 3.31 6.4 3.23 6.02Z",
        "M3.27 6.09Q5 5.55 6.73 6.09M3.08 6.94Q5 6.48 6.92 6.94",
        _balls((2.15, 3.3), (3.61, 2.5), (5, 2.25), (6.39, 2.5), (7.85, 3.3)),
    ),
    "rook": _sign(
        "M3 2.17H4V2.86H4.5V2.17H5.5V2.86H6V2.17H7V3.63L6.35 4.17V6.25L7.08 6.86V7.9H2.92V6.86"
        "L3.65 6.25V4.17L3 3.63Z",
        "M3.65 4.17H6.35M3.65 6.25H6.35",
    ),
    "bishop": _sign(
        "M5 2.47C6.46 3.32 6.77 4.25 6.62 4.94 6.54 5.32 6.16 5.63 6.04 5.79V6.48"
        "C6.08 6.71 6.54 6.86 7.08 7.09V7.9H2.92V7.09C3.46 6.86 3.92 6.71 3.96 6.48V5.79"
        "C3.84 5.63 3.46 5.32 3.38 4.94 3.23 4.25 3.54 3.32 5 2.47Z",
        "M3.96 5.79H6.04M5 3.48V4.94M4.38 4.09H5.62",
        _balls((5, 2.15)),
    ),
    "pawn": _sign(
        "M4.11 4.52A1.35 1.35 0 1 1 5.89 4.52H6.46V5.13H5.81C5.85 5.86 6.23 6.4 6.85 6.86V7.9H3.15"
        "V6.86C3.77 6.4 4.15 5.86 4.19 5.13H3.54V4.52Z",
        "M4.11 4.52H5.89M4.19 5.13H5.81",
    ),
}
"""Their outlines, by the word for the piece."""
CROWN = '<path class="board-crown" d="M2.3 3.4L4 4.6 5 2.6 6 4.6 7.7 3.4 7.1 6.9H2.9Z"/>'
"""The sign of a king in draughts."""


def kind_of(cell: Cell) -> str:
    """Returns the chess piece that is the sign of a piece. Empty if its sign is a letter."""
    if cell.sign:
        return cell.sign if cell.sign in SIGNS else ""
    return next((word for word in cell.words.replace(",", "").split() if word in SIGNS), "")


def letters_of(cell: Cell) -> str:
    """Returns the letters that are the sign of a piece."""
    return cell.sign or cell.text[-1:]


def letter_sign(cell: Cell, base: float = 6.8) -> str:
    """Returns the letters as SVG. `base`: the position of their base line."""
    letters = letters_of(cell)
    size = "board-digit" if len(letters) < 2 else "board-digit two"
    return f'<text class="{size}" x="5" y="{base}">{escape(letters)}</text>'
