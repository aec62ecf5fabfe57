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
"""A value beyond this is a win that was seen to its end, so many plies short of WIN."""
LONGEST = 200
"""No line is followed further, in plies; forced moves cost no depth."""
AGAIN = -0.5
"""What a position is worth to us at most that the game has seen before."""

EXACT, AT_LEAST, AT_MOST = range(3)


class Known(NamedTuple):
    """What an earlier search has found of a position."""

    depth: int
    value: float
    bound: int
    move: Any


class Window(NamedTuple):
    """Between which values it matters what a position is worth."""

    low: float
    high: float


@dataclass
class AlphaBeta:
    """A search from one position; values are those of the seat to move."""

    game: AnyGame
    sight: Evaluator
    budget: SearchBudget
    seen: Collection[Any] = ()
    """Positions that the game has seen before."""
    table: dict[Any, Known] = field(default_factory=dict)
    value: float = 0.0
    """What the chosen move is worth, as far as it was looked at."""
    _history: dict[Any, int] = field(default_factory=dict)
    _path: set[Any] = field(default_factory=set)
    _cut: bool = False
    """Whether a position was judged by its looks, so that deeper search may tell more."""

    def best(self, position: Any, among: Sequence[Any], deepest: int, chance: random.Random) -> Any:
        """The best of these moves; a win as quick, a loss as slow as it was seen."""
        moves = list(among)
        chance.shuffle(moves)
        seat = self.game.to_move(position) or 0
        try:
            for depth in range(1, deepest + 1):
                self._cut = False
                self._look(position, seat, moves, depth)
                if not self._cut or _is_surely(self.value, depth):
                    break
        except BudgetExhausted:
            pass
        return moves[0]

    def _look(self, position: Any, seat: int, moves: list[Any], depth: int) -> None:
        """Looks at all moves this deep, and puts the best in front as soon as it is found."""
        best = -float("inf")
        self._path = {position}
        for number, move in enumerate(list(moves)):
            value = self._worth(self.game.play(position, move), 1 - seat, depth - 1, best)
            if value > best:
                best = self.value = value
                moves.insert(0, moves.pop(number))
        self._path = set()

    def _worth(self, after: Any, seat: int, depth: int, best: float) -> float:
        """What moving to this position is worth; going round in circles isn't much."""
        value = _from_child(self._value(after, seat, depth, Window(-WIN, -_to_child(best))))
        return min(value, AGAIN) if after in self.seen and value < DECIDED else value

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
            return self._looks(position, seat)
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
        """The best of an earlier search first, then those that have often ended others early."""
        history = self._history
        moves.sort(key=lambda move: -history.get((seat, move), 0))
        if known:
            moves.remove(known.move)
            moves.insert(0, known.move)

    def _looks(self, position: Any, seat: int) -> float:
        self._cut = True
        standing = self.sight(position)
        return standing[seat] - standing[1 - seat]


def _is_surely(value: float, depth: int) -> bool:
    """Whether this is decided so near that search of this depth has seen all that is quicker."""
    return WIN - abs(value) <= depth


def _is_deep(known: Known, depth: int) -> bool:
    """Whether a search of this depth would find out no more."""
    return known.depth >= depth or _is_surely(known.value, known.depth)


def _bound(value: float, window: Window) -> int:
    if value >= window.high:
        return AT_LEAST
    return AT_MOST if value <= window.low else EXACT


def _settles(known: Known, window: Window) -> bool:
    """Whether what is known answers the question between these bounds."""
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
    """The other player's value as ours, a ply further from the end."""
    if value > DECIDED:
        return 1 - value
    return -value - 1 if value < -DECIDED else -value


def _to_child(value: float) -> float:
    """The inverse, but for the sign: how a bound of ours looks a ply nearer to the end."""
    if value > DECIDED:
        return value + 1
    return value - 1 if value < -DECIDED else value
