"""A server whose processes are killed and stopped."""

import os
import re
import signal
import time
from collections import Counter
from contextlib import suppress

import psutil

from tests.support.server_process import LISTENING, Server

STARTING_SHARE = 0.1
"""The share of kills before the server listens."""
KILLED = {"all": 4, "server": 1, "worker": 2, "smtp": 2, "background": 1, "fork server": 2}
"""The processes that are killed, with weights; the server replaces all but itself."""
STOPPED = {"server": 1, "worker": 1, "smtp": 1, "background": 1, "fork server": 1}
"""The processes that are stopped by SIGSTOP; the server goes on after a while."""
STOP_SHARE = 0.2
MAX_PAUSE_SECONDS = 3.0
HANG_SECONDS = 5
LIMITS = ("answers_per_hour", "answers_per_day", "notices_per_hour", "notices_per_day")
UNLIMITED = dict.fromkeys((*LIMITS, "stranger_mails_per_day"), 10**6)
"""Those on mails that a player causes are far from being reached."""
EXPECTED = re.compile(r"the fork server died|Broken pipe|Connection reset")


class Victim:
    """A server in a folder of its own, and what was done to it."""

    def __init__(self, folder, relay, url, chance):
        database = {"database": url} if url else {}
        self.server = Server(
            folder,
            relay=f"smtp://127.0.0.1:{relay}",
            hang_seconds=HANG_SECONDS,
            **database,
            **UNLIMITED,
        )
        self.temporary = folder / "tmp"
        self.temporary.mkdir()
        self.server.settings["TMPDIR"] = str(self.temporary)
        self.chance = chance
        self.struck = Counter()
        self.lives = 0

    def port(self):
        """Returns the port at which it listens now or did last; 0 before."""
        with suppress(OSError):
            found = LISTENING.findall(self.server.log_file.read_text())
            return int(found[-1]) if found else 0
        return 0

    def strike(self):
        """Kills or stops a process; returns True if that was the end of the server's life."""
        assert self.server.process.poll() is None, "the server has ended by itself"
        if self.chance.random() < STOP_SHARE:
            self._stop(self._chosen(STOPPED))
            return False
        name = self._chosen(KILLED)
        self._kill(name)
        if name not in ("all", "server"):
            return False
        self._live()
        return True

    def _chosen(self, weights):
        return self.chance.choices([*weights], weights.values())[0]

    def _live(self):
        """Starts another life; at times one that ends before the server listens."""
        while True:
            self.lives += 1
            self.server.log_file = self.server.folder / f"log{self.lives}"
            if self.chance.random() >= STARTING_SHARE:
                self.server.start()
                return
            self.server.launch()
            time.sleep(self.chance.uniform(0, 1))
            self._kill("all")

    def _kill(self, name):
        self.struck[f"{name} killed"] += 1
        process = self.server.process
        if name in ("all", "server"):
            (os.killpg if name == "all" else os.kill)(process.pid, signal.SIGKILL)
            self.go_on()
            process.wait()
            return
        with suppress(psutil.NoSuchProcess):
            if found := self._find(name):
                found.kill()

    def _stop(self, name):
        self.struck[f"{name} stopped"] += 1
        if name == "server":
            os.kill(self.server.process.pid, signal.SIGSTOP)
            time.sleep(self.chance.uniform(0, MAX_PAUSE_SECONDS))
            os.kill(self.server.process.pid, signal.SIGCONT)
            return
        with suppress(psutil.NoSuchProcess):
            if found := self._find(name):
                found.suspend()

    def _find(self, name):
        server = self.server
        finders = {
            "worker": server.worker,
            "smtp": server.smtp_process,
            "background": server.background_process,
            "fork server": server.fork_server,
        }
        return finders[name]()

    def go_on(self):
        """Lets stopped processes go on, which nobody replaces if their server is dead."""
        for process in self.server._processes():
            with suppress(psutil.NoSuchProcess):
                process.resume()

    def check(self):
        """Asserts that no error was logged but those of killed processes, and nothing is left."""
        logs = "".join(path.read_text() for path in self.server.folder.glob("log*"))
        failures = [each for each in logs.split("Traceback")[1:] if not EXPECTED.search(each)]
        assert not failures, failures[0][:3000]
        assert "board frozen" not in logs
        assert [path.name for path in self.temporary.iterdir()] == []

    def close(self):
        self.go_on()
        for process in self.server._processes():
            with suppress(psutil.NoSuchProcess):
                process.kill()
        self.server.close()
