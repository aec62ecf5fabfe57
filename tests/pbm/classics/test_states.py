"""States of boards of several sizes in one process."""

import subprocess
import sys

PLAY_ALL_SIZES = """
import random
from pbm.classics.states import spiel_game

for setup in ("y(board_size={})", "havannah(board_size={},swap=true)"):
    chance, states = random.Random(1), []
    for size in (3, 5, 8, 10, 4, 9):
        states.append(spiel_game(setup.format(size)).new_initial_state())
        for _ in range(3):
            states[-1].apply_action(chance.choice(states[-1].legal_actions()))
    reused = [bytearray(3000) for _ in range(10_000)]  # memory that may have been freed
    for state in states:
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
            state.clone()
"""


def test_a_larger_board_doesnt_crash_smaller_ones():
    """It did in OpenSpiel 2.0.2: hence a process of its own."""
    subprocess.run([sys.executable, "-c", PLAY_ALL_SIZES], check=True)
