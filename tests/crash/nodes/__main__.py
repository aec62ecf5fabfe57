"""Kills nodes and their PostgreSQL while players reply to mails, and checks all that they got.

python -m tests.crash.nodes [--moves N] [--kills N] [--database-kills N] [--players N] [--seed N]
    [--postfix] [--pgbouncer]
"""

import argparse
import secrets
import signal
import sys
import time
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

from tests.crash.nodes.run import nodes_test


def main():
    """Prints the results."""
    options = _options()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))  # with all that it has started
    started = time.monotonic()
    folder = Path(mkdtemp(prefix="pbm-nodes-"))  # kept for inspection when something was lost
    print(f"in {folder}", flush=True)
    print(nodes_test(folder, **vars(options)))
    rmtree(folder)
    print(f"{time.monotonic() - started:.0f} s")


def _options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**6))
    for name, usual in {
        "players": 50,
        "moves": 5000,
        "kills": 60,
        "database-kills": 10,
        "clocks": 20,
        "clock-seconds": 200,
    }.items():
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument("--postfix", action="store_true", help="mail comes by Debian's Postfix")
    parser.add_argument("--pgbouncer", action="store_true", help="PgBouncer before PostgreSQL")
    return parser.parse_args()


if __name__ == "__main__":
    main()
