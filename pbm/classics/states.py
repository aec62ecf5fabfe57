"""States of OpenSpiel, made from the actions that lead to them.

A state is the result of a list of actions. Replaying 100 plies of chess takes half a millisecond,
and copying a state a few microseconds, so the most recent states are kept and copied.
"""

from collections import OrderedDict
from functools import cache
from threading import Lock
from typing import Any

Actions = tuple[int, ...]
MAX_STATES = 512
"""Maximum number of states that a process keeps. A state of a long game of chess needs 20 kB."""
MAX_STEPS = 8
"""Maximum number of last actions without which a kept state is looked up."""

LARGEST = {"havannah": "havannah(board_size=10,swap=true)", "y": "y(board_size=19)"}
"""Setups with the most cells, of games whose states refer to a table of neighbors for each size.

OpenSpiel 2.0.2 moves these tables in memory when a larger board is made. States of smaller boards
then crash the process.
"""

_states: OrderedDict[tuple[str, Actions], Any] = OrderedDict()
_lock = Lock()


@cache
def spiel_game(setup: str) -> Any:
    """Returns a game of OpenSpiel. `setup`: its name and parameters, such as `go(board_size=9)`."""
    import pyspiel  # noqa: PLC0415 - takes 25 MB and 70 ms, so only boards of these games load it

    game = pyspiel.load_game(setup)
    if largest := LARGEST.get(game.get_type().short_name):
        pyspiel.load_game(largest).new_initial_state()
    return game


def state_after(setup: str, actions: Actions) -> Any:
    """Returns the state after these actions. Callers must not change it.

    Raises an error if an action is illegal.
    """
    with _lock:
        return _state_after(setup, actions)


def _state_after(setup: str, actions: Actions) -> Any:
    key = setup, actions
    if key in _states:
        _states.move_to_end(key)
        return _states[key]
    ends = range(len(actions) - 1, max(len(actions) - MAX_STEPS, 0) - 1, -1)
    start = next((end for end in ends if (setup, actions[:end]) in _states), 0)
    state = (
        _states[setup, actions[:start]].clone() if start else spiel_game(setup).new_initial_state()
    )
    for action in actions[start:]:
        state.apply_action_with_legality_check(action)
    _states[key] = state
    if len(_states) > MAX_STATES:
        _states.popitem(last=False)
    return state
