"""Monte Carlo tree search for any number of players. Each player maximizes their own value."""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from pbm.game import Outcome
from pbm.games import AnyGame
from pbm.robots.evaluators import Evaluator
from pbm.search.budget import BudgetExhausted, SearchBudget

EXPLORATION = 0.6
"""Weight of the bonus for moves that have been tried less often."""
SHARPNESS = 0.35
"""How much one point of an evaluation changes the estimated probability of winning."""
SECOND = 0.15
"""The value of second place. A win has the value 1."""
COST = 3
"""The cost of adding a position to the tree, in positions of an alpha-beta search."""

Values = tuple[float, ...]
"""The value of a position for each seat, from 0 to 1."""


@dataclass(slots=True)
class Node:
    """A position, and the statistics of its subtree."""

    position: Any
    seat: int | None
    """The seat to move, or None if the game is over."""
    moves: list[Any]
    children: list["Node"] = field(default_factory=list)
    visits: int = 0
    total: list[float] = field(default_factory=list)
    proved: Values | None = None
    """The values with best play by all players, if they have been searched to the end."""


@dataclass
class Tree:
    """A search from one position."""

    game: AnyGame
    evaluator: Evaluator
    budget: SearchBudget
    generator: random.Random

    def best(self, position: Any) -> Any:
        """Returns the move that is proved best, or the most visited move if none is proved."""
        root = self._node(position)
        try:
            while root.proved is None:
                self._run_playout(root)
        except BudgetExhausted:
            pass
        return root.moves[self._preferred(root) if root.children else 0]

    def value(self, position: Any) -> tuple[Values, bool]:
        """Returns the value of a position for each seat, and whether it is proved."""
        root = self._node(position)
        try:
            while root.proved is None:
                self._run_playout(root)
        except BudgetExhausted:
            pass
        if root.proved is not None:
            return root.proved, True
        return tuple(total / max(root.visits, 1) for total in root.total), False

    def _preferred(self, root: Node) -> int:
        """Returns the preferred child's index.

        It compares children by their visits. For a proved child, it uses the child's value times
        the root's visits instead.
        """
        seat, children = root.seat or 0, root.children
        if root.proved is not None:
            return _best_index(children, lambda child: child.proved[seat] if child.proved else -1)
        return _best_index(
            children,
            lambda child: root.visits * child.proved[seat] if child.proved else child.visits,
        )

    def _run_playout(self, root: Node) -> None:
        """Descends to a new position, evaluates it, and updates all nodes on the path."""
        self.budget.spend()
        path = [root]
        while path[-1].proved is None and len(path[-1].children) == len(path[-1].moves):
            path.append(_select(path[-1]))
        if path[-1].proved is None:
            path.append(self._expand(path[-1]))
        values = path[-1].proved or self._evaluate(path[-1])
        for node in reversed(path):
            node.visits += 1
            node.total = [sum(pair) for pair in zip(node.total, values, strict=True)]
            if node.proved is None:
                node.proved = _proof(node)

    def _expand(self, node: Node) -> Node:
        """Adds the child after the next move that hasn't been tried, and returns it."""
        self.budget.spend(COST - 1)
        move = node.moves[len(node.children)]
        node.children.append(self._node(self.game.play(node.position, move)))
        return node.children[-1]

    def _node(self, position: Any) -> Node:
        moves = list(self.game.moves(position))
        self.generator.shuffle(moves)
        node = Node(position, self.game.to_move(position), moves)
        node.total = [0.0] * len(self.game.seats)
        outcome = self.game.outcome(position)
        node.proved = _ended(outcome) if outcome else None
        return node

    def _evaluate(self, node: Node) -> Values:
        """Returns each seat's probability of winning, estimated by the evaluator."""
        evaluation = self.evaluator(node.position)
        weights = [math.exp(SHARPNESS * (each - max(evaluation))) for each in evaluation]
        return tuple(weight / sum(weights) for weight in weights)


def _select(node: Node) -> Node:
    """Returns the child with the highest sum of estimate and exploration bonus for the mover."""
    seat, spread = node.seat or 0, EXPLORATION * math.sqrt(math.log(node.visits + 1))
    best, chosen = -1.0, node.children[0]
    for child in node.children:
        if child.proved is not None:
            score = child.proved[seat]
        else:
            score = child.total[seat] / child.visits + spread / math.sqrt(child.visits)
        if score > best:
            best, chosen = score, child
    return chosen


def _proof(node: Node) -> Values | None:
    """Returns the proved values of a node, or None.

    They are proved if a move wins for the player to move, or if the values after all moves are
    proved.
    """
    seat, children = node.seat or 0, node.children
    proved = [child.proved for child in children if child.proved is not None]
    best = max(proved, key=lambda values: values[seat], default=None)
    if best is None or (best[seat] < 1 and len(proved) < len(node.moves)):
        return None
    return best


def _ended(outcome: Outcome) -> Values:
    """Returns 1 for the winner, SECOND for second place, and equal shares of 1 for a draw."""
    if not outcome.winners:
        return (1 / len(outcome.places),) * len(outcome.places)
    return tuple((1.0, SECOND, 0.0)[min(place, 3) - 1] for place in outcome.places)


def _best_index(children: Sequence[Node], value: Any) -> int:
    return max(range(len(children)), key=lambda number: value(children[number]))
