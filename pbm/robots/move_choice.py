"""Chooses a robot's move at a level: by proofs, by the game, by search, or at random."""

import random
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pbm.games import AnyGame
from pbm.robots.alphabeta import AlphaBeta
from pbm.robots.evaluators import find_evaluator
from pbm.robots.levels import DEFAULT_POSITIONS, LEVELS, Level, rated_levels
from pbm.robots.mcts import Tree
from pbm.search.budget import SearchBudget
from pbm.search.effort import Effort

DEFAULT_SECONDS = 20.0
"""Default number of seconds for a move. Slow machines and large boards reach this limit."""

ProvedMoves = Callable[[AnyGame, Any, float], Sequence[Any]]
"""Returns the moves that keep a position's proved value, or nothing if it isn't proved.

Its last argument is the maximum number of seconds.
"""


@dataclass(frozen=True, slots=True)
class SearchLimit:
    """The limit for the best robot's search of a move. Weaker robots use a share of it."""

    positions: int = DEFAULT_POSITIONS
    seconds: float = DEFAULT_SECONDS

    def within(self, seconds: float) -> "SearchLimit":
        """Returns the limit, with at most this many seconds."""
        return replace(self, seconds=min(self.seconds, seconds))

    def of(self, level: Level) -> SearchBudget:
        """Returns the search budget of a robot of this level."""
        return SearchBudget(self.seconds, self._positions(level))

    def effort(self, game: AnyGame, level: Level, seed: int) -> Effort:
        """Returns the same limit for a game that chooses the moves of robots itself.

        Robots with a named level search as many positions as the rated level of about the same
        strength, because a position of the game's own engine may take any time.
        """
        is_named = level in LEVELS.values()
        rated = rated_levels(game.name)[level.number].level if is_named else level
        return Effort(level.number, self._positions(rated), self.seconds, seed)

    def _positions(self, level: Level) -> int:
        return max(self.positions * level.positions // DEFAULT_POSITIONS, 1)


def choose_move(
    game: AnyGame,
    position: Any,
    level: Level | int,
    seed: int,
    proved_moves: ProvedMoves | None = None,
    *,
    limit: SearchLimit | None = None,
    seen: Collection[Any] = (),
) -> Any:
    """Returns a move in an unfinished game. Equal arguments lead to the same move.

    `level`: a level, or the number of one in LEVELS.
    `seen`: earlier positions of the game. A robot that is ahead avoids repeating them.
    """
    played = LEVELS[level] if isinstance(level, int) else level
    chance = random.Random(seed)  # noqa: S311 - no secrets here
    moves = list(game.moves(position))
    if len(moves) == 1:
        return moves[0]
    if chance.random() < played.random_move_rate:
        return chance.choice(moves)
    limit = limit or SearchLimit()
    if proved_moves and played.proofs:
        limit = limit.within(limit.seconds / 2)  # Keep the other half for the search.
        moves = list(proved_moves(game, position, limit.seconds)) or moves
    if len(moves) == 1:
        return moves[0]
    chosen = game.choose(position, limit.effort(game, played, seed))
    if game.compute(lambda: chosen in moves):
        return chosen
    evaluator, budget = find_evaluator(game), limit.of(played)
    if len(game.seats) == 2:
        return AlphaBeta(game, evaluator, budget, seen).best(
            position, moves, played.deepest, chance
        )
    return Tree(game, evaluator, budget, chance).best(position)


def evaluate(game: AnyGame, position: Any, seat: int, level: Level, limit: SearchLimit) -> float:
    """Returns the evaluation of a seat in a game for two. It is positive if the seat is ahead."""
    search = AlphaBeta(game, find_evaluator(game), limit.of(level))
    moves = list(game.moves(position))
    search.best(position, moves, level.deepest, random.Random(0))  # noqa: S311
    return search.value if game.to_move(position) == seat else -search.value
