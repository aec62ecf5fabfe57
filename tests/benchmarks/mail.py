"""Mails a second through a running server, beside the disk and the SMTP library, by turns.

python -m tests.benchmarks.mail [--rounds N] [--mails N] [--boards N] [--finished N] [--before TREE]
    [--also GAME]

Each round runs all programs, one after the other, so that a busy machine is busy for all of them;
what is printed are medians, and ratios within the rounds. --before also runs the server of another
source tree, such as a worktree of an older commit; --also runs boards of another game than Knight
Panic.
"""

import argparse
import os
import shutil
import sqlite3
import time
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from unittest.mock import patch

from commands.server.app.opening import open_app
from commands.settings import Settings
from commands.system.logs.logging import configure_logging
from tests.benchmarks.moves import BATCH, WARMING, content, handle_together, prepare, prepare_folder
from tests.benchmarks.servers import (
    ADDRESS,
    DATA,
    DATABASE,
    delivery_processes,
    processor_times,
    program,
    serving,
    suspended,
    wait_until_delivered,
)
from tests.benchmarks.smtp_load import Load, send_all

__all__ = ["prepare"]  # by this name a tree of any age is asked for its boards

ROW = "aiosmtpd, one SQLite row a mail"
REFERENCES = {"aiosmtpd, answering 250": "bare", ROW: "row"}
LIMITS = {"emails_per_address": 10**6}
HEAD = f"{'':42}{'a second':>8} {'p50':>6} {'p95':>6} {'p99':>6}    of row  p99"


@dataclass(frozen=True)
class Version:
    """A version of our server."""

    name: str
    tree: Path | None
    template: Path
    """A data folder that it has prepared."""
    mails: list[tuple[str, str, bytes]]


@dataclass
class Results:
    """The results of all rounds."""

    loads: dict[str, list[Load]] = field(default_factory=dict)
    rates: dict[str, list[float]] = field(default_factory=dict)
    """Those of programs that answer nothing: the disk, and deliveries."""
    spent: dict[str, list[Counter[str]]] = field(default_factory=dict)
    """The milliseconds of processor time a mail, by process."""
    notes: dict[str, str] = field(default_factory=dict)

    def add(self, name, load: Load):
        """Adds the load of a program in this round."""
        self.loads.setdefault(name, []).append(load)
        if load.refused:
            self.notes[name] = f"{len(load.refused)} refused: {load.refused[0]}"

    def add_spent(self, name, before, after, mails):
        """Adds the processor time that the mails of a round took."""
        used = {part: 1000 * (after[part] - before[part]) / mails for part in after}
        self.spent.setdefault(name, []).append(Counter(used))


def main():
    """Prints the tables."""
    options = _options()
    results = Results()
    with TemporaryDirectory(prefix="pbm-bench-") as folder:
        before = {"before": (options.before, None)} if options.before else {}
        also = {options.also: (None, options.also)} if options.also else {}
        programs = {**before, **also, "pbm": (None, None)}
        versions = [
            _version(name, tree, Path(folder), options, game)
            for name, (tree, game) in programs.items()
        ]
        for number in range(options.rounds):
            own = Path(folder, str(number))
            own.mkdir()
            _run_round(own, versions, options.mails, results)
            shutil.rmtree(own)
    _print(results)
    print(f"orders to the database a move, in batches of ten: {orders_a_move():.1f}")


def _options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--mails", type=int, default=3000)
    parser.add_argument("--boards", type=int, default=1000)
    parser.add_argument("--finished", type=int, default=0, help="finished boards besides")
    parser.add_argument("--before", type=Path, metavar="TREE", help="another source tree")
    parser.add_argument("--also", metavar="GAME", help="another game")
    return parser.parse_args()


def _version(name, tree, folder, options, game):
    template = folder / name
    mails = prepare_folder(
        template, options.boards, options.mails + WARMING, options.finished, tree, game=game
    )
    return Version(name, tree, template, mails)


def _run_round(folder, versions, count, results):
    results.rates.setdefault("fsync", []).append(_fsyncs(folder))
    for name, kind in REFERENCES.items():
        results.add(name, _reference(kind, folder, count))
    for version in versions:
        own = folder / version.name
        shutil.copytree(version.template, own / DATA)
        _measure(version, own, results)


def _fsyncs(folder: Path) -> float:
    """Returns how many pages a second the disk writes and syncs."""
    with (folder / "fsync").open("wb", buffering=0) as file:
        started, count = time.perf_counter(), 0
        while time.perf_counter() < started + 1:
            file.write(b"x" * 4096)
            os.fsync(file.fileno())
            count += 1
        return count / (time.perf_counter() - started)


def _reference(kind, folder, count):
    warming = [("warm@example.org", ADDRESS, content("a1-c5", 1))] * WARMING
    mails = [("a@example.org", ADDRESS, content("a1-c5", number)) for number in range(count)]
    own = folder / kind
    own.mkdir()
    with program(kind, own) as port:
        send_all(port, warming)
        return send_all(port, mails)


def _measure(version, folder, results):
    """Measures moves by reply while nothing is delivered, and then the delivery."""
    queued, delivered = f"{version.name}, moves by reply, queued", f"{version.name}, delivered"
    mails = version.mails
    with (
        program("sink", folder) as sink,
        serving(folder, sink, version.tree) as (port, server),
    ):
        with suspended(delivery_processes(server), folder):
            send_all(port, mails[:WARMING])
            before = processor_times(server)
            load = send_all(port, mails[WARMING:])
            after = processor_times(server)
        results.add(queued, load)
        results.add_spent(queued, before, after, len(load.latencies))
        done = wait_until_delivered(folder / "taken", 2 * (WARMING + len(load.latencies)))
        results.rates.setdefault(delivered, []).append(done.mails / done.seconds)
        results.add_spent(delivered, after, processor_times(server), done.mails)


def _print(results: Results):
    print(HEAD)
    for name, rates in sorted(results.rates.items(), key=lambda each: each[0] != "fsync"):
        if name == "fsync":
            print(f"{name:42}{median(rates):8.0f}")
            _print_loads(results)
        else:
            print(f"{name:42}{median(rates):8.0f} {'':24}{_ratio(rates, results):6.2f}")
    print("\nmilliseconds of processor time a mail")
    for name, spent in results.spent.items():
        parts = {part: median(each[part] for each in spent) for part in spent[0]}
        shown = [f"{part} {used:.2f}" for part, used in parts.items() if used >= 0.005]
        print(f"{name:36} {', '.join(shown)}")


def _print_loads(results):
    rows = results.loads[ROW]
    for name, loads in results.loads.items():
        marks = " ".join(
            f"{median(load.percentile(share) for load in loads):6.1f}"
            for share in (0.5, 0.95, 0.99)
        )
        rates = [load.rate for load in loads]
        tail = median(
            load.percentile(0.99) / row.percentile(0.99)
            for load, row in zip(loads, rows, strict=True)
        )
        line = f"{name:42}{median(rates):8.0f} {marks} ms {_ratio(rates, results):6.2f} {tail:5.2f}"
        print(line, results.notes.get(name, ""))


def _ratio(rates, results):
    """Returns the median of the ratios to the row in the same round."""
    rows = results.loads[ROW]
    return median(rate / row.rate for rate, row in zip(rates, rows, strict=True))


def orders_a_move() -> float:
    """Returns the orders a move, in a transaction of ten moves on ten boards."""
    configure_logging(quiet=True)
    with TemporaryDirectory(prefix="pbm-bench-") as folder, counted_orders() as orders:
        url, data = f"sqlite:///{Path(folder) / DATABASE}", Path(folder)
        mails, _ = prepare(url, data, BATCH, 2 * BATCH)
        with open_app(Settings(data=data, address=ADDRESS, **LIMITS)) as app:
            handle_together(app, mails[:BATCH])
            orders.clear()
            handle_together(app, mails[BATCH:])
            return orders.total() / BATCH


@contextmanager
def counted_orders():
    """Counts what connections to SQLite are told that are opened meanwhile, by its first word."""
    orders = Counter()

    class CountingCursor(sqlite3.Cursor):
        def execute(self, statement, *values):
            orders[statement.split(None, 1)[0]] += 1
            return super().execute(statement, *values)

        def executemany(self, statement, *values):
            orders[statement.split(None, 1)[0]] += 1
            return super().executemany(statement, *values)

    class CountingConnection(sqlite3.Connection):
        def cursor(self, factory=CountingCursor):
            return super().cursor(factory)

        def execute(self, statement, *values):
            return self.cursor().execute(statement, *values)

    connect = sqlite3.dbapi2.connect
    counting = lambda *words, **more: connect(*words, factory=CountingConnection, **more)  # noqa: E731 - a factory
    with patch.object(sqlite3.dbapi2, "connect", counting):
        yield orders


if __name__ == "__main__":
    main()
