"""The speed of the site: its first run, then moves, each followed as a running server does.

python -m tests.benchmarks.site FOLDER [BOARDS [MOVES [PROCESSES]]]

A database in FOLDER/data is used as it is. The files of the site come into FOLDER/site.
"""

import os
import random
import resource
import subprocess
import sys
import time
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from commands.app import open_app
from commands.settings import Settings
from commands.site.updating.place import open_place
from commands.site.updating.state import SiteState
from commands.site.updating.state_file import state_file
from commands.site.updating.updater import SiteUpdater
from tests.benchmarks.fill import fill
from tests.support.paths import ROOT

BOARDS, MOVES = 100_000, 100
BEGIN = datetime(2025, 1, 1, tzinfo=UTC)
MEGABYTE = 2**20


@dataclass(frozen=True)
class Run:
    """What a run of `pbm site` took."""

    seconds: float
    megabytes: float
    """The most memory of any of its processes."""
    text: str


def prepare(folder: Path, boards: int) -> None:
    """Fills the folder with boards, a tenth of which go on."""
    if (folder / "data" / "pbm.db").exists():
        return
    (folder / "data").mkdir(parents=True, exist_ok=True)
    url = f"sqlite:///{folder / 'data' / 'pbm.db'}"
    interval = timedelta(days=365) / boards
    fill(url, boards, players=boards // 50, begin=BEGIN, interval=interval, running=0.1)


def run_site(folder: Path, processes: int) -> Run:
    """Runs `pbm site` in processes of its own."""
    begin = time.perf_counter()
    done = subprocess.run(
        [
            *(sys.executable, "-m", "commands", "site", str(folder / "site")),
            *("--processes", str(processes)),
        ],
        env=os.environ | {"PBM_DATA": str(folder / "data"), "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
    return Run(time.perf_counter() - begin, peak / MEGABYTE, done.stdout.strip())


@contextmanager
def updater_of(folder: Path):
    """Yields what a server follows the database with."""
    settings = Settings(data=folder / "data")
    path = folder / "site"
    with open_app(settings, force=True) as app:
        with app.database.snapshot() as work:
            name = work.identity.last_commit.database
        state = SiteState(state_file(settings.data, path))
        with open_place(path, name) as opened:
            yield app, SiteUpdater(app.page_maker(opened), state)
        state.close()


def running_boards(app):
    """Returns game and number of all boards that go on."""
    with app.database.snapshot() as work:
        return [
            (board.game, board.number)
            for board in work.published_states.changed_since(BEGIN)
            if not board.is_over
        ]


def move(app, game, number, chance):
    """Plays a move on a board."""
    now = app.clock.now()
    with app.database.work() as work:
        board = work.boards.lock(game, number)
        mover = board.mover
        match = board.match.play(chance.choice(board.match.legal), now, mover.userid)
        work.boards.save(board, board.with_match(match), now)


def follow(app, updater):
    """Makes what is due; returns the kinds of the subjects and the number of files written."""
    with app.database.snapshot() as work:
        updater.compare_changed(work)
    due = updater.state.all_due()
    outcome = updater.record(updater.maker.make(updater.known(due)))
    return Counter(subject.kind.value for subject in due), outcome


def time_moves(folder: Path, moves: int) -> None:
    """Plays moves, and follows each."""
    chance, kinds, files, seconds = random.Random(1), Counter(), [], []
    with updater_of(folder) as (app, updater):
        boards = running_boards(app)
        for game, number in chance.sample(boards, min(moves, len(boards))):
            move(app, game, number, chance)
            begin = time.perf_counter()
            found, outcome = follow(app, updater)
            seconds.append(time.perf_counter() - begin)
            files.append(outcome.written + outcome.removed)
            kinds += found
    seconds.sort()
    print(
        f"{len(files)} moves, each followed at once: {sum(files) / len(files):.1f} files a move, "
        f"at most {max(files)}; {sum(seconds):.1f} s, the median {seconds[len(seconds) // 2]:.3f} "
        f"s, the longest {seconds[-1]:.3f} s; subjects: {dict(kinds)}"
    )


def time_moves_at_once(folder: Path, moves: int) -> None:
    """Plays moves, and follows them all together, as when a server is busy."""
    chance = random.Random(2)
    with updater_of(folder) as (app, updater):
        boards = running_boards(app)
        for game, number in chance.sample(boards, min(moves, len(boards))):
            move(app, game, number, chance)
        begin = time.perf_counter()
        kinds, outcome = follow(app, updater)
        seconds = time.perf_counter() - begin
    print(
        f"{moves} moves, followed together: {outcome.written} files written, {outcome.removed} "
        f"removed, in {seconds:.1f} s; subjects: {dict(kinds)}"
    )


def main(folder: Path, boards: int, moves: int, processes: int) -> None:
    """Prints all figures."""
    prepare(folder, boards)
    for name in ("first run", "second run"):
        run = run_site(folder, processes)
        print(f"{name}: {run.seconds:.1f} s, {run.megabytes:.0f} MB at most; {run.text}")
    time_moves(folder, moves)
    time_moves_at_once(folder, moves)
    run = run_site(folder, processes)
    print(f"run after that: {run.seconds:.1f} s; {run.text}")


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[2:]]
    main(Path(sys.argv[1]), *given, *(BOARDS, MOVES, 0)[len(given) :])
