"""A node with a data folder of its own, which is killed, stopped and started again."""

import os
import re
import shutil
import signal
import threading
import time
from collections import Counter
from contextlib import suppress

import psutil

from tests.crash.victims import UNLIMITED
from tests.support.server_process import LISTENING, Server

KILLED = {"all": 6, "server": 3, "stopped": 1}
"""The ways in which nodes end, with weights: all processes at once, the main one, or by SIGTERM."""
MAX_DOWN_SECONDS = 6.0
EMPTIED_SHARE = 0.25
"""The share of starts with an empty data folder, as on another machine."""
QUICK = {"robot_nodes": 400}
LOGGED = {"log": "json", "log_level": "debug"}
PORTS = {
    "smtp": LISTENING,
    "lmtp": re.compile(r"""['"]listening for lmtp['"].* .?port\W+(\d+)"""),
}


class Node:
    """A node, its lives, and the ways in which they ended."""

    def __init__(self, name, folder, site, chance, lmtp_port=0):
        folder.mkdir()
        self.name, self.chance = name, chance
        self.server = Server(
            folder,
            node=name,
            lmtp=f"127.0.0.1:{lmtp_port}",
            **LOGGED,
            **site,
            **UNLIMITED,
            **QUICK,
        )
        self.ends = Counter()
        self.deaths = {}
        """The times at which lives ended, by their numbers."""
        self.lives = 0
        self.is_resting = True
        """True while it is down, as it was killed."""
        self._start_at = self._started = 0.0
        self._reading, self._read, self._ports = threading.Lock(), 0, {}

    def start(self):
        """Starts it; it listens a little later."""
        self.lives += 1
        self.server.log_file = self.server.folder / f"log{self.lives}"
        self.server.log_file.touch()
        with self._reading:
            self._read, self._ports = 0, {}
        if self.lives > 1 and self.chance.random() < EMPTIED_SHARE:
            self.ends["data folder emptied"] += 1
            shutil.rmtree(self.server.data)
        self.server.launch()
        self._started, self.is_resting = time.time(), False

    def strike(self, *, rest=None):
        """Ends it in one of the ways; it starts again after a while, or so many seconds."""
        way = self.chance.choices([*KILLED], KILLED.values())[0]
        self.ends[way] += 1
        self.is_resting = True
        if way == "stopped":
            self.server.process.terminate()
        else:
            (os.killpg if way == "all" else os.kill)(self.server.process.pid, signal.SIGKILL)
        self.deaths[self.lives] = time.time()
        seconds = self.chance.uniform(0, MAX_DOWN_SECONDS) if rest is None else rest
        self._start_at = time.monotonic() + seconds

    def supervise(self, outages):
        """Starts it when its time has come, or again when it couldn't start without the database.

        It may not end by itself otherwise, nor once it listens.
        """
        status = self.server.process.poll() if self.server.process else None
        if status is None:
            return
        if not self.is_resting:
            was_without = any(until > self._started for _, until in outages)
            is_expected = was_without and not self.listens()
            assert is_expected, self._ended_by_itself(status)
            self.ends["not started"] += 1
            self._rest_for_a_second()
        elif time.monotonic() >= self._start_at:
            self.start()

    def _rest_for_a_second(self):
        self.is_resting, self._start_at = True, time.monotonic() + 1

    def _ended_by_itself(self, status):
        return f"{self.name} has ended by itself: {status}\n{self.server.log()[-3000:]}"

    def listens(self):
        """Returns True if it has listened in this life."""
        return bool(self.port("smtp") and self.port("lmtp"))

    def port(self, protocol):
        """Returns the port of this life; 0 while it has none."""
        if self.is_resting:
            return 0
        with self._reading, suppress(OSError):
            self._read_ports()
        return self._ports.get(protocol, 0)

    def _read_ports(self):
        """Reads what was logged since the last time: at its level that is much."""
        with self.server.log_file.open() as log:
            log.seek(self._read)
            new = log.read()
            self._read = log.tell()
        for protocol, pattern in PORTS.items():
            if found := pattern.findall(new):
                self._ports[protocol] = int(found[-1])

    def logs(self):
        """Yields the logs of its lives."""
        for number in range(1, self.lives + 1):
            yield (self.server.folder / f"log{number}").read_text(errors="replace")

    def close(self):
        if self.server.process is None:
            return
        for process in self.server._processes():
            with suppress(psutil.NoSuchProcess):
                process.kill()
        self.server.close()
