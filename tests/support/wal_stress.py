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
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread
from typing import IO

from sqlalchemy.exc import DBAPIError

from storage import is_damage, is_transient, open_database, wal_checkpoints
from tests.support.checkpoint_pauses import PausingFileSystem

ROOT = Path(__file__).parents[2]
WRITERS = 4
AT = datetime(2026, 3, 1, tzinfo=UTC)


def run(url: str, seconds: float) -> list[str]:
    """Lets several processes write, kills and stops them; returns whom they have signed up."""
    acknowledged: list[str] = []
    chance, running, end = random.Random(1), [], time.monotonic() + seconds
    try:
        while time.monotonic() < end:
            while len(running) < WRITERS:
                running.append(_start(url, acknowledged))
            time.sleep(chance.uniform(0.02, 0.1))
            _disturb(chance.choice(running)[0], chance)
            running = [each for each in running if each[0].poll() is None]
    finally:
        for process, _ in running:
            process.kill()
        for process, reader in running:
            process.wait()
            reader.join()
    return acknowledged


def _start(url: str, acknowledged: list[str]) -> tuple[subprocess.Popen[str], Thread]:
    words = [sys.executable, "-m", "tests.support.wal_stress", url, os.urandom(4).hex()]
    process = subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    reader = Thread(target=_read, args=(process.stdout, acknowledged))
    reader.start()
    return process, reader


def _read(lines: IO[str], acknowledged: list[str]) -> None:
    with lines:  # one that a kill has cut short isn't acknowledged
        acknowledged.extend(line[:-1] for line in lines if line[-1] == "\n")


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
