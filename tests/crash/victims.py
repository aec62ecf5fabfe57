"""A server whose processes are killed and stopped, and which starts again."""

import math
import os
import re
import shutil
import signal
import threading
import time
from collections import Counter
from contextlib import suppress

import psutil

from tests.crash.logs import unexpected_errors
from tests.support.sandbox import takes_filters
from tests.support.server_process import LISTENING, Server

WAYS = {
    "all killed": 16,
    "server killed": 5,
    "server ended": 2,
    "delivery killed": 8,
    "smtp killed": 8,
    "background killed": 4,
    "fork server killed": 8,
    "server stopped": 2,
    "delivery stopped": 2,
    "smtp stopped": 2,
    "background stopped": 2,
    "fork server stopped": 2,
}
"""The processes that are killed (SIGKILL), ended (SIGTERM) or stopped (SIGSTOP), with weights.

A server replaces its children; one whose main process dies starts again.
"""
STARTING_SHARE = 0.1
"""The share of strikes that needn't wait until the server listens."""
EMPTIED_SHARE = 0.25
"""The share of starts of a node with an empty data folder, as on another machine."""
MAX_DOWN_SECONDS = 6.0
MAX_PAUSE_SECONDS = 3.0
HANG_SECONDS = 5
UNLIMITED = {"emails_per_address": 10**6}
"""The limits on mails to a player are far from being reached."""
PORTS = {
    "smtp": LISTENING,
    "lmtp": re.compile(r"""['"]listening for LMTP['"].* .?port\W+(\d+)"""),
}


class Victim(Server):
    """A server in a folder of its own, its lives, and what was done to it."""

    def __init__(self, folder, chance, *, is_node=False, **settings):
        """`is_node`: others do its work while it is down; what it keeps itself may be lost."""
        folder.mkdir()
        usual = {"lmtp": "127.0.0.1:0", "log": "json", "hang_seconds": HANG_SECONDS, **UNLIMITED}
        super().__init__(folder, **usual | settings)
        self.temporary = folder / "tmp"
        self.temporary.mkdir()
        self.settings["TMPDIR"] = str(self.temporary)
        self.chance, self.is_node = chance, is_node
        self.struck = Counter()
        self.losses = []
        """The times of strikes by which searches may have been lost."""
        self.lives = 0
        self.is_down = True
        self._start_at = self._started = 0.0
        self._reading, self._read, self._ports = threading.Lock(), 0, {}

    def launch(self):
        """Starts another life; it listens a little later."""
        self.lives += 1
        self.log_file = self.folder / f"log{self.lives}"
        self.log_file.touch()
        with self._reading:
            self._read, self._ports = 0, {}
        if self.is_node and self.lives > 1 and self.chance.random() < EMPTIED_SHARE:
            self.struck["data folder emptied"] += 1
            shutil.rmtree(
                self.data, ignore_errors=True
            )  # its last life may have ended too soon to make it
        super().launch()
        self._started, self.is_down = time.time(), False

    def strike(self, way=None, *, rest=None):
        """Strikes one of its processes; a server that dies starts again after so many seconds."""
        process, way = self._aim(way)
        name, does = way.rsplit(" ", 1)
        self.struck[way] += 1
        if name not in ("smtp", "delivery"):
            self.losses.append(time.time())
        if name == "server" and does == "stopped":
            process.suspend()
            time.sleep(self.chance.uniform(0, MAX_PAUSE_SECONDS))
            process.resume()
        elif name in ("all", "server"):
            self._end(name, does, rest)
        else:
            with suppress(psutil.NoSuchProcess):
                (process.kill if does == "killed" else process.suspend)()

    def _aim(self, way):
        """Returns a process that runs, and the way to strike it."""
        finders = {
            "delivery": self.worker,
            "smtp": self.smtp_process,
            "background": self.background_process,
            "fork server": self.fork_server,
        }
        main = psutil.Process(self.process.pid)
        process = None
        while process is None:
            drawn = way or self.chance.choices([*WAYS], WAYS.values())[0]
            process = finders.get(drawn.rsplit(" ", 1)[0], lambda: main)()
        return process, drawn

    def _end(self, name, does, rest):
        if rest is None:
            rest = self.chance.uniform(0, MAX_DOWN_SECONDS) if self.is_node else 0
        self.is_down, self._start_at = True, time.monotonic() + rest
        number = signal.SIGTERM if does == "ended" else signal.SIGKILL
        (os.killpg if name == "all" else os.kill)(self.process.pid, number)
        self.go_on()

    def go_on(self):
        """Lets stopped processes go on, which nobody replaces if their server is dead."""
        for process in self.processes():
            with suppress(psutil.NoSuchProcess):
                process.resume()

    def supervise(self, outages=()):
        """Starts it when its time has come, or again when it couldn't start without the database.

        It may not end by itself otherwise, nor once it listens.
        """
        status = self.process.poll() if self.process else None
        if status is None:
            return
        if self.is_down:
            if time.monotonic() >= self._start_at:
                self.launch()
            return
        was_without = any(until > self._started for _, until in outages)
        message = f"{self.folder.name} has ended by itself: {status}\n{self.log()[-3000:]}"
        assert was_without, message
        assert not self.listens(), message
        self.struck["not started"] += 1
        self.is_down, self._start_at = True, time.monotonic() + 1

    def listens(self):
        """Returns True if it has listened in this life."""
        return all(self.door(protocol)[1] for protocol in PORTS)

    def door(self, protocol):
        """Returns the protocol and the port of this life; 0 while it has none."""
        if self.is_down:
            return protocol, 0
        with self._reading, suppress(OSError):
            self._read_ports()
        return protocol, self._ports.get(protocol, 0)

    def _read_ports(self):
        """Reads what was logged since the last time: at the level of nodes that is much."""
        with self.log_file.open() as log:
            log.seek(self._read)
            new = log.read()
            self._read = log.tell()
        for protocol, pattern in PORTS.items():
            if found := pattern.findall(new):
                self._ports[protocol] = int(found[-1])

    def logs(self):
        """Yields the logs of its lives."""
        for number in range(1, self.lives + 1):
            yield (self.folder / f"log{number}").read_text(errors="replace")

    def finish(self):
        """Stops it as an admin would; it leaves nothing behind."""
        self.go_on()
        assert self.stop() == 0
        self.is_down, self._start_at = True, math.inf
        left = [
            each for each in self.temporary.iterdir() if takes_filters() or "bot" not in each.name
        ]
        assert self.struck["data folder emptied"] or left == []

    def check(self, expected):
        """Asserts that no error was logged but those that strikes cause."""
        errors = [*unexpected_errors(self.logs(), expected)]
        assert not errors, f"{len(errors)} errors, such as {errors[0]}"

    def close(self):
        if self.process is not None:
            for process in self.processes():
                with suppress(psutil.NoSuchProcess):
                    process.kill()
            super().close()
