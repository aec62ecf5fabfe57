"""Stored tables. An entry is a score in eight bits, or only a result in two bits."""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from pbm.proofs.tables.retrograde import Scores
from pbm.proofs.tables.retrograde_waves import StoredScores
from pbm.proofs.value import Result, Value

Content = NDArray[np.uint8]
"""The bytes of a table."""
SCORE_BITS, RESULT_BITS = 8, 2
"""Number of bits of an entry with its distance, and without."""
RESULTS = (Result.DRAWN, Result.WON, Result.LOST)
"""The results of unfinished positions. The index is the content of the two bits."""
OVER = len(RESULTS)
"""The content of the two bits of a finished position."""


class StoredTable(Protocol):
    """A table of values by the number of the position."""

    def value(self, number: int) -> Value:
        """Returns the value of an unfinished position."""
        ...

    def is_over(self, number: int) -> bool:
        """Whether the game is over in this position."""
        ...


class ScoreTable:
    """A table of scores. A score is a value with a distance."""

    def __init__(self, scores: StoredScores | Scores) -> None:
        self._scores = scores

    def value(self, number: int) -> Value:
        """Returns the value. A finished position is 0 plies from the end."""
        return Value.of_score(int(self._scores[number]))

    def is_over(self, number: int) -> bool:
        return abs(int(self._scores[number])) == 1


class ResultTable:
    """A table of results without distances. A byte has four entries."""

    def __init__(self, content: Content) -> None:
        self._content = content

    def value(self, number: int) -> Value:
        return Value(RESULTS[self._code(number)])

    def is_over(self, number: int) -> bool:
        return self._code(number) == OVER

    def _code(self, number: int) -> int:
        byte, place = divmod(number, 4)
        return int(self._content[byte]) >> RESULT_BITS * place & OVER


def open_table(content: Content, bits: int) -> StoredTable:
    """Returns the table in this content. `bits`: the number of bits of an entry."""
    return ScoreTable(content.view(np.int8)) if bits == SCORE_BITS else ResultTable(content)


def pack_results(scores: StoredScores) -> Content:
    """Returns the content of a `ResultTable` with the results of these scores."""
    codes = np.zeros(-(-scores.size // 4) * 4, np.uint8)
    codes[: scores.size][scores > 0] = RESULTS.index(Result.WON)
    codes[: scores.size][scores < 0] = RESULTS.index(Result.LOST)
    codes[: scores.size][np.abs(scores) == 1] = OVER
    packed = codes[::4].copy()
    for place in range(1, 4):
        packed |= codes[place::4] << np.uint8(RESULT_BITS * place)
    return packed
