"""Iterative-deepening alpha-beta search for games in which two players alternate."""

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pbm.game import Outcome
from pbm.games import AnyGame
from pbm.robots.evaluators import Evaluator
from pbm.search.budget import BudgetExhausted, SearchBudget

WIN = 10_000.0
DECIDED = WIN / 2
"""Values above this are wins found by searching to the end. Their value is WIN minus the number of
plies.
"""
MAX_LINE = 200
"""Maximum length of a searched line in plies. It limits forced moves, which the depth doesn't
include.
"""
REPEATED = -0.5
"""Maximum value, for the player to move, of a position that has occurred before."""

EXACT, AT_LEAST, AT_MOST = range(3)


class SearchResult(NamedTuple):
    """The result of an earlier search of a position."""

    depth: int
    value: float
    bound: int
    move: Any


class Window(NamedTuple):
    """The bounds between which the value of a position matters."""

    low: float
    high: float


@dataclass
class AlphaBeta:
    """A search from one position. Values are from the view of the seat to move."""

    game: AnyGame
    evaluator: Evaluator
    budget: SearchBudget
    seen: Collection[Any] = ()
    """Earlier positions of the game."""
    table: dict[Any, SearchResult] = field(default_factory=dict)
    value: float = 0.0
    """The value of the chosen move at the depth reached."""
    _history: dict[Any, int] = field(default_factory=dict)
    _path: set[Any] = field(default_factory=set)
    _cut: bool = False
    """Whether the search estimated a position instead of searching to the end. If so, a deeper
    search may find more.
    """

    def best(
        self, position: Any, among: Sequence[Any], deepest: int, generator: random.Random
    ) -> Any:
        """Returns the best of these moves.

        It prefers the quickest known win and the slowest known loss.
        """
        moves = list(among)
        generator.shuffle(moves)
        seat = self.game.to_move(position) or 0
        try:
            for depth in range(1, deepest + 1):
                self._cut = False
                self._search_root(position, seat, moves, depth)
                if not self._cut or _is_final(self.value, depth):
                    break
        except BudgetExhausted:
            pass
        return moves[0]

    def values(self, position: Any, moves: Sequence[Any], deepest: int) -> dict[Any, float]:
        """Returns the values of these moves at the greatest depth that the budget allows.

        Returns an empty mapping if the budget is too small.
        """
        values: dict[Any, float] = {}
        try:
            for depth in range(1, deepest + 1):
                self._cut, self._path = False, {position}
                values = self._values_at(position, moves, depth)
                if not self._cut:
                    break
        except BudgetExhausted:
            pass
        return values

    def _values_at(self, position: Any, moves: Sequence[Any], depth: int) -> dict[Any, float]:
        seat, low = 1 - (self.game.to_move(position) or 0), -float("inf")
        return {
            move: self._move_value(self.game.play(position, move), seat, depth - 1, low)
            for move in moves
        }

    def _search_root(self, position: Any, seat: int, moves: list[Any], depth: int) -> None:
        """Searches all moves to this depth, and moves the best one to the front once found."""
        best = -float("inf")
        self._path = {position}
        for number, move in enumerate(list(moves)):
            value = self._move_value(self.game.play(position, move), 1 - seat, depth - 1, best)
            if value > best:
                best = self.value = value
                moves.insert(0, moves.pop(number))
        self._path = set()

    def _move_value(self, after: Any, seat: int, depth: int, best: float) -> float:
        """Returns the value of moving to this position. Repetitions get a low value."""
        value = _from_child(self._value(after, seat, depth, Window(-WIN, -_to_child(best))))
        return min(value, REPEATED) if after in self.seen and value < DECIDED else value

    def _value(self, position: Any, seat: int, depth: int, window: Window) -> float:
        self.budget.spend()
        if position in self._path:
            return 0.0
        stored = self.table.get(position)
        if stored and _is_deep(stored, depth) and _settles(stored, window):
            return stored.value
        moves = list(self.game.moves(position))
        if not moves:
            return _end(self.game.outcome(position), seat)
        if len(self._path) > MAX_LINE or (depth <= 0 and len(moves) > 1):
            return self._evaluate(position, seat)
        self._sort(moves, stored, seat)
        return self._search(position, seat, moves, depth, window)

    def _search(
        self, position: Any, seat: int, moves: list[Any], depth: int, window: Window
    ) -> float:
        best, chosen, low = -float("inf"), None, window.low
        deeper = depth if len(moves) == 1 else depth - 1
        self._path.add(position)
        for move in moves:
            after = self.game.play(position, move)
            theirs = Window(-_to_child(window.high), -_to_child(low))
            value = _from_child(self._value(after, 1 - seat, deeper, theirs))
            if value > best:
                best, chosen, low = value, move, max(low, value)
            if low >= window.high:
                self._history[seat, move] = self._history.get((seat, move), 0) + depth * depth + 1
                break
        self._path.discard(position)
        self.table[position] = SearchResult(depth, best, _bound(best, window), chosen)
        return best

    def _sort(self, moves: list[Any], stored: SearchResult | None, seat: int) -> None:
        """Sorts moves by cutoffs they cause, with an earlier search's best move first."""
        history = self._history
        moves.sort(key=lambda move: -history.get((seat, move), 0))
        if stored:
            moves.remove(stored.move)
            moves.insert(0, stored.move)

    def _evaluate(self, position: Any, seat: int) -> float:
        self._cut = True
        values = self.evaluator(position)
        return values[seat] - values[1 - seat]


def _is_final(value: float, depth: int) -> bool:
    """Whether a search of this depth has seen every quicker end."""
    return WIN - abs(value) <= depth


def _is_deep(stored: SearchResult, depth: int) -> bool:
    """Whether a search of this depth would find nothing new."""
    return stored.depth >= depth or _is_final(stored.value, stored.depth)


def _bound(value: float, window: Window) -> int:
    if value >= window.high:
        return AT_LEAST
    return AT_MOST if value <= window.low else EXACT


def _settles(earlier: SearchResult, window: Window) -> bool:
    """Whether the stored result decides the value between these bounds."""
    if earlier.bound == EXACT:
        return True
    least = earlier.bound == AT_LEAST
    return earlier.value >= window.high if least else earlier.value <= window.low


def _end(outcome: Outcome | None, seat: int) -> float:
    winners = outcome.winners if outcome else ()
    if not winners:
        return 0.0
    return WIN if seat in winners else -WIN


def _from_child(value: float) -> float:
    """Converts the other player's value after a move to our value before it, one ply earlier."""
    if value > DECIDED:
        return 1 - value
    return -value - 1 if value < -DECIDED else -value


def _to_child(value: float) -> float:
    """Converts our bound before a move to a bound after it, one ply later.

    The sign stays the same. Otherwise this is the inverse of `_from_child`.
    """
    if value > DECIDED:
        return value + 1
    return value - 1 if value < -DECIDED else value
