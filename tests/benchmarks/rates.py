"""Leaves a second of all games, and positions a second of their robots, once, as JSON.

python -m tests.benchmarks.rates

It measures processor time, of the pbm that it is run with: see tests.benchmarks.rules.
"""

import json
import random
import time
from functools import partial

from pbm.game import perft
from pbm.games import find
from pbm.robots.alphabeta import AlphaBeta
from pbm.robots.evaluators import find_evaluator
from pbm.robots.mcts import Tree
from pbm.search.budget import SearchBudget

LEAVES = {
    "knightsduel": 10,
    "knightsdance": 9,
    "knightsdance -jumpblock": 9,
    "trailblazer": 15,
    "madknights -start=c3,f6,d5": 7,
    "knightpanic": 5,
    "knightpanic -size=6": 4,
    "knightpanic -3d": 5,
}
"""The plies of each game, for about a tenth of a second."""
ROBOTS = {
    "knightsduel",
    "knightsdance -rows=20 -cols=20",
    "trailblazer",
    "madknights -start=c3,f6,d5",
    "knightpanic -size=7",
}
"""Starts of which no robot sees the end."""
POSITIONS = 10_000
DEEPEST = 100


def rate(run):
    """Returns how many things a second a function does that returns their number."""
    begin = time.process_time()
    return run() / (time.process_time() - begin)


def positions(game, position):
    """Returns the number of positions that the best robot searches within its limit."""
    budget, chance = SearchBudget(positions=POSITIONS), random.Random(0)
    if len(game.seats) == 2:
        moves = list(game.moves(position))
        AlphaBeta(game, find_evaluator(game), budget).best(position, moves, DEEPEST, chance)
    else:
        Tree(game, find_evaluator(game), budget, chance).best(position)
    return budget.used


def start(words):
    """Returns a game, and its start with these options."""
    name, *options = words.split()
    game = find(name)
    return game, game.start(game.resolve(game.read_options(options), 0))


def main():
    """Prints the rates."""
    counted = {words: rate(partial(perft, *start(words), plies)) for words, plies in LEAVES.items()}
    searched = {words: rate(partial(positions, *start(words))) for words in sorted(ROBOTS)}
    print(json.dumps({"leaves": counted, "positions": searched}))


if __name__ == "__main__":
    main()
