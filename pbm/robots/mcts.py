"""Monte Carlo tree search for any number of players, each of whom wants the most for themselves."""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from pbm.game import Outcome
from pbm.games import AnyGame
from pbm.robots.evaluators import Evaluator
from pbm.search_budget import BudgetExhausted, SearchBudget

CURIOSITY = 0.6
"""How much a move that was tried less is preferred."""
SHARPNESS = 0.35
"""How much a step more in the standing counts for the hope to win."""
SECOND = 0.15
"""What it is worth to come in second, where to win is worth 1."""
COST = 3
"""A position in the tree takes so many times as long as one in alpha-beta search."""

Worth = tuple[float, ...]
"""What a position is worth to each seat, from 0 to 1."""


@dataclass(slots=True)
class Node:
    """A position, and what was found behind it."""

    position: Any
    seat: int | None
    """Who is to move; nobody when it is over."""
    moves: list[Any]
    children: list["Node"] = field(default_factory=list)
    visits: int = 0
    total: list[float] = field(default_factory=list)
    proved: Worth | None = None
    """What it comes to when everybody plays their best, once that was seen to the end."""


@dataclass
class Tree:
    """A search from one position."""

    game: AnyGame
    sight: Evaluator
    budget: SearchBudget
    chance: random.Random

    def best(self, position: Any) -> Any:
        """The move that was tried most, or one that is proved the best."""
        root = self._node(position)
        try:
            while root.proved is None:
                self._try(root)
        except BudgetExhausted:
            pass
        return root.moves[self._preferred(root) if root.children else 0]

    def _preferred(self, root: Node) -> int:
        """What is proved counts as tried as often as it is worth."""
        seat, children = root.seat or 0, root.children
        if root.proved is not None:
            return _first(children, lambda child: child.proved[seat] if child.proved else -1)
        return _first(
            children,
            lambda child: root.visits * child.proved[seat] if child.proved else child.visits,
        )

    def _try(self, root: Node) -> None:
        """Goes down to a position that is new, and tells all above of it."""
        self.budget.spend()
        path = [root]
        while path[-1].proved is None and len(path[-1].children) == len(path[-1].moves):
            path.append(_chosen(path[-1]))
        if path[-1].proved is None:
            path.append(self._grown(path[-1]))
        worth = path[-1].proved or self._looks(path[-1])
        for node in reversed(path):
            node.visits += 1
            node.total = [sum(pair) for pair in zip(node.total, worth, strict=True)]
            if node.proved is None:
                node.proved = _proof(node)

    def _grown(self, node: Node) -> Node:
        """One more child."""
        self.budget.spend(COST - 1)
        move = node.moves[len(node.children)]
        node.children.append(self._node(self.game.play(node.position, move)))
        return node.children[-1]

    def _node(self, position: Any) -> Node:
        moves = list(self.game.moves(position))
        self.chance.shuffle(moves)
        node = Node(position, self.game.to_move(position), moves)
        node.total = [0.0] * len(self.game.seats)
        outcome = self.game.outcome(position)
        node.proved = _ended(outcome) if outcome else None
        return node

    def _looks(self, node: Node) -> Worth:
        """The hope of each seat, judged by how it stands."""
        standing = self.sight(node.position)
        hopes = [math.exp(SHARPNESS * (each - max(standing))) for each in standing]
        return tuple(hope / sum(hopes) for hope in hopes)


def _chosen(node: Node) -> Node:
    """The child that promises most to who is to move, or of which little is known."""
    seat, spread = node.seat or 0, CURIOSITY * math.sqrt(math.log(node.visits + 1))
    best, chosen = -1.0, node.children[0]
    for child in node.children:
        if child.proved is not None:
            promise = child.proved[seat]
        else:
            promise = child.total[seat] / child.visits + spread / math.sqrt(child.visits)
        if promise > best:
            best, chosen = promise, child
    return chosen


def _proof(node: Node) -> Worth | None:
    """What a position comes to, if its mover surely wins or if all of its moves are proved."""
    seat, children = node.seat or 0, node.children
    found = [child.proved for child in children if child.proved is not None]
    best = max(found, key=lambda worth: worth[seat], default=None)
    if best is None or (best[seat] < 1 and len(found) < len(node.moves)):
        return None
    return best


def _ended(outcome: Outcome) -> Worth:
    """1 for the winner, a little for who comes in second, an equal share of a draw."""
    if not outcome.winners:
        return (1 / len(outcome.places),) * len(outcome.places)
    return tuple((1.0, SECOND, 0.0)[min(place, 3) - 1] for place in outcome.places)


def _first(children: Sequence[Node], value: Any) -> int:
    """The number of the child of the highest value."""
    return max(range(len(children)), key=lambda number: value(children[number]))
