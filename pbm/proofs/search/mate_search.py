"""Search for forced ends of any two-player game, using only its rules.

It searches for an end within 1 ply, 2, 3 and so on. It proves no draws, and it is the slowest
method: for games and sizes about which nothing else is known.
"""

from typing import Any

from pbm.games import AnyGame
from pbm.proofs.value import Result, Value
from pbm.search_budget import BudgetExhausted, SearchBudget

DEEPEST = 200
"""The largest search depth in plies."""


class MateSearch:
    """A search for forced ends, which remembers the depths at which there were none."""

    def __init__(self, game: AnyGame, budget: SearchBudget) -> None:
        self._game = game
        self._budget = budget
        self._at_most: dict[tuple[Any, Result], int] = {}
        self._more_than: dict[tuple[Any, Result], int] = {}

    def value(self, position: Any, seat: int) -> Value | None:
        """Returns the value with its distance, if the budget suffices."""
        try:
            for plies in range(DEEPEST):
                for result in (Result.WON, Result.LOST):
                    if self.within(position, seat, result, plies):
                        return Value(result, plies)
        except BudgetExhausted:
            pass
        return None

    def within(self, position: Any, seat: int, result: Result, plies: int) -> bool:
        """Returns True if the seat to move has this result within this many plies."""
        key = position, result
        if plies >= self._at_most.get(key, DEEPEST):
            return True
        if plies <= self._more_than.get(key, -1):
            return False
        self._budget.spend()
        found = self._search(position, seat, result, plies)
        (self._at_most if found else self._more_than)[key] = plies
        return found

    def _search(self, position: Any, seat: int, result: Result, plies: int) -> bool:
        outcome = self._game.outcome(position)
        if outcome:
            winners = {Result.WON: (seat,), Result.LOST: (1 - seat,)}
            return outcome.winners == winners[result]
        if plies <= 0:
            return False
        wins = result is Result.WON
        return wins == any(  # one move that wins, or none that doesn't lose
            self.within(self._game.play(position, move), 1 - seat, result.turned, plies - 1) == wins
            for move in self._game.moves(position)
        )
