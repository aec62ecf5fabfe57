"""Commits a second with pbm's checkpoints, and with SQLite's automatic ones, by turns in one run.

python -m tests.benchmarks.checkpoints [--rounds N] [--commits N]
"""

import argparse
import time
from contextlib import closing
from datetime import UTC, datetime
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from sqlalchemy import event

from storage import open_database, wal_checkpoints

AT = datetime(2026, 3, 1, tzinfo=UTC)
WRITERS = 2
WAYS = ("automatic", "own")


def main():
    """Prints a line for each way, and the ratio of the medians of their rates."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--commits", type=int, default=1500, help="by each of two processes")
    options = parser.parse_args()
    rounds = [{way: _measure(way, options.commits) for way in WAYS} for _ in range(options.rounds)]
    rates = {way: median(each[way][0] for each in rounds) for way in WAYS}
    for way in WAYS:
        waits = sorted(wait for each in rounds for wait in each[way][1])
        marks = (waits[int(len(waits) * share)] * 1000 for share in (0.5, 0.95, 0.99, 0.999))
        print(f"{way:10} {rates[way]:6.0f}/s ", *(f"{mark:7.2f}" for mark in marks), "ms")
    print(f"ratio {rates['own'] / rates['automatic']:.3f}")


def _measure(way: str, commits: int) -> tuple[float, list[float]]:
    """Returns commits a second of all writers, and how long each took."""
    with TemporaryDirectory(prefix="pbm-bench-") as folder:
        url = f"sqlite:///{Path(folder) / 'pbm.db'}"
        open_database(url).close()
        with get_context("spawn").Pool(WRITERS) as pool:
            works = [(url, way, f"w{number}", commits) for number in range(WRITERS)]
            results = pool.starmap(_write, works)
        started = max(begun for begun, _, _ in results)
        ended = min(end for _, end, _ in results)
        waits = [
            took for _, _, all_took in results for at, took in all_took if started < at < ended
        ]
    return len(waits) / (ended - started), waits


def _write(url: str, way: str, name: str, commits: int):
    """Signs up players; returns beginning, end, and of each commit when it ended and its time."""
    with closing(open_database(url)) as database:
        if way == "automatic":
            _leave_to_sqlite(database)
        times = [time.perf_counter()]
        for number in range(commits):
            with database.work() as work:
                userid = f"{name}x{number}"
                work.players.add(userid, "x" * 100, [f"{userid}@example.org"], AT)
            times.append(time.perf_counter())
    took = [(end, end - begin) for begin, end in pairwise(times)]
    return times[0], times[-1], took


def _leave_to_sqlite(database):
    """Lets SQLite checkpoint after the commit that makes the log longer than 1000 pages."""
    wal_checkpoints.WalCheckpoints.make_if_due = lambda _self: None
    let = lambda connection, *_: connection.execute("PRAGMA wal_autocheckpoint=1000")  # noqa: E731
    event.listen(database._engine, "checkout", let)


if __name__ == "__main__":
    main()
