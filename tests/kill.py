"""Kills a server under load, and looks whether anything was lost.

python -m tests.kill [--kills N] [--seed N]
"""

import argparse
import secrets
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory


def main():
    """Prints what came of it."""
    sys.path.insert(0, str(Path(__file__).parent))  # where pytest finds the tests' own modules
    from killing import ordeal  # noqa: PLC0415 - found only now

    options, begun = _options(), time.monotonic()
    with TemporaryDirectory(prefix="pbm-kill-") as folder:
        print(ordeal(Path(folder), options.seed, options.kills))
    print(f"{time.monotonic() - begun:.0f} s")


def _options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**6))
    return parser.parse_args()


if __name__ == "__main__":
    main()
