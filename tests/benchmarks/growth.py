"""The cost of what players and admins do as the boards become more, and its growth.

python -m tests.benchmarks.growth [--boards 1000 100000 1000000] [--rounds N] [--keep FOLDER]

Each round does everything on each database, by turns. The figures are medians of milliseconds of
processor time, for one of each kind; the last column is that of the largest by that of the
smallest. With --keep the folders are left there, and used again by the next run.
"""

import argparse
import os
import random
import secrets
import sqlite3
import time
from contextlib import ExitStack, closing, redirect_stdout
from dataclasses import dataclass, field
from io import StringIO
from itertools import islice
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from commands.cli.main import run
from commands.server.app.app import App
from commands.server.app.opening import open_app
from commands.settings import Settings
from commands.system.logs.logging import configure_logging
from tests.benchmarks.many_boards import PLAYED, make_many_boards
from tests.benchmarks.moves import BATCH, handle_together, next_moves
from tests.benchmarks.servers import ADDRESS, DATABASE, NO_LIMITS

ROUND_MOVES = 40


@dataclass
class Place:
    """A database of some size, and the moves that wait to be made there."""

    data: Path
    boards: int
    app: App
    moves: list[tuple[str, str, bytes]]
    times: dict[str, list[float]] = field(default_factory=dict)
    made: int = 0

    def measure(self, name, do):
        """Adds the milliseconds of processor time of one of these."""
        count = ROUND_MOVES if name == MOVE else 1
        started = time.process_time()
        do(self)
        self.times.setdefault(name, []).append(1000 * (time.process_time() - started) / count)

    def move(self):
        """Makes the next moves, as the writer does."""
        for _ in range(ROUND_MOVES // BATCH):
            handle_together(self.app, self.moves[self.made : self.made + BATCH])
            self.made += BATCH

    def ask(self, line):
        """Has a line answered that a player has sent."""
        id = secrets.token_hex(8)  # the folder may have had this line before
        head = f"From: player7@example.org\r\nMessage-ID: <{id}@x>\r\nSubject: {line}"
        handle_together(self.app, [("player7@example.org", ADDRESS, f"{head}\r\n\r\n".encode())])

    def latest(self):
        """Reads what the page of a game shows."""
        with self.app.database.snapshot() as work:
            for over in (False, True):
                work.public_listings.latest(20, "knightpanic", over=over)

    def list(self, *words):
        """Prints a list of the admin's."""
        os.environ["PBM_DATA"] = str(self.data)
        with redirect_stdout(StringIO()):
            assert run(["admin", *words]) == 0


MOVE = "a move"
TASKS = {
    MOVE: lambda place: place.move(),
    "games USERID": lambda place: place.ask("knightpanic games player7"),
    "standings": lambda place: place.ask("knightpanic standings"),
    "list": lambda place: place.ask("list"),
    "history": lambda place: place.ask("knightpanic history"),
    "the latest boards of a game": lambda place: place.latest(),
    "pbm admin games": lambda place: place.list("games"),
    "pbm admin games --player": lambda place: place.list("games", "--player", "player7"),
    "a look for turns of robots": lambda place: place.app.background.robot_turns.count_waiting(),
    "the health checks": lambda place: place.app.background.health_monitor.check(),
    "a tick": lambda place: place.app.background.clock_watcher.tick(),
}


def main():
    """Prints the table."""
    options = _options()
    os.environ.update(NO_LIMITS)
    configure_logging(quiet=True)
    with ExitStack() as stack:
        folder = options.keep or Path(stack.enter_context(TemporaryDirectory(prefix="pbm-bench-")))
        places = [_place(stack, folder / str(size), size, options) for size in options.boards]
        for number in range(options.rounds + 1):
            for place in places:
                for name, do in TASKS.items():
                    place.measure(name, do)
            if number == 0:  # everything is loaded now
                for place in places:
                    place.times.clear()
        _print(places)


def _options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--boards", type=int, nargs="+", default=[1000, 100_000, 1_000_000])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--keep", type=Path, metavar="FOLDER")
    return parser.parse_args()


def _place(stack, data, boards, options):
    """Makes a database, unless it is there, and opens it."""
    started = time.perf_counter()
    if not data.exists():
        make_many_boards(data, boards)
    url = f"sqlite:///{data / DATABASE}"
    running = _running(data, ROUND_MOVES * (options.rounds + 1))
    moves = next_moves(url, data, running)
    size = (data / DATABASE).stat().st_size / 2**20
    seconds = time.perf_counter() - started
    print(f"{boards} boards: {size:.0f} MiB, made in {seconds:.0f} s", flush=True)
    app = stack.enter_context(open_app(Settings(data=data, address=ADDRESS)))
    return Place(data, boards, app, moves)


def _running(data, most):
    """Returns ids of running boards, spread over all: at each size copies of the same ones.

    So the games and their lengths are the same, and nothing but the number of boards differs.
    """
    with closing(sqlite3.connect(data / DATABASE)) as database:
        running = {
            id for (id,) in database.execute("select id from board where to_move is not null")
        }
        (boards,) = database.execute("select count(*) from board").fetchone()
    copies = list(range(boards // PLAYED))
    random.Random(1).shuffle(copies)
    spread = (PLAYED * copy + id for copy in copies for id in range(1, PLAYED + 1))
    return list(islice((id for id in spread if id in running), most))


def _print(places):
    print(f"\n{'milliseconds of processor time':36}" + "".join(f"{p.boards:>12}" for p in places))
    for name in TASKS:
        found = [median(place.times[name]) for place in places]
        shown = "".join(f"{each:12.2f}" for each in found)
        print(f"{name:36}{shown}{found[-1] / found[0]:10.2f}")


if __name__ == "__main__":
    main()
