"""Trouble of a server's machine, and what its players and its admin see of it.

Nothing that was accepted is lost or acts twice, the admin is told, and all is well afterwards.
Disks are mounted, so some need root; the clock needs gcc.
"""

import email
import email.policy
import json
import re
import shutil
import subprocess
import time
import urllib.error
import urllib.request
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

from tests.crash.logs import events
from tests.crash.quick_program import TICK_SECONDS
from tests.crash.run import CrashTest
from tests.support.postfix import free_port

ADMIN = "admin@example.org"
SECONDS = 60
SHIM = Path(__file__).with_name("clock_offset.c")


class FailureTest(CrashTest):
    """A server that runs into trouble once, in the middle of its work."""

    LIFE = 60, 10
    hurries = False
    EXPECTED = re.compile("")  # all of them are this trouble
    PROBLEM = "health problem"
    """The event with which the trouble is logged."""

    def __init__(self, stack, folder, seed, _strikes=1, **settings):
        super().__init__(stack, folder, seed, 1, **settings)
        self.players.inbox.hang_ups = 0  # a retry waits for minutes
        self.cells = {}
        """The observations, by what was looked at."""
        self._seen = 0

    def victim(self, name, **settings):
        self._metrics = free_port()
        usual = {"admin": ADMIN, "metrics": f"127.0.0.1:{self._metrics}"}
        made = super().victim(name, **usual | settings)
        made.program = "tests.crash.quick_program"
        return made

    def strike(self, number):
        self._seen = len(self._events())
        with self.trouble(self.victims[0]):
            self.observe(self.PROBLEM)

    def trouble(self, server):
        """Causes the trouble; fixes it in the end."""
        raise NotImplementedError

    def observe(self, event):
        """Looks, once this is in the log, at what players and the admin see."""
        self.players.replies.clear()
        self.wait_for_event(event)
        time.sleep(3 * TICK_SECONDS)
        seen = {
            "players: replies to a mail": "; ".join(sorted(self.players.replies)),
            "admin: `pbm status`": self._status(),
            "`/readyz`": self._probe("readyz"),
            "`/livez`": self._probe("livez"),
        }
        for name, text in seen.items():
            before = self.cells.get(name, text)
            self.cells[name] = text if text == before else f"{before}; {text}"

    def wait_for_event(self, event):
        self.wait_for(lambda: event in self._events()[self._seen :], f"'{event}' in the log")

    def _events(self):
        logs = self.victims[0].logs()
        return [each["event"] for log in logs for each in events(log) if is_trouble(each)]

    def _status(self):
        """Returns the exit status of `pbm status`, and the problems that it shows."""
        with self.victims[0].shell("status", "--json") as process:
            out, _ = process.communicate(timeout=SECONDS)
        with suppress(ValueError):
            names = [each["name"] for each in json.loads(out)["problems"]]
            return f"{process.returncode} {', '.join(names) or 'no problems'}"
        return f"{process.returncode} can't be shown"

    def _probe(self, path):
        """Returns the HTTP status, and what is said to be wrong."""
        url = f"http://127.0.0.1:{self._metrics}/{path}"
        try:
            with urllib.request.urlopen(url, timeout=SECONDS / 4) as answer:
                return f"{answer.status}"
        except urllib.error.HTTPError as error:
            return f"{error.code} {' '.join(error.read().decode().split())[:150]}"
        except OSError as error:
            return type(error).__name__

    def before_the_end(self):
        """Waits until all is well."""
        self.wait_for(lambda: self._probe("readyz") == "200", "the server to be ready")
        self.hurries = True
        self.cells["afterwards: `pbm status`"] = self._status()

    def check_more(self, checks, boards):
        self.cells["admin: log"] = ", ".join(dict.fromkeys(self._events()[self._seen :]))
        assert self.PROBLEM in self.cells["admin: log"]
        assert self.cells["admin: `pbm status`"].startswith("1 ")
        told = [_first_sentence(mail) for mail in checks.received if mail.recipient == ADMIN]
        self.cells["admin: mail"] = "; ".join(told) or "none"

    def figures(self, checks):
        shown = "".join(f"\n  {name}: {text}" for name, text in self.cells.items())
        return super().figures(checks) + shown


class DiskFull(FailureTest):
    """The disk of the data folder is nearly full, and then full."""

    def victim(self, name, **settings):
        made = super().victim(name, **settings)
        _mount(self.stack, made.data, "-t", "tmpfs", "-o", "size=32m", "tmpfs")
        return made

    @contextmanager
    def trouble(self, server):
        _fill(server.data / "ballast", shutil.disk_usage(server.data).free - 3 * 2**20)
        self.wait_for_event(self.PROBLEM)
        _fill(server.data / "more", 2**30)
        refused = self.players.replies
        self.wait_for(lambda: any(each[0] == "4" for each in refused), "a refusal")
        yield
        for name in ("ballast", "more"):
            (server.data / name).unlink()


class ReadOnly(FailureTest):
    """The kernel finds an error on the disk, and makes it read-only; then it is repaired."""

    def victim(self, name, **settings):
        made = super().victim(name, **settings)
        self._image = self.folder / "image"
        with self._image.open("wb") as file:
            file.truncate(96 * 2**20)
        _run("mkfs.ext4", "-q", "-F", str(self._image))
        _mount(self.stack, made.data, "-o", "loop,errors=remount-ro", str(self._image))
        return made

    @contextmanager
    def trouble(self, server):
        mounts = psutil.disk_partitions(all=True)
        device = [each.device for each in mounts if each.mountpoint == str(server.data)][-1]
        Path(f"/sys/fs/ext4/{Path(device).name}/trigger_fs_error").write_text("a test")
        yield
        server.finish()
        _run("umount", str(server.data))
        subprocess.run(["fsck.ext4", "-fy", str(self._image)], check=False, capture_output=True)
        _run("mount", "-o", "loop,errors=remount-ro", str(self._image), str(server.data))
        server.launch()


class NoFiles(FailureTest):
    """No process of the server may open any more files."""

    @contextmanager
    def trouble(self, server):
        processes = [psutil.Process(server.process.pid), *server.processes()]
        before = [process.rlimit(psutil.RLIMIT_NOFILE) for process in processes]
        for process in processes:
            process.rlimit(psutil.RLIMIT_NOFILE, (process.num_fds(), before[0][1]))
        yield
        for process, limit in zip(processes, before, strict=True):
            with suppress(psutil.NoSuchProcess):
                process.rlimit(psutil.RLIMIT_NOFILE, limit)


class ClockJump(FailureTest):
    """The machine's clock jumps a day ahead, and later a day and an hour back."""

    PROBLEM = "clock jumped"

    def victim(self, name, **settings):
        made, shim = super().victim(name, **settings), self.folder / "shim.so"
        _run("gcc", "-shared", "-fPIC", "-o", str(shim), str(SHIM), "-ldl")
        self._offset = self.folder / "offset"
        self._offset.write_text("0")
        made.settings |= {"LD_PRELOAD": str(shim), "CLOCK_OFFSET_FILE": str(self._offset)}
        return made

    @contextmanager
    def trouble(self, server):
        self._offset.write_text("86400")
        yield
        self._seen = len(self._events())
        self._offset.write_text("-3600")
        self.observe(self.PROBLEM)

    def check_more(self, checks, boards):
        super().check_more(checks, boards)
        assert not any("forfeit" in log for log in self.victims[0].logs())


class DatabaseMoved(FailureTest):
    """SQLite's files are moved away, a copy takes their place, and they are put back."""

    @contextmanager
    def trouble(self, server):
        away = self.folder / "away"
        away.mkdir()
        for path in server.data.glob("pbm.db*"):
            shutil.move(path, away)
        yield
        shutil.copy(away / "pbm.db", server.data)
        self.observe(self.PROBLEM)
        for path in away.iterdir():
            path.replace(server.data / path.name)


class DatabaseStopped(FailureTest):
    """PostgreSQL is stopped, and started again."""

    def __init__(self, stack, folder, seed, _strikes=1):
        super().__init__(stack, folder, seed, postgresql=True)

    @contextmanager
    def trouble(self, server):
        self.database.stop()
        yield
        self.database.start()


FAILURES = {
    "disk-full": DiskFull,
    "read-only": ReadOnly,
    "no-files": NoFiles,
    "clock": ClockJump,
    "sqlite-moved": DatabaseMoved,
    "postgresql-stopped": DatabaseStopped,
}


def is_trouble(event):
    """Returns True for a warning or an error."""
    return event.get("level") in ("warning", "error")


def _mount(stack, folder, *words):
    folder.mkdir()
    _run("mount", *words, str(folder))
    stack.callback(_run, "umount", "-l", str(folder))


def _fill(path, size):
    with suppress(OSError), path.open("wb", buffering=0) as file:
        for _ in range(size // 2**16):
            file.write(bytes(2**16))


def _first_sentence(mail):
    read = email.message_from_bytes(mail.content, policy=email.policy.default)
    return " ".join(read.get_body(("plain",)).get_content().split()).partition(". ")[0]


def _run(*words):
    subprocess.run(words, check=True, capture_output=True)
