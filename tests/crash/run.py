"""A server that is killed repeatedly under load, and the checks that follow.

Once a sender has received 250, the command is executed exactly once, and its answers are delivered
at least once, with the same Message-ID and the same bytes at each try.
"""

import os
import random
import signal
import sqlite3
import time
from collections import Counter
from contextlib import closing, suppress

import psutil

from storage import open_database
from tests.crash.load import Senders
from tests.crash.received import Received, Unsteady
from tests.crash.workload import prepare
from tests.support.server_process import Server
from tests.support.smtp_sink import sink, wait_for

STARTING_SHARE = 0.1
"""The share of kills before the server listens."""
MAX_LIFE_SECONDS = 1.5
MAX_ACCEPTED_IN_A_LIFE = 40
TIMEOUT_SECONDS = 300
VICTIMS = {"all": 4, "server": 1, "worker": 2, "smtp": 3}
"""The processes to kill, with weights; the server replaces the delivery and SMTP processes."""
ORPHAN_MESSAGE = "reduction.pickle.load(from_parent)"
"""Part of the message of a process whose parent died before it could send its instructions."""
LIMITS = ("answers_per_hour", "answers_per_day", "notices_per_hour", "notices_per_day")
UNLIMITED = dict.fromkeys((*LIMITS, "stranger_mails_per_day"), 10**6)


class CrashTest:
    """A server in a folder, its load, and a mail server that receives its answers."""

    def __init__(self, folder, relay, seed, kills):
        self.chance = random.Random(seed)
        self.relay = relay
        self.server = Server(folder, relay=f"smtp://127.0.0.1:{relay.port}", **UNLIMITED)
        self.chains = prepare(self.server.data, self.chance, 6 + 2 * kills)
        self.senders = Senders(self.chains, self.chance)
        self.killed = Counter()
        self.lives = 0

    def run(self, kills):
        """Kills so many times, then lets it finish; returns counts of the killed processes."""
        with self.senders.sending():
            self._live()
            while self.killed.total() < kills:
                self._kill_once()
            self.relay.hang_ups = 0
            wait_for(lambda: self.senders.done, "all mails to be accepted", TIMEOUT_SECONDS)
        wait_for(self._all_has_left, "all answers to leave", TIMEOUT_SECONDS)
        assert self.server.stop() == 0
        return self.killed

    def _live(self):
        self.lives += 1
        self.server.log_file = self.server.folder / f"log{self.lives}"
        if self.chance.random() < STARTING_SHARE and self.lives > 1:
            self.server.launch()
            time.sleep(self.chance.uniform(0, 1))
            self._kill("all")
            self._live()
        else:
            self.server.start()
            self.senders.port = self.server.port

    def _kill_once(self):
        """Kills at a random moment, most often of work."""
        wanted = self.senders.accepted + self.chance.randint(0, MAX_ACCEPTED_IN_A_LIFE)
        self.senders.wait_for(wanted, MAX_LIFE_SECONDS)
        time.sleep(self.chance.uniform(0, 0.02))
        victim = self.chance.choices([*VICTIMS], VICTIMS.values())[0]
        self._kill(victim)
        if victim in ("all", "server"):
            self._let_time_pass()
            self._live()

    def _kill(self, victim):
        self.killed[victim] += 1
        if victim == "smtp":
            self.server.kill_smtp_process()
            self.senders.port = self.server.port
            return
        if victim == "worker":
            with suppress(psutil.NoSuchProcess, AttributeError):
                self.server.worker().kill()
            return
        process = self.server.process
        (os.killpg if victim == "all" else os.kill)(process.pid, signal.SIGKILL)
        process.wait()

    def _let_time_pass(self):
        """Makes leases of dead workers and retries due."""
        with closing(sqlite3.connect(self.server.data / "pbm.db", timeout=30)) as database:
            database.execute("UPDATE outbox SET due = date WHERE state = 'waiting'")
            database.commit()

    def _all_has_left(self):
        with closing(sqlite3.connect(self.server.data / "pbm.db", timeout=30)) as database:
            query = "SELECT count(*) FROM outbox WHERE state = 'waiting'"
            (waiting,) = database.execute(query).fetchone()
        if waiting and self.relay.is_idle():
            self._let_time_pass()
        return not waiting

    def check(self):
        """Asserts that all accepted mails are on the boards, once, and that all were answered."""
        assert self.senders.refused == []
        self._check_boards()
        received = Received(self.relay.mails)
        received.check_doubles()
        for chain in self.chains:
            for mail in chain.sent:
                received.check_answered(mail)
        assert len(received.by_id) == sum(mail.brings for each in self.chains for mail in each.sent)
        logs = "".join(path.read_text() for path in self.server.folder.glob("log*"))
        failures = [each for each in logs.split("Traceback")[1:] if ORPHAN_MESSAGE not in each]
        assert not failures, failures[0][:3000]
        assert "board frozen" not in logs

    def _check_boards(self):
        database = open_database(f"sqlite:///{self.server.data / 'pbm.db'}")
        with database.work() as work:
            for chain in self.chains:
                chain.check(work)
        database.close()


def crash_test(folder, seed, kills):
    """Runs the test; returns counts of kills, accepted mails and repeated mails."""
    print(f"seed {seed}")
    with sink(Unsteady(seed)) as (relay, _):
        made = CrashTest(folder, relay, seed, kills)
        try:
            killed = made.run(kills)
            made.check()
        finally:
            made.server.close()
        received = Received(relay.mails)
        return f"{dict(killed)}, {made.senders.accepted} accepted, {received.told()}"
