"""The programs that the benchmarks of mail start: our server, and those to compare it with."""

import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

from tests.support.paths import ROOT

ADDRESS = "pbm@example.net"
DATABASE = "pbm.db"
DATA = "pbm-data"
DELIVERY = "pbm delivery"
DELIVERY_SECONDS = 120
LISTENING = re.compile(r"event='listening' .*port=(\d+)")
NO_LIMITS = {"PBM_EMAILS_PER_ADDRESS": "1000000"}
OLDER_LIMITS = {"PBM_MAILS_PER_ADDRESS": "1000000"}
"""The same for a source tree from before the setting was renamed."""


@dataclass(frozen=True)
class Delivered:
    """The mails that were delivered, and how long that took."""

    mails: int
    seconds: float


@contextmanager
def program(kind: str, folder: Path) -> Iterator[int]:
    """Runs a server to compare with; yields its port."""
    words = [sys.executable, str(ROOT / "tests/benchmarks/references.py"), kind, str(folder)]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    try:
        yield int(process.stdout.readline())
    finally:
        process.terminate()
        process.wait()


@contextmanager
def serving(folder, sink, tree=None, **settings):
    """Runs the server of a source tree (ours, if none) in a folder; yields its port and process.

    `sink`: the port of its relay. `settings`: those beside the usual ones.
    """
    usual = {
        "PBM_SMTP_PORT": "0",
        "PBM_ADDRESS": ADDRESS,
        "PBM_RELAY": f"smtp://127.0.0.1:{sink}",
        "PBM_HANG_SECONDS": "3600",  # a process that is suspended isn't to be replaced
    }
    given = {f"PBM_{name.upper()}": str(value) for name, value in settings.items()}
    log = folder / "log"
    with log.open("wb") as stream:
        process = subprocess.Popen(
            [sys.executable, "-m", "commands", "serve"],
            cwd=folder,
            env=environment(tree) | usual | _no_limits(tree) | given,
            stderr=stream,
        )
    try:
        while not (found := LISTENING.search(log.read_text())):
            assert process.poll() is None, log.read_text()
            time.sleep(0.05)
        yield int(found[1]), psutil.Process(process.pid)
    finally:
        process.terminate()
        process.wait()


def _no_limits(tree):
    files = (Path(tree or ROOT) / "commands/security").glob("*.py")
    is_known = any("emails_per_address" in file.read_text() for file in files)
    return NO_LIMITS if is_known else OLDER_LIMITS


def environment(tree=None):
    """Returns the environment of a program of a source tree, without settings of pbm."""
    kept = {name: value for name, value in os.environ.items() if name[:4] != "PBM_"}
    return kept | {"PYTHONPATH": str(tree or ROOT)}


@contextmanager
def suspended(processes, folder):
    """Stops processes of the server in this folder meanwhile, none of them in a transaction."""
    _signal(processes, signal.SIGSTOP)
    while _is_locked(folder / DATA / DATABASE):
        _signal(processes, signal.SIGCONT)
        time.sleep(0.05)
        _signal(processes, signal.SIGSTOP)
    try:
        yield
    finally:
        _signal(processes, signal.SIGCONT)


def _signal(processes, number):
    for process in processes:
        process.send_signal(number)


def _is_locked(file):
    with closing(sqlite3.connect(file, timeout=1, isolation_level=None)) as database:
        try:
            database.execute("begin immediate")
        except sqlite3.OperationalError:
            return True
        return False


def wait_until_delivered(taken, expected):
    """Returns the mails delivered from now on, up to this number in all, and their seconds."""
    started, first = time.monotonic(), _number_in(taken)
    count, at = first, started
    while count < expected and time.monotonic() < started + DELIVERY_SECONDS:
        time.sleep(0.05)
        found = _number_in(taken)
        if found > count:
            count, at = found, time.monotonic()
    return Delivered(count - first, at - started)


def _number_in(file):
    return int(file.read_text() or 0)


def delivery_processes(server):
    """Returns the processes that deliver, once there are some."""
    while True:  # they may not have started yet
        if found := [each for each in _children(server) if each.name().startswith(DELIVERY)]:
            return found
        time.sleep(0.05)


def processor_times(server):
    """Returns the seconds of processor time by process, in the order of the processes."""
    found = Counter()
    for process in processes_of(server):
        with suppress(psutil.NoSuchProcess):
            times = process.cpu_times()
            found[name_of(process)] += times.user + times.system
    return found


def processes_of(server):
    """Returns the processes of a server, the main one first."""
    return [server, *_children(server)]


def _children(server):
    return server.children(recursive=True)


def name_of(process):
    """Returns a process's name in the tables; the main process is that of the writer."""
    name = process.name()
    if name.startswith("pbm "):
        return name.removeprefix("pbm ")
    if "fork_server" not in " ".join(process.cmdline()):
        return "writer"
    return "fork server" if "fork_server" not in " ".join(process.parent().cmdline()) else "SMTP"
