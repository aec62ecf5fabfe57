"""Prints tables and text on the terminal. Control characters are replaced."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import typer

Row = Sequence[str]
UNWRAPPED_COLUMNS = (
    "board",
    "when",
    "since",
    "until",
    "seen",
    "changed",
    "joined",
    "admin",
    "by",
    "about",
    "setting",
    "from",
)
"""Headings of columns with dates and names. Their cells stay on one line."""
HIGHLIGHTED_WORDS = ("overdue", "banned", "failed", "frozen", "removed", "unreachable")


def clean(text: str) -> str:
    """Replaces escapes, control characters and bidirectional overrides by U+FFFD."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text)


def print_line(text: str) -> None:
    typer.echo(clean(text))


def print_json(data: dict[str, Any]) -> None:
    """Prints data as one line of JSON, with all unprintable characters escaped."""
    typer.echo(json.dumps(data, default=datetime.isoformat))


def print_table(title: str, head: Row, rows: Sequence[Row], *, right: Sequence[str] = ()) -> None:
    """Prints a title and a table that fits the terminal.

    `right`: the headings of right-aligned columns.
    """
    for line in table_lines(title, head, rows, right=right):
        typer.echo(line)


def table_lines(
    title: str, head: Row, rows: Sequence[Row], *, right: Sequence[str] = ()
) -> list[str]:
    from rich.console import Console  # noqa: PLC0415 - rich is slow to load
    from rich.text import Text  # noqa: PLC0415

    console = Console(highlight=False, emoji=False, markup=False)
    with console.capture() as captured:
        console.print(Text(clean(title), style="bold"))
        if rows:
            console.print(_table(head, rows, right))
    return [line.rstrip() for line in captured.get().splitlines()]


def print_groups(head: Row, groups: Mapping[str, Sequence[Row]]) -> None:
    """Prints one table with several groups of rows, each below its heading."""
    from rich.console import Console  # noqa: PLC0415 - rich is slow to load
    from rich.text import Text  # noqa: PLC0415

    table = _table(head, [], ())
    for heading, rows in groups.items():
        table.add_row(Text(clean(heading), style="bold"))
        for row in rows:
            table.add_row(*map(_cell, row))
        table.add_section()
    console = Console(highlight=False, emoji=False, markup=False)
    with console.capture() as captured:
        console.print(table)
    for line in captured.get().splitlines():
        typer.echo(line.rstrip())


def print_section(name: str, head: Row, rows: Sequence[Row], *, right: Sequence[str] = ()) -> None:
    """Prints an empty line and a table.

    If there are no rows, only a title stating that is printed.
    """
    print_blank()
    print_table(name if rows else f"{name}: none", head, rows, right=right)


def print_blank() -> None:
    typer.echo("")


def format_day(at: datetime) -> str:
    return at.date().isoformat()


def format_recent(at: datetime, now: datetime) -> str:
    """Returns the date or, for times on the same day as `now`, the time in UTC."""
    return f"{at:%H:%M} today" if at.date() == now.date() else format_day(at)


def format_minute(at: datetime) -> str:
    """Returns date and time in UTC, without seconds."""
    return f"{at:%Y-%m-%d %H:%M}"


def _table(head: Row, rows: Sequence[Row], right: Sequence[str]) -> Any:
    """Returns a table that wraps long cells instead of cutting them."""
    from rich import box  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415

    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False, pad_edge=False)
    for name in head:
        justify: Any = "right" if name in right else "left"
        unwrapped = name in right or name in UNWRAPPED_COLUMNS
        table.add_column(name, justify=justify, no_wrap=unwrapped, overflow="fold")
    for row in rows:
        table.add_row(*map(_cell, row))
    return table


def _cell(word: str) -> Any:
    """Returns a cell without markup. Words that an admin should notice are red."""
    from rich.text import Text  # noqa: PLC0415

    text = Text(clean(word))
    text.highlight_words(HIGHLIGHTED_WORDS, "red")
    return text
