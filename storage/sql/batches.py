"""Statements about a few rows at once, of one shape however many they are."""

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import Column, ColumnElement, bindparam

AT_ONCE = 3
"""As many as sit at a board."""


def in_batch(column: Column[Any]) -> ColumnElement[bool]:
    """Whether a column has one of the values that `by_few` gives.

    An IN of any length is written anew each time that it is used, which costs as much as
    carrying it out.
    """
    return column.in_([bindparam(name) for name in _names(column)])


def batched(column: Column[Any], values: Sequence[Any]) -> Iterator[dict[str, Any]]:
    """The values in groups as `among` takes them; the last are repeated to make one full."""
    for start in range(0, len(values), AT_ONCE):
        group = values[start : start + AT_ONCE]
        full = [*group, *[group[-1]] * (AT_ONCE - len(group))]
        yield dict(zip(_names(column), full, strict=True))


def _names(column: Column[Any]) -> list[str]:
    return [f"{column.key}_{number}" for number in range(AT_ONCE)]
