"""Tables as they are stored: a score for each entry, or its result in two bits."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from pbm.games import AnyGame
from pbm.proofs.knowledge import StoredNumbering
from pbm.proofs.tables.retrograde import Scores
from pbm.proofs.tables.waves import StoredScores
from pbm.proofs.value import Result, Value

Content = NDArray[np.uint8]
"""The bytes of a table."""
SCORE_BITS, RESULT_BITS = 8, 2
"""The bits of an entry with its distance, and without."""
RESULTS = (Result.DRAWN, Result.WON, Result.LOST)
"""The results of positions that go on, by their two bits."""
OVER = len(RESULTS)
"""The two bits of a finished position."""


class StoredTable(Protocol):
    """A table of values by number."""

    def value(self, number: int) -> Value:
        """Returns the value of a position that goes on."""
        ...

    def is_over(self, number: int) -> bool:
        """Returns True for a finished position."""
        ...


class ScoreTable:
    """A table of scores: values with their distances."""

    def __init__(self, scores: StoredScores | Scores) -> None:
        self._scores = scores

    def value(self, number: int) -> Value:
        """Returns the value; the value of a finished position has no plies."""
        return Value.of_score(int(self._scores[number]))

    def is_over(self, number: int) -> bool:
        """Returns True for a finished position."""
        return abs(int(self._scores[number])) == 1


class ResultTable:
    """A table of results, four in a byte; the distances aren't known."""

    def __init__(self, content: Content) -> None:
        self._content = content

    def value(self, number: int) -> Value:
        """Returns the value of a position that goes on."""
        return Value(RESULTS[self._code(number)])

    def is_over(self, number: int) -> bool:
        """Returns True for a finished position."""
        return self._code(number) == OVER

    def _code(self, number: int) -> int:
        byte, place = divmod(number, 4)
        return int(self._content[byte]) >> RESULT_BITS * place & OVER


def open_table(content: Content, bits: int) -> StoredTable:
    """Returns the table with entries of this number of bits."""
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


# A check of a stored table: each value follows from the values of the position's successors.


class TableSamples:
    """The positions of a table, compared with the rules of the game."""

    def __init__(self, game: AnyGame, numbering: StoredNumbering, table: StoredTable) -> None:
        self._game, self._numbering, self._table = game, numbering, table

    def wrong(self, count: int, chance: Random) -> Iterator[Any]:
        """Yields the positions with wrong entries among a number of random ones."""
        for _ in range(count):
            position = self._numbering.sample(chance)
            if not self.follows(position):
                yield position

    def follows(self, position: Any) -> bool:
        """Returns True if a position's entry is as the rules and its successors' entries say."""
        number = self._numbering.number(position)
        is_over = self._table.is_over(number)
        if is_over or self._game.outcome(position):
            return is_over and self._game.outcome(position) is not None
        found, expected = self._table.value(number), self._expected(position)
        return found.result is expected.result and found.plies in {None, expected.plies}

    def _expected(self, position: Any) -> Value:
        game = self._game
        values = [self._after(game.play(position, move)).before for move in game.moves(position)]
        for result in (Result.WON, Result.DRAWN, Result.LOST):
            if reached := [value.plies for value in values if value.result is result]:
                return Value(result, _best(result, reached))
        raise AssertionError(f"a position of {game.name} goes on without a move")

    def _after(self, position: Any) -> Value:
        """Returns the value for the player to move, finished or not."""
        outcome = self._game.outcome(position)
        if outcome is None:
            return self._table.value(self._numbering.number(position))
        return Value(Result.WON if outcome.winners == (position.turn,) else Result.LOST, 0)


def _best(result: Result, plies: Sequence[int | None]) -> int | None:
    """Returns the plies to the end, if the winner hurries and the loser delays."""
    known = [each for each in plies if each is not None]
    if not known:
        return None
    return min(known) if result is Result.WON else max(known)
