"""The compiled build, and the tests of what is compiled.

python -m tests.compiled [PYTEST ARGUMENTS]

It is made in a copy of the source in a temporary folder, as `COMPILE_PBM=1 pip install .` makes
it. Without a C compiler nothing is run.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from tests.support.paths import ROOT

SOURCE = ("pbm", "commands", "mail", "storage", "tests", "docs")
BUILD = ("pyproject.toml", "setup.py", "README.md", "LICENSE", "packaging")
TESTS = (
    *("tests/pbm/games", "tests/pbm/test_game_laws.py", "tests/pbm/test_perft.py"),
    *("tests/pbm/test_proofs.py", "tests/pbm/test_races.py", "tests/pbm/test_start_counts.py"),
    *("tests/pbm/test_placements.py", "tests/pbm/test_waves.py", "tests/pbm/test_sent_values.py"),
    *("tests/pbm/test_robot_levels.py", "tests/commands/workers/test_robot_turns.py"),
)
"""Those of the compiled modules, and of values of theirs that go to other processes."""
NOT_BUILT = "no C compiler, or no Python.h: the compiled build is neither made nor tested"
IS_COMPILED = "import pbm.games.knightpanic as game; assert game.__file__.endswith('.so')"


def can_build():
    """Returns True if there is a C compiler, and what it needs of Python."""
    header = Path(sysconfig.get_path("include"), "Python.h")
    return shutil.which("cc") is not None and header.exists()


def build(folder):
    """Makes a compiled copy of the source in this folder."""
    for name in (*SOURCE, *BUILD):
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, folder / name)
    build_extensions = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    subprocess.run(build_extensions, cwd=folder, env=environment(COMPILE_PBM="1"), check=True)
    subprocess.run([sys.executable, "-c", IS_COMPILED], cwd=folder, env=environment(), check=True)


def environment(**more):
    """Returns the variables with which programs import from the folder that they run in."""
    return {**os.environ, "PYTHONPATH": ".", **more}


def main():
    """Builds, and runs the tests; returns their exit status."""
    if not can_build():
        print(NOT_BUILT)
        return 0
    with tempfile.TemporaryDirectory(prefix="pbm-compiled-") as made:
        build(Path(made))
        pytest = [sys.executable, "-m", "pytest", *(sys.argv[1:] or TESTS)]
        return subprocess.run(pytest, cwd=made, env=environment(), check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
