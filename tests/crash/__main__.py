"""Kills a server under load, and checks that nothing was lost.

python -m tests.crash [--kills N] [--seed N]
"""

import argparse
import secrets
import time
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

from tests.crash.run import crash_test


def main():
    """Prints the results."""
    options, started = _options(), time.monotonic()
    folder = Path(mkdtemp(prefix="pbm-kill-"))  # kept for inspection when something was lost
    print(f"in {folder}", flush=True)
    print(crash_test(folder, options.seed, options.kills))
    rmtree(folder)
    print(f"{time.monotonic() - started:.0f} s")


def _options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**6))
    return parser.parse_args()


if __name__ == "__main__":
    main()
