"""Checks a stored table: each value must follow from the values after each move."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from pbm.games import AnyGame
from pbm.proofs.knowledge import StoredNumbering
from pbm.proofs.tables.stored_tables import StoredTable
from pbm.proofs.value import Result, Value


class TableSamples:
    """Checks positions of a table against the rules of the game."""

    def __init__(self, game: AnyGame, numbering: StoredNumbering, table: StoredTable) -> None:
        self._game, self._numbering, self._table = game, numbering, table

    def wrong(self, count: int, chance: Random) -> Iterator[Any]:
        """Yields the positions whose entries are wrong, among `count` random positions."""
        for _ in range(count):
            position = self._numbering.sample(chance)
            if not self.follows(position):
                yield position

    def follows(self, position: Any) -> bool:
        """Whether a position's entry follows from the rules and the entries after each move."""
        number = self._numbering.number(position)
        is_over = self._table.is_over(number)
        if is_over or self._game.outcome(position):
            return is_over and self._game.outcome(position) is not None
        stored, expected = self._table.value(number), self._expected(position)
        return stored.result is expected.result and stored.plies in {None, expected.plies}

    def _expected(self, position: Any) -> Value:
        game = self._game
        values = [self._after(game.play(position, move)).before for move in game.moves(position)]
        for result in (Result.WON, Result.DRAWN, Result.LOST):
            if reached := [value.plies for value in values if value.result is result]:
                return Value(result, _best(result, reached))
        raise AssertionError(f"a position of {game.name} isn't over but has no moves")

    def _after(self, position: Any) -> Value:
        """Returns the value for the player to move. The game may be over."""
        outcome = self._game.outcome(position)
        if outcome is None:
            return self._table.value(self._numbering.number(position))
        return Value(Result.WON if outcome.winners == (position.turn,) else Result.LOST, 0)


def _best(result: Result, plies: Sequence[int | None]) -> int | None:
    """Returns the fewest plies for a win, or the most plies for a loss.

    Ignores unknown distances.
    """
    known_plies = [each for each in plies if each is not None]
    if not known_plies:
        return None
    return min(known_plies) if result is Result.WON else max(known_plies)
