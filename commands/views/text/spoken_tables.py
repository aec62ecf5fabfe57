"""Turns tables into sentences for readers who listen to their email."""

import re
from collections.abc import Iterator, Mapping, Sequence

from commands.content.messages import Table, TextMessage
from commands.views.text.text_columns import columns
from commands.views.tournaments.view import BYE, RUNNING, SELF
from pbm.wording import filled

SPOKEN = "spoken"
"""The email format for readers who listen."""


def in_sentences(content: TextMessage) -> TextMessage:
    """Returns the message, with each table row as a sentence if the reader uses the spoken format.

    For other readers, returns the message unchanged.
    """
    if content.form != SPOKEN:
        return content
    texts = map(_paragraph, re.split(r"\n{2,}", content.text))
    text = "\n\n".join((*texts, *map(_table, content.tables)))
    return content.model_copy(update={"text": text, "tables": (), "review": None})


def _paragraph(text: str) -> str:
    """Returns a sentence for each row if the text is a table with a head.

    Otherwise returns the text unchanged.
    """
    head, *rows = columns(text.split("\n")) or [[]]
    if not (head and all(cell.head for cell in head)):
        return text
    named = [[(name.text, cell.text) for name, cell in zip(head, row, strict=True)] for row in rows]
    return "\n".join(
        filled(", ".join(" ".join(filter(None, pair)) for pair in row if pair[1])) for row in named
    )


def _table(content: Table) -> str:
    names = {row[0]: row[content.name_column] for row in content.rows}
    lines = (filled(_row(content, row, names)) for row in content.rows)
    return "\n\n".join(filter(None, (content.title, "\n".join(lines), filled(content.note))))


def _row(content: Table, row: Sequence[str], names: Mapping[str, str]) -> str:
    first = content.name_column + 1
    results = zip(content.head[first:], row[first:], strict=True)
    games = "; ".join(games for head, cell in results for games in _cell(head, cell, names))
    number = f"{content.head[0]} {row[0]}, " if content.head[0] else f"{row[0]}. "
    return f"{number}{row[content.name_column]}: {games}."


def _cell(head: str, cell: str, names: Mapping[str, str]) -> Iterator[str]:
    """Yields the description of a cell of a crosstable. Yields nothing for an empty cell.

    A column headed by a number is a round if its cells name opponents before a colon. Otherwise the
    number is the number of an opponent.
    """
    opponents, _, points = cell.rpartition(":")
    result = "not over yet" if points == RUNNING else points
    if not cell or cell == SELF:
        return
    if not head.isdigit():
        yield f"{head} {cell}"
    elif opponents or cell == BYE:
        against = " and ".join(names.get(each, "a hidden player") for each in opponents.split("/"))
        yield f"round {head}, {f'against {against}, {result}' if opponents else BYE}"
    else:
        yield f"against {names.get(head, 'a hidden player')}, {result}"
