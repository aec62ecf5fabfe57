"""Iterative-deepening alpha-beta search for two players who move in turn."""

import random
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pbm.game import Outcome
from pbm.games import AnyGame
from pbm.robots.evaluators import Evaluator
from pbm.search_budget import BudgetExhausted, SearchBudget

WIN = 10_000.0
DECIDED = WIN / 2
"""The value above which a win was searched to its end; WIN minus its plies."""
LONGEST = 200
"""The longest searched line in plies; forced moves cost no depth."""
REPEATED = -0.5
"""The highest value for us of a position that occurred earlier in the game."""

EXACT, AT_LEAST, AT_MOST = range(3)


class Known(NamedTuple):
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
    """A search from one position; values are for the seat to move."""

    game: AnyGame
    evaluator: Evaluator
    budget: SearchBudget
    seen: Collection[Any] = ()
    """Earlier positions of the game."""
    table: dict[Any, Known] = field(default_factory=dict)
    value: float = 0.0
    """The value of the chosen move at the depth reached."""
    _history: dict[Any, int] = field(default_factory=dict)
    _path: set[Any] = field(default_factory=set)
    _cut: bool = False
    """True if a position was only evaluated, so that a deeper search may find more."""

    def best(
        self, position: Any, among: Sequence[Any], deepest: int, generator: random.Random
    ) -> Any:
        """Returns the best of these moves; the quickest known win, or the slowest known loss."""
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
        """Returns the values of these moves at the largest depth that the budget permits for all.

        Returns nothing if the budget is too small.
        """
        found: dict[Any, float] = {}
        try:
            for depth in range(1, deepest + 1):
                self._cut, self._path = False, {position}
                found = self._values_at(position, moves, depth)
                if not self._cut:
                    break
        except BudgetExhausted:
            pass
        return found

    def _values_at(self, position: Any, moves: Sequence[Any], depth: int) -> dict[Any, float]:
        seat, low = 1 - (self.game.to_move(position) or 0), -float("inf")
        return {
            move: self._move_value(self.game.play(position, move), seat, depth - 1, low)
            for move in moves
        }

    def _search_root(self, position: Any, seat: int, moves: list[Any], depth: int) -> None:
        """Searches all moves to this depth; moves the best to the front once it is found."""
        best = -float("inf")
        self._path = {position}
        for number, move in enumerate(list(moves)):
            value = self._move_value(self.game.play(position, move), 1 - seat, depth - 1, best)
            if value > best:
                best = self.value = value
                moves.insert(0, moves.pop(number))
        self._path = set()

    def _move_value(self, after: Any, seat: int, depth: int, best: float) -> float:
        """Returns the value of moving to this position; repetitions have a low one."""
        value = _from_child(self._value(after, seat, depth, Window(-WIN, -_to_child(best))))
        return min(value, REPEATED) if after in self.seen and value < DECIDED else value

    def _value(self, position: Any, seat: int, depth: int, window: Window) -> float:
        self.budget.spend()
        if position in self._path:
            return 0.0
        known = self.table.get(position)
        if known and _is_deep(known, depth) and _settles(known, window):
            return known.value
        moves = list(self.game.moves(position))
        if not moves:
            return _end(self.game.outcome(position), seat)
        if len(self._path) > LONGEST or (depth <= 0 and len(moves) > 1):
            return self._evaluate(position, seat)
        self._sort(moves, known, seat)
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
        self.table[position] = Known(depth, best, _bound(best, window), chosen)
        return best

    def _sort(self, moves: list[Any], known: Known | None, seat: int) -> None:
        """Sorts moves: the best of an earlier search first, then moves that often cause cutoffs."""
        history = self._history
        moves.sort(key=lambda move: -history.get((seat, move), 0))
        if known:
            moves.remove(known.move)
            moves.insert(0, known.move)

    def _evaluate(self, position: Any, seat: int) -> float:
        self._cut = True
        values = self.evaluator(position)
        return values[seat] - values[1 - seat]


def _is_final(value: float, depth: int) -> bool:
    """Returns True if a search of this depth has seen all quicker ends."""
    return WIN - abs(value) <= depth


def _is_deep(known: Known, depth: int) -> bool:
    """Returns True if a search of this depth would find nothing more."""
    return known.depth >= depth or _is_final(known.value, known.depth)


def _bound(value: float, window: Window) -> int:
    if value >= window.high:
        return AT_LEAST
    return AT_MOST if value <= window.low else EXACT


def _settles(known: Known, window: Window) -> bool:
    """Returns True if the stored result decides between these bounds."""
    if known.bound == EXACT:
        return True
    least = known.bound == AT_LEAST
    return known.value >= window.high if least else known.value <= window.low


def _end(outcome: Outcome | None, seat: int) -> float:
    winners = outcome.winners if outcome else ()
    if not winners:
        return 0.0
    return WIN if seat in winners else -WIN


def _from_child(value: float) -> float:
    """Returns the other player's value as ours, a ply further from the end."""
    if value > DECIDED:
        return 1 - value
    return -value - 1 if value < -DECIDED else -value


def _to_child(value: float) -> float:
    """Returns our bound as seen a ply nearer to the end; inverts `_from_child` but for the sign."""
    if value > DECIDED:
        return value + 1
    return value - 1 if value < -DECIDED else value
