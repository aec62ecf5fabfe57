"""Failures of a server: full and read-only disks, no files, wrong clocks, a lost database."""

import shutil
import subprocess
import time
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import psutil

from tests.failures.trial import SECONDS, TICK_SECONDS, Trial
from tests.support.killable_postgresql import killable_postgresql
from tests.support.smtp_sink import sink, wait_for

MAILS = 5
"""The mails that are sent while something is wrong."""
TICKS = 3 * TICK_SECONDS
SHIM = Path(__file__).with_name("clock_offset.c")


class Row:
    """The observations of a failure: a row of the table."""

    def __init__(self, name):
        self.name = name
        self.cells = {}
        self.lost = ""

    def observe(self, trial, event):
        """Sends mails while something is wrong, waits for an event in the log, and looks."""
        replies = trial.send(MAILS)
        if event:
            trial.wait_for_event(event)
        time.sleep(TICKS)
        self.cells["players: reply to a mail"] = "; ".join(
            f"{times} x {reply}" for reply, times in replies.items()
        )
        self.cells["admin: `pbm status`"] = trial.status()
        for path in ("readyz", "livez"):
            self.cells[f"`/{path}`"] = trial.probe(path)

    def finish(self, trial):
        """Has all sent again, and compares what was accepted with what arrived."""
        lost = trial.recover()
        self.lost = self.lost or lost
        time.sleep(TICKS)
        self.cells["admin: log"] = ", ".join(trial.events())
        self.cells["admin: mail"] = "; ".join(trial.told()) or "none"
        self.cells["lost or doubled"] = self.lost or f"none of {len(trial.accepted)}"
        self.cells["afterwards"] = f"`/readyz` {trial.probe('readyz')}, status {trial.status()}"


@contextmanager
def _trial(folder, **settings):
    with sink() as relay:
        trial = Trial(folder, relay, **settings)
        with closing(trial.server):
            trial.start()
            trial.begin()
            yield trial
            assert trial.server.stop() == 0


def _run(*words):
    subprocess.run(words, check=True, capture_output=True)


def disk_full(folder):
    """The disk of the data folder is nearly full, and then full."""
    row, mount = Row("disk full"), folder / "pbm-data"
    mount.mkdir()
    _run("mount", "-t", "tmpfs", "-o", "size=32m", "tmpfs", str(mount))
    try:
        with _trial(folder) as trial:
            _fill(mount / "ballast", 28 * 2**20)
            trial.wait_for_event("health problem")
            _fill(mount / "more", 2**30)
            while trial.send(1) == {"250": 1}:  # there is room in the files that there are
                pass
            row.observe(trial, "")
            for name in ("ballast", "more"):
                (mount / name).unlink()
            row.finish(trial)
    finally:
        _run("umount", "-l", str(mount))
    return row


def _fill(path, size):
    with suppress(OSError), path.open("wb", buffering=0) as file:
        for _ in range(size // 2**16):
            file.write(bytes(2**16))


def read_only(folder):
    """The kernel finds an error on the disk, and makes it read-only; then it is repaired."""
    row, mount, image = Row("disk read-only"), folder / "pbm-data", folder / "image"
    mount.mkdir()
    with image.open("wb") as file:
        file.truncate(96 * 2**20)
    _run("mkfs.ext4", "-q", "-F", str(image))
    _run("mount", "-o", "loop,errors=remount-ro", str(image), str(mount))
    try:
        with _trial(folder) as trial:
            device = Path(psutil_device(mount)).name
            Path(f"/sys/fs/ext4/{device}/trigger_fs_error").write_text("a test")
            row.observe(trial, "health problem")
            trial.server.stop()
            _run("umount", str(mount))
            subprocess.run(["fsck.ext4", "-fy", str(image)], check=False, capture_output=True)
            _run("mount", "-o", "loop,errors=remount-ro", str(image), str(mount))
            trial.server.start()
            row.finish(trial)
    finally:
        _run("umount", "-l", str(mount))
    return row


def psutil_device(mount):
    """Returns the device of a mount."""
    found = [each for each in psutil.disk_partitions(all=True) if each.mountpoint == str(mount)]
    return found[-1].device


def no_files(folder):
    """No process of the server may open any more files."""
    row = Row("out of file descriptors")
    with _trial(folder) as trial:
        processes = [psutil.Process(trial.server.process.pid), *trial.server._processes()]
        before = [process.rlimit(psutil.RLIMIT_NOFILE) for process in processes]
        for process in processes:
            process.rlimit(psutil.RLIMIT_NOFILE, (process.num_fds(), before[0][1]))
        row.observe(trial, "health problem")
        for process, limit in zip(processes, before, strict=True):
            with suppress(psutil.NoSuchProcess):
                process.rlimit(psutil.RLIMIT_NOFILE, limit)
        row.finish(trial)
    return row


def clock(folder):
    """The machine's clock jumps a day ahead, and later a day and an hour back."""
    row, file, shim = Row("clock a day ahead, then back"), folder / "offset", folder / "shim.so"
    _run("gcc", "-shared", "-fPIC", "-o", str(shim), str(SHIM), "-ldl")
    file.write_text("0")
    with sink() as relay:
        trial = Trial(folder, relay)
        trial.server.settings |= {"LD_PRELOAD": str(shim), "CLOCK_OFFSET_FILE": str(file)}
        with closing(trial.server):
            trial.start()
            trial.begin()
            file.write_text("86400")
            row.observe(trial, "clock jumped")
            ahead = row.cells.copy()
            file.write_text("-3600")
            wait_for(lambda: trial.server.log().count("'clock jumped'") > 1, "a jump back", SECONDS)
            row.observe(trial, "")
            for name, text in row.cells.items():
                row.cells[name] = text if text == ahead[name] else f"{ahead[name]}; {text}"
            row.finish(trial)
            if "forfeit" in trial.server.log():
                row.lost = row.cells["lost or doubled"] = "somebody forfeits"
            assert trial.server.stop() == 0
    return row


def database_file(folder):
    """SQLite's files are moved away, a copy takes their place, and they are put back."""
    row, away = Row("SQLite file moved away, or replaced"), folder / "away"
    away.mkdir()
    with _trial(folder) as trial:
        for path in trial.server.data.glob("pbm.db*"):
            shutil.move(path, away)
        row.observe(trial, "health problem")
        gone = row.cells.copy()
        shutil.copy(away / "pbm.db", trial.server.data)
        row.observe(trial, "")
        for name, text in gone.items():
            row.cells[name] = text if text == row.cells[name] else f"{text}; {row.cells[name]}"
        for path in away.iterdir():
            path.replace(trial.server.data / path.name)
        row.finish(trial)
    return row


def database_server(folder):
    """PostgreSQL is stopped, and started again."""
    row = Row("PostgreSQL stopped")
    with killable_postgresql() as database, _trial(folder, database=database.url) as trial:
        database.stop()
        row.observe(trial, "health problem")
        database.start()
        row.finish(trial)
    return row


SCENARIOS = {
    "disk-full": disk_full,
    "read-only": read_only,
    "files": no_files,
    "clock": clock,
    "sqlite": database_file,
    "postgresql": database_server,
}
