"""Other programs that count lines of play: plain C and Python, OpenSpiel, easyAI and pyffish.

Each counts those of so many plies. The extra `pbm[peers]` installs the libraries, and C needs a
compiler: ImportError or FileNotFoundError says that one isn't there.
"""

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

SOURCE = Path(__file__).with_name("perft.c")
KNIGHT = [(dx, dy) for dx in (-2, -1, 1, 2) for dy in (-2, -1, 1, 2) if abs(dx) != abs(dy)]
SQUARES = frozenset((column, row) for column in range(8) for row in range(8))
CORNERS = (0, 0), (7, 7)
JOUST = "7n/8/8/8/8/8/8/N7 w - - 0 1"
"""Knight's Duel is Fairy-Stockfish's joust from this start, but for captures."""


@dataclass(frozen=True)
class PlainC:
    """Counts Knight's Duel by `perft.c`, compiled into this folder."""

    folder: Path

    def __call__(self, depth):
        """Returns the number of lines."""
        program = self.folder / "perft"
        if not program.exists():
            self._compile(program)
        done = subprocess.run([program, str(depth)], capture_output=True, text=True, check=True)
        return int(done.stdout)

    def _compile(self, program):
        compiler = shutil.which("cc")
        if compiler is None:
            raise FileNotFoundError("there is no C compiler")
        subprocess.run([compiler, "-O3", "-march=native", "-o", program, SOURCE], check=True)


def plain_sets(depth):
    """Counts Knight's Duel by sets of squares, as one writes it down first."""
    return _count_sets(SQUARES - set(CORNERS), *CORNERS, depth)


def _count_sets(active, own, other, depth):
    reach = {(own[0] + dx, own[1] + dy) for dx, dy in KNIGHT} & active
    if depth == 1:
        return len(reach)
    return sum(_count_sets(active - {square}, other, square, depth - 1) for square in reach)


def easyai(depth):
    """Counts easyAI's game Knights, which is Knight's Duel."""
    from easyAI import Human_Player  # noqa: PLC0415 - an extra
    from easyAI.games.Knights import Knights  # noqa: PLC0415

    return _count_easyai(Knights([Human_Player(), Human_Player()]), depth)


def _count_easyai(game, depth):
    moves = game.possible_moves()
    if depth == 1:
        return len(moves)
    return sum(_count_easyai(_after(game, move), depth - 1) for move in moves)


def _after(game, move):
    after = game.copy()
    after.make_move(move)
    after.switch_player()
    return after


def pyffish(depth):
    """Counts Fairy-Stockfish's joust, by its module for Python."""
    import pyffish as module  # noqa: PLC0415 - an extra

    return _count_pyffish(module, JOUST, depth)


def _count_pyffish(module, position, depth):
    moves = module.legal_moves("joust", position, [])
    if depth == 1:
        return len(moves)
    after = (module.get_fen("joust", position, [move]) for move in moves)
    return sum(_count_pyffish(module, each, depth - 1) for each in after)


def openspiel(depth):
    """Counts tic-tac-toe, OpenSpiel's board game that is written in Python."""
    import pyspiel  # noqa: PLC0415 - an extra
    from open_spiel.python.games import tic_tac_toe  # noqa: F401, PLC0415 - registers itself

    return _count_openspiel(pyspiel.load_game("python_tic_tac_toe").new_initial_state(), depth)


def _count_openspiel(state, depth):
    moves = state.legal_actions()
    if depth == 1:
        return len(moves)
    return sum(_count_openspiel(state.child(move), depth - 1) for move in moves)
