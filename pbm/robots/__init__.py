"""Robots: players of every game, of three levels. They know nothing but what a game is."""

import random
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pbm.games import AnyGame
from pbm.robots.alphabeta import AlphaBeta
from pbm.robots.evaluators import find_evaluator
from pbm.robots.mcts import Tree
from pbm.search_budget import SearchBudget

DEFAULT_POSITIONS = 150_000
"""What the best robot looks at before it moves, unless told otherwise."""
DEFAULT_SECONDS = 20.0
"""A ceiling for slow machines and large boards."""

ProvedMoves = Callable[[AnyGame, Any, float], Sequence[Any]]
"""Gives the moves that keep what a position is proved to be worth; none where nothing is."""


@dataclass(frozen=True, slots=True)
class Level:
    """How well a robot plays."""

    name: str
    share: float
    """Of the best robot's positions."""
    deepest: int
    """How many plies ahead it looks at most."""
    random_move_rate: float = 0.0
    """How often it plays whatever comes to its mind."""
    proofs: bool = False
    """Whether it plays what is proved."""


LEVELS = {
    1: Level("casual", 0.002, 1, random_move_rate=0.7),
    2: Level("strong", 0.25, 60),
    3: Level("best", 1.0, 100, proofs=True),
}


@dataclass(frozen=True, slots=True)
class SearchLimit:
    """What the best robot may spend on a move; the others spend their share of it."""

    positions: int = DEFAULT_POSITIONS
    seconds: float = DEFAULT_SECONDS

    def within(self, seconds: float) -> "SearchLimit":
        """No more time than that."""
        return replace(self, seconds=min(self.seconds, seconds))

    def of(self, level: Level) -> SearchBudget:
        """What a robot of this level may spend."""
        return SearchBudget(self.seconds, max(int(self.positions * level.share), 1))


def choose_move(
    game: AnyGame,
    position: Any,
    level: int,
    seed: int,
    proved_moves: ProvedMoves | None = None,
    *,
    limit: SearchLimit | None = None,
    seen: Collection[Any] = (),
) -> Any:
    """A move in a game that isn't over; the same again for the same of everything.

    `seen`: positions that the game has seen before, to which a robot that stands well won't go.
    """
    played, chance = LEVELS[level], random.Random(seed)  # noqa: S311 - no secrets here
    moves = list(game.moves(position))
    if len(moves) == 1:
        return moves[0]
    if chance.random() < played.random_move_rate:
        return chance.choice(moves)
    limit = limit or SearchLimit()
    if proved_moves and played.proofs:
        limit = limit.within(limit.seconds / 2)  # for the proof, and for the search
        moves = list(proved_moves(game, position, limit.seconds)) or moves
    if len(moves) == 1:
        return moves[0]
    sight, budget = find_evaluator(game), limit.of(played)
    if len(game.seats) == 2:
        return AlphaBeta(game, sight, budget, seen).best(position, moves, played.deepest, chance)
    return Tree(game, sight, budget, chance).best(position)


def evaluate(game: AnyGame, position: Any, seat: int, level: int, limit: SearchLimit) -> float:
    """How a seat of a game for two stands: above 0 better than the other."""
    played = LEVELS[level]
    search = AlphaBeta(game, find_evaluator(game), limit.of(played))
    moves = list(game.moves(position))
    search.best(position, moves, played.deepest, random.Random(0))  # noqa: S311
    return search.value if game.to_move(position) == seat else -search.value
