"""The build's one option: `COMPILE_PBM=1` compiles what robots and proofs spend their time in.

mypyc makes C of the same source; without the option, which is the default, pbm is pure Python.
"""

import os
import sys
from pathlib import Path

from setuptools import Extension, setup

COMPILED = ("pbm/games", "pbm/robots", "pbm/robots/evaluators", "pbm/proofs")
"""Folders of which all modules but `__init__.py` are compiled: that one looks for the others."""
BESIDE = ("pbm/bits.py", "pbm/game.py", "pbm/perft.py", "pbm/search_budget.py")
"""Modules that those call all the time."""
SENT = {"levels.py", "search_tasks.py", "value.py"}
"""Modules of values that go to other processes: those of compiled classes can't be pickled."""
REQUIRED = ["mypy>=1.16", "numpy>=2.0"]
"""numpy for its types."""


def modules() -> list[str]:
    """Returns the paths of the modules to compile."""
    found = (path for folder in COMPILED for path in Path(folder).glob("[!_]*.py"))
    return sorted([*BESIDE, *(str(path) for path in found if path.name not in SENT)])


def extensions() -> list[Extension]:
    """Returns mypyc's extension modules."""
    from mypyc.build import mypycify  # noqa: PLC0415 - only this build requires it

    return mypycify(modules(), opt_level="3", debug_level="0")


if os.environ.get("COMPILE_PBM") != "1":
    setup()
elif "egg_info" in sys.argv:  # asks for the requirements, before they are there
    setup(setup_requires=REQUIRED)
else:
    setup(ext_modules=extensions())
