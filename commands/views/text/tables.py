"""Aligns tables as plain text."""

from collections.abc import Sequence

from commands.content.messages import Table
from pbm.board.ratings import PROVISIONAL
from pbm.wording import filled

MAX_WIDTH = 80
MIN_NAME_LENGTH = 8
PROVISIONAL_MARK = "?"
"""Follows a provisional rating."""


def table(
    head: Sequence[str], rows: Sequence[Sequence[str]], *, right: Sequence[int] = (), gap: int = 2
) -> str:
    """Returns a table as aligned text without trailing spaces.

    `right`: the indices of right-aligned columns.
    `gap`: the number of spaces between two columns.
    """
    lines = [head, *rows] if any(head) else list(rows)
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    return "\n".join(_line(line, widths, right, " " * gap) for line in lines)


def _line(line: Sequence[str], widths: Sequence[int], right: Sequence[int], gap: str) -> str:
    cells = (
        cell.rjust(width) if column in right else cell.ljust(width)
        for column, (cell, width) in enumerate(zip(line, widths, strict=True))
    )
    return gap.join(cells).rstrip()


def fitted_table(content: Table) -> str:
    """Returns a table with its title and note, if possible within MAX_WIDTH characters.

    A table that is too wide first gets smaller gaps, then shorter names.
    """
    names, lines = content.name_column, (content.head, *content.rows)
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    gap = 2 if sum(widths) + 2 * (len(widths) - 1) <= MAX_WIDTH else 1
    most = MAX_WIDTH - (sum(widths) - widths[names]) - gap * (len(widths) - 1)
    rows = [
        (*row[:names], _shortened(row[names], max(most, MIN_NAME_LENGTH)), *row[names + 1 :])
        for row in content.rows
    ]
    right = [column for column in range(len(widths)) if column != names]
    drawn = table(content.head, rows, right=right, gap=gap)
    return "\n\n".join(filter(None, (content.title, drawn, filled(content.full_note))))


def _shortened(word: str, most: int) -> str:
    return word if len(word) <= most else f"{word[: most - 2]}.."


def footnote() -> str:
    """Returns the explanation of the mark for provisional ratings."""
    return (
        f'{PROVISIONAL_MARK} provisional: may be off by more than {PROVISIONAL} points. See "help '
        f'ratings".'
    )
