"""Tables of plain text."""

from collections.abc import Sequence

from pbm.board.ratings import PROVISIONAL


def table(head: Sequence[str], rows: Sequence[Sequence[str]], *, right: Sequence[int] = ()) -> str:
    """Returns columns two spaces apart, without trailing spaces; columns in `right` flush right."""
    lines = [head, *rows] if any(head) else list(rows)
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    return "\n".join(_line(line, widths, right) for line in lines)


def _line(line: Sequence[str], widths: Sequence[int], right: Sequence[int]) -> str:
    cells = (
        cell.rjust(width) if column in right else cell.ljust(width)
        for column, (cell, width) in enumerate(zip(line, widths, strict=True))
    )
    return "  ".join(cells).rstrip()


# Marks in tables of ratings.

PROVISIONAL_MARK = "?"
"""Follows a provisional rating."""


def footnote() -> str:
    """Returns the explanation of the mark."""
    return (
        f'{PROVISIONAL_MARK} provisional: less certain than (+-{PROVISIONAL}). See "help ratings".'
    )
