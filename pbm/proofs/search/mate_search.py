"""Searches for a forced end of any two-player game, using only its rules.

It tries an end within 1 ply, 2 plies, 3 plies and so on. It can't prove draws. It is the slowest
method, for games and sizes about which nothing else is known.
"""

from typing import Any

from pbm.games import AnyGame
from pbm.proofs.value import Result, Value
from pbm.search.budget import BudgetExhausted, SearchBudget

MAX_DEPTH = 200
"""Maximum search depth in plies."""


class MateSearch:
    """Searches for forced ends, and remembers the depths at which there are none."""

    def __init__(self, game: AnyGame, budget: SearchBudget) -> None:
        self._game = game
        self._budget = budget
        self._at_most: dict[tuple[Any, Result], int] = {}
        self._more_than: dict[tuple[Any, Result], int] = {}

    def value(self, position: Any, seat: int) -> Value | None:
        """Returns the value with its distance if the budget is enough."""
        try:
            for plies in range(MAX_DEPTH):
                for result in (Result.WON, Result.LOST):
                    if self.within(position, seat, result, plies):
                        return Value(result, plies)
        except BudgetExhausted:
            pass
        return None

    def within(self, position: Any, seat: int, result: Result, plies: int) -> bool:
        """Whether the seat to move has this result within this many plies."""
        key = position, result
        if plies >= self._at_most.get(key, MAX_DEPTH):
            return True
        if plies <= self._more_than.get(key, -1):
            return False
        self._budget.spend()
        is_forced = self._search(position, seat, result, plies)
        (self._at_most if is_forced else self._more_than)[key] = plies
        return is_forced

    def _search(self, position: Any, seat: int, result: Result, plies: int) -> bool:
        outcome = self._game.outcome(position)
        if outcome:
            winners = {Result.WON: (seat,), Result.LOST: (1 - seat,)}
            return outcome.winners == winners[result]
        if plies <= 0:
            return False
        wins = result is Result.WON
        return (
            wins
            == any(  # For a win, one winning move is enough. For a loss, all moves must lose.
                self.within(self._game.play(position, move), 1 - seat, result.turned, plies - 1)
                == wins
                for move in self._game.moves(position)
            )
        )
