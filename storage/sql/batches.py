"""Statements about small batches of rows, of a fixed shape."""

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import Column, ColumnElement, bindparam

BATCH_SIZE = 3
"""The size of a batch: the most players of a board."""


def in_batch(column: Column[Any]) -> ColumnElement[bool]:
    """Returns the condition that a column has one of the values given by `batched`.

    An IN of any length is compiled again at each use, which costs as much as executing it.
    """
    return column.in_([bindparam(name) for name in _names(column)])


def batched(column: Column[Any], values: Sequence[Any]) -> Iterator[dict[str, Any]]:
    """Yields the values in batches for `in_batch`; the last value is repeated to fill the batch."""
    for start in range(0, len(values), BATCH_SIZE):
        group = values[start : start + BATCH_SIZE]
        full = [*group, *[group[-1]] * (BATCH_SIZE - len(group))]
        yield dict(zip(_names(column), full, strict=True))


def _names(column: Column[Any]) -> list[str]:
    return [f"{column.key}_{number}" for number in range(BATCH_SIZE)]
