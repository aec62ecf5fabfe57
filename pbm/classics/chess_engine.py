"""A search for moves of chess, because random games say little about it.

It is an alpha-beta search with iterative deepening. Where it stops, it still plays out captures.
Values are in pawns, from the view of the side to move.
"""

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from pbm.classics.position import Position
from pbm.classics.states import Actions
from pbm.search.budget import BudgetExhausted, SearchBudget
from pbm.search.effort import Effort

WIN = 1000.0
MAX_DEPTH = 60
WHITE = 1
"""The number of White in OpenSpiel. Black's is 0."""
CASTLING = 64 * 73
"""The first number of an action that isn't a move from one square to another."""
WORTH = {"P": 1.0, "N": 3.1, "B": 3.3, "R": 5.0, "Q": 9.0, "K": 0.0}
"""The values of the pieces, in pawns."""
CENTER = {"P": 0.05, "N": 0.1, "B": 0.06, "R": 0.01, "Q": 0.02, "K": -0.1}
"""The values of being one step closer to the center."""
ADVANCE = 0.05
"""The value of a pawn's step forward."""
VARIETY = 0.1
"""Maximum difference of values, in pawns, between moves that are played at random."""
SHARPNESS = 0.5
"""How much a pawn changes the estimated chance of winning."""


def best_move(position: Position, moves: Sequence[Actions], effort: Effort) -> Actions:
    """Returns the best of the legal moves, each of which is one action."""
    order, search = [*moves], _search(effort)
    chance = random.Random(effort.seed)  # noqa: S311 - no secrets here
    liking = {move: chance.uniform(0, VARIETY) for move in moves}
    try:
        for depth in range(MAX_DEPTH):
            best = -math.inf
            for number, move in enumerate([*order]):
                needed = best - liking[move]
                value = search.value_of(position.state, move[0], depth, -math.inf, -needed)
                if value > needed:
                    best = value + liking[move]
                    order.insert(0, order.pop(number))
    except BudgetExhausted:
        pass
    return order[0]


def estimates(
    position: Position, moves: Sequence[Actions], effort: Effort
) -> Sequence[float] | None:
    """Returns the chance of winning after each move, or None if the effort is too small."""
    search, values = _search(effort), list[float]()
    try:
        for depth in range(MAX_DEPTH):
            values = [search.value_of(position.state, move[0], depth) for move in moves]
    except BudgetExhausted:
        pass
    return [1 / (1 + math.exp(-SHARPNESS * max(-20, min(20, each)))) for each in values] or None


def _search(effort: Effort) -> "ChessSearch":
    return ChessSearch(SearchBudget(effort.seconds, effort.positions))


@dataclass
class ChessSearch:
    """A search from one position."""

    budget: SearchBudget
    best: dict[str, int] = field(default_factory=dict)
    """The best action found in each position, to try first."""

    def value_of(
        self, state: Any, action: int, depth: int, low: float = -math.inf, high: float = math.inf
    ) -> float:
        """Returns the value of an action for the side that makes it.

        `low`, `high`: the bounds of the values that matter to the other side.
        """
        after = state.clone()
        after.apply_action(action)
        return -self._value(after, 1 - state.current_player(), depth, low, high)

    def _value(self, state: Any, side: int, depth: int, low: float, high: float) -> float:
        self.budget.spend()
        if state.is_terminal():
            return float(state.returns()[side]) * (WIN + depth)  # quick wins are better
        text = str(state)
        board, known = _board(text), self.best.get(text)
        best = -math.inf
        if depth <= 0:
            best = _evaluate(board, side)
            if best >= high:
                return best
        for action in _sorted(state, board, side, known, captures=depth <= 0):
            value = self.value_of(state, action, depth - 1, -high, -max(low, best))
            if value > best:
                best, self.best[text] = value, action
                if best >= high:
                    break
        return best


def _sorted(
    state: Any, board: str, side: int, first: int | None, *, captures: bool
) -> Iterator[int]:
    """Yields the legal actions, or only the captures, the most promising first."""
    gains = [(-_gain(board, side, action), action) for action in state.legal_actions()]
    chosen = [each for each in gains if each[0] or not captures]
    chosen.sort(key=lambda each: (each[1] != first, each))
    return (action for _, action in chosen)


def _gain(board: str, side: int, action: int) -> float:
    """Returns how promising a capture is, or 0 for other moves."""
    if action >= CASTLING:
        return 0.0
    origin, target = _squares(side, action)
    taken = board[target]
    return 10 * WORTH[taken.upper()] - WORTH[board[origin].upper()] if taken != "." else 0.0


@cache
def _squares(side: int, action: int) -> tuple[int, int]:
    """Returns the places in `_board` that an action leaves and enters."""
    import pyspiel  # noqa: PLC0415 - see `spiel_game`

    board = pyspiel.load_game("chess").new_initial_state()
    if side != WHITE:
        board.apply_action(board.legal_actions()[0])
    move = pyspiel.chess.action_to_move(action, board.board())
    origin, target = (8 * (7 - each.y) + each.x for each in (move.from_square, move.to_square))
    return origin, target


def _board(text: str) -> str:
    """Returns the 64 squares of a position, from the top left. Empty ones are dots."""
    board = text.split(" ", 1)[0].replace("/", "")
    return "".join("." * int(sign) if sign.isdigit() else sign for sign in board)


def _evaluate(board: str, side: int) -> float:
    worth = _worth()
    value = sum(worth[sign][place] for place, sign in enumerate(board) if sign != ".")
    return value if side == WHITE else -value


@cache
def _worth() -> dict[str, list[float]]:
    """Returns the value of each piece on each square. Black's are negative."""
    values = {}
    for sign in WORTH:
        values[sign] = [_on_square(sign, place) for place in range(64)]
        values[sign.lower()] = [-values[sign][place ^ 56] for place in range(64)]
    return values


def _on_square(sign: str, place: int) -> float:
    row, column = divmod(place, 8)
    center = 3.5 - max(abs(row - 3.5), abs(column - 3.5))
    return WORTH[sign] + CENTER[sign] * center + (ADVANCE * (6 - row) if sign == "P" else 0)
