"""Crops a large board by leaving out rows and columns that are far from all pieces."""

from collections.abc import Sequence
from itertools import pairwise

from pbm.diagram import Layer


def crop(layer: Layer, max_columns: int, max_rows: int) -> Layer:
    """Returns the layer with only the rows and columns nearest to pieces. Gaps are marked."""
    if len(layer.rows) <= max_rows and len(layer.columns) <= max_columns:
        return layer
    occupied = [place for place, cell in layer.squares() if cell.piece]
    rows = _indices(len(layer.rows), {row for row, _ in occupied}, max_rows)
    columns = _indices(len(layer.columns), {column for _, column in occupied}, max_columns)
    return layer.part(rows, columns)


def _indices(total: int, near: set[int], most: int) -> list[int | None]:
    """Returns the indices to keep, in order. None marks a gap."""
    if total <= most:
        return list(range(total))
    nearest_first = sorted(range(total), key=lambda index: (_distance(index, near), index))
    for count in range(most, 0, -1):
        indices = _with_gaps(sorted(nearest_first[:count]), total)
        if len(indices) <= most:
            return indices
    return [None]


def _distance(index: int, near: set[int]) -> int:
    return min((abs(index - other) for other in near), default=index)


def _with_gaps(indices: Sequence[int], total: int) -> list[int | None]:
    with_gaps: list[int | None] = []
    for before, index in pairwise((-1, *indices, total)):
        with_gaps += [index] if index == before + 1 else [None, index]
    return with_gaps[:-1]
