"""Lets a real server run into trouble, and prints what players and admin see, as one table.

python -m tests.failures [disk-full] [read-only] [files] [clock] [sqlite] [postgresql]

As root, as disks are mounted, on loopback and in folders of its own; the clock needs gcc. The exit
status is 1 if anything that was accepted is lost or acts twice.
"""

import argparse
import sys
import time
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

from tests.failures.scenarios import SCENARIOS


def main():
    """Prints the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("scenarios", nargs="*", choices=[*SCENARIOS, []])
    rows = [_run(name) for name in parser.parse_args().scenarios or SCENARIOS]
    heads = list(dict.fromkeys(head for row in rows for head in row.cells))
    print("\n|  |", " | ".join(row.name for row in rows), "|")
    print("|---|", "|".join("---" for _ in rows), "|")
    for head in heads:
        print(f"| {head} |", " | ".join(row.cells.get(head, "") for row in rows), "|")
    sys.exit(any(row.lost for row in rows))


def _run(name):
    folder, started = Path(mkdtemp(prefix="pbm-failure-")), time.monotonic()
    try:
        row = SCENARIOS[name](folder)
    except AssertionError:
        print((folder / "log").read_text())
        raise
    rmtree(folder, ignore_errors=True)
    print(f"{row.name}: {row.cells} ({time.monotonic() - started:.0f} s)", flush=True)
    return row


if __name__ == "__main__":
    main()
