"""Kills servers under load, on each kind of database, and checks that nothing was lost.

python -m tests.crash [--kills N] [--seed N] [sqlite] [postgresql] [two-servers]
"""

import argparse
import secrets
import time
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

from tests.crash.run import crash_test
from tests.support.postgresql import postgresql

SITES = {"sqlite": 1, "postgresql": 1, "two-servers": 2}
"""The number of servers on one database: SQLite in the first, PostgreSQL in the others."""


def main():
    """Prints the results."""
    options = _options()
    sites = options.sites or [*SITES]
    for site in sites:
        started = time.monotonic()
        folder = Path(mkdtemp(prefix="pbm-kill-"))  # kept for inspection when something was lost
        print(f"{site} in {folder}", flush=True)
        print(f"{site}: {_tested(site, folder, options.seed, -(-options.kills // len(sites)))}")
        rmtree(folder)
        print(f"{time.monotonic() - started:.0f} s", flush=True)


def _tested(site, folder, seed, kills):
    if site == "sqlite":
        return crash_test(folder, seed, kills)
    with postgresql() as url:
        return crash_test(folder, seed, kills, url=url, servers=SITES[site])


def _options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=400, help="for all sites together")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**6))
    parser.add_argument("sites", nargs="*", choices=[*SITES, []])
    return parser.parse_args()


if __name__ == "__main__":
    main()
