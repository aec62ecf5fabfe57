"""Processes that write and checkpoint at once, as those of pbm do, and are stopped and killed.

Checkpoints pause before they begin, and where SQLite's WAL-reset fault is; the log is copied after
a few commits. As a program, `python -m tests.support.wal_stress URL NAME` is one of
the processes: it prints each player that it has signed up, once that is committed.
"""

import os
import random
import signal
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread

from sqlalchemy.exc import DBAPIError

from storage import is_damage, is_transient, open_database, wal_checkpoints
from tests.support.checkpoint_pauses import PausingFileSystem

ROOT = Path(__file__).parents[2]
WRITERS = 4
TIMEOUT_SECONDS = 300
AT = datetime(2026, 3, 1, tzinfo=UTC)


@dataclass
class _Writer:
    """A process that writes, and whom it has signed up."""

    process: subprocess.Popen[str]
    signed_up: list[str] = field(default_factory=list)
    reader: Thread = field(init=False)

    def __post_init__(self) -> None:
        self.reader = Thread(target=self._read)
        self.reader.start()

    def _read(self) -> None:
        assert self.process.stdout
        with self.process.stdout as lines:  # one that a kill has cut short isn't acknowledged
            for line in lines:
                if line[-1] == "\n":
                    self.signed_up.append(line[:-1])


def run(url: str, count: int) -> list[str]:
    """Lets processes write, kills and stops them; returns those signed up, at least so many."""
    chance, writers = random.Random(1), []
    end = time.monotonic() + TIMEOUT_SECONDS
    try:
        while sum(len(writer.signed_up) for writer in writers) < count:
            assert time.monotonic() < end, "the processes hardly write"
            running = [writer for writer in writers if writer.process.poll() is None]
            writers += [_start(url) for _ in range(WRITERS - len(running))]
            time.sleep(chance.uniform(0.02, 0.1))
            if writing := [writer for writer in running if writer.signed_up]:
                _disturb(chance.choice(writing).process, chance)
    finally:
        for writer in writers:
            writer.process.kill()
        for writer in writers:
            writer.process.wait()
            writer.reader.join()
    return [userid for writer in writers for userid in writer.signed_up]


def _start(url: str) -> _Writer:
    words = [sys.executable, "-m", "tests.support.wal_stress", url, os.urandom(4).hex()]
    return _Writer(subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True))


def _disturb(process: subprocess.Popen[str], chance: random.Random) -> None:
    """Stops a process for a moment; one of ten is killed."""
    process.send_signal(signal.SIGSTOP)
    time.sleep(chance.uniform(0, 0.05))
    process.send_signal(signal.SIGKILL if chance.random() < 0.1 else signal.SIGCONT)


def _write(url: str, name: str) -> None:
    pause = lambda: time.sleep(random.uniform(0, 0.02))  # noqa: E731
    pausing = PausingFileSystem("pausing", pause, pause)
    pausing.register(default=True)
    wal_checkpoints.LIMIT = 16 * 4096
    with closing(open_database(url)) as database:
        for number in range(sys.maxsize):
            _sign_up(database, f"{name}x{number}")


def _sign_up(database, userid: str) -> None:
    while True:
        try:
            with database.work() as work:
                work.players.add(userid, "x" * 2000, [f"{userid}@example.org"], AT)
        except Exception as error:
            if not is_transient(error):
                raise
        else:
            sys.stdout.write(f"{userid}\n")
            sys.stdout.flush()
            return


if __name__ == "__main__":
    try:
        _write(*sys.argv[1:])
    except DBAPIError as error:
        if not is_damage(error):  # that is for the test to see
            raise
