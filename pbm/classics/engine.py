"""Robots of classic games: OpenSpiel's Monte Carlo tree search with random games."""

import time
from collections.abc import Collection
from typing import Any

from pbm.classics.position import Position
from pbm.classics.states import Actions
from pbm.search.effort import Effort

EXPLORATION = 1.4
"""Weight of moves that were searched little. Results of games are from -1 to 1."""
MAX_MEGABYTES = 200
TRIAL_SIMULATIONS = 10
"""Number of simulated games from which the time of one is estimated."""
TIME_USED = 0.8
"""Share of the time that a search plans to use. Simulations get slower as its tree grows: in seven
games, a search took up to 1.22 times the time that was estimated from its trial.
"""
MAX_ACTIONS = 40
"""Maximum number of actions of a move."""
MAX_SEED = 2**31 - 1


def chosen_move(position: Position, moves: Collection[Actions], effort: Effort) -> Actions | None:
    """Returns the best of the legal moves by simulated games, or None if the search finds none.

    If a move consists of several actions, each of them is searched, and the time is shared.
    """
    state, actions, legal = position.state.clone(), list[int](), frozenset(moves)
    seconds = effort.seconds / max(map(len, moves))
    for _ in range(MAX_ACTIONS):
        actions.append(_best_action(state, effort, seconds))
        if tuple(actions) in legal:
            return tuple(actions)
        state.apply_action(actions[-1])
        if state.is_terminal():
            return None
    return None


def _best_action(state: Any, effort: Effort, seconds: float) -> int:
    actions = state.legal_actions()
    if len(actions) == 1:
        return int(actions[0])
    began = time.perf_counter()
    action = _searched(state, TRIAL_SIMULATIONS, effort.seed)
    each = (time.perf_counter() - began) / TRIAL_SIMULATIONS
    # OpenSpiel ignores the number of simulations if it is given a time, so the time is estimated.
    simulations = int(min(effort.positions, TIME_USED * seconds / each - TRIAL_SIMULATIONS))
    return _searched(state, simulations, effort.seed) if simulations > 1 else action


def _searched(state: Any, simulations: int, seed: int) -> int:
    import pyspiel  # noqa: PLC0415 - see `spiel_game`

    seed %= MAX_SEED
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    limits = EXPLORATION, simulations, MAX_MEGABYTES
    # It recognizes positions with a forced result, and prints nothing.
    bot = pyspiel.MCTSBot(state.get_game(), evaluator, *limits, True, seed, False)
    return int(bot.mcts_search(state).best_child().action)
