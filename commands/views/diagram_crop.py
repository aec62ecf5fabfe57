"""Crops large boards: leaves out the parts that are far from all pieces."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TypeVar

from pbm.diagram import Cell, Layer

Item = TypeVar("Item")

GAP = ":"
"""Marks rows or columns that are left out."""


def crop(layer: Layer, max_columns: int, max_rows: int) -> Layer:
    """Returns a layer with only the rows and columns nearest to pieces, and marked gaps."""
    filled = [
        (row, column)
        for row, cells in enumerate(layer.cells)
        for column, cell in enumerate(cells)
        if cell and cell.piece
    ]
    rows = _indices(len(layer.rows), {row for row, _ in filled}, max_rows)
    columns = _indices(len(layer.columns), {column for _, column in filled}, max_columns)
    return replace(
        layer,
        columns=tuple(_pick(layer.columns, columns, GAP)),
        rows=tuple(_pick(layer.rows, rows, GAP)),
        cells=tuple(
            tuple(_pick(cells, columns, Cell("", GAP)))
            for cells in _pick(layer.cells, rows, (Cell("", GAP),) * len(layer.columns))
        ),
    )


def _indices(total: int, near: set[int], most: int) -> list[int | None]:
    """Returns the indices to keep, in order; None stands for some that are left out."""
    if total <= most:
        return list(range(total))
    nearest_first = sorted(range(total), key=lambda index: (_distance(index, near), index))
    for count in range(most, 0, -1):
        kept = _with_gaps(sorted(nearest_first[:count]), total)
        if len(kept) <= most:
            return kept
    return [None]


def _distance(index: int, near: set[int]) -> int:
    return min((abs(index - other) for other in near), default=index)


def _with_gaps(indices: Sequence[int], total: int) -> list[int | None]:
    kept: list[int | None] = []
    for before, index in pairwise((-1, *indices, total)):
        kept += [index] if index == before + 1 else [None, index]
    return kept[:-1]


def _pick(items: Sequence[Item], indices: Sequence[int | None], gap: Item) -> list[Item]:
    return [gap if index is None else items[index] for index in indices]
