"""Backups made while moves come in at full speed, each restored elsewhere and started there.

Every board replays; every move that was acknowledged before the backup began is on its board, once;
no mail of the backup is sent again; each player is told once; no clock has run.
"""

import json
import random
import subprocess
import sys
import tarfile
import time
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from commands.backup.new_generation import PAUSED
from storage import open_database
from tests.crash.load import Senders
from tests.crash.received import Received
from tests.crash.victims import UNLIMITED
from tests.crash.workload import GAME, prepare
from tests.support.server_process import Server
from tests.support.smtp_sink import sink, wait_for

TIMEOUT_SECONDS = 300


@dataclass(frozen=True)
class Backup:
    """A backup, and what had been acknowledged when the command was given."""

    path: object
    seconds: float
    sent: dict
    """The numbers of acknowledged mails, by the first mail of their chain."""
    moment: datetime


class BackupTest:
    """A server under load, and its backups."""

    def __init__(self, folder, relay, seed, boards, url):
        self.folder, self.relay = folder, relay
        self.chance = random.Random(seed)
        home = folder / "server"
        home.mkdir()
        self.url = url or f"sqlite:///{home / 'pbm-data' / 'pbm.db'}"
        self.server = _server(home, relay.port, url)
        self.chains = prepare(home / "pbm-data", self.url, self.chance, boards)
        self.senders = Senders(self.chains, self.chance)
        self.senders.ports = [lambda: self.server.port]
        self.backups = []

    def run(self, count):
        """Makes so many backups while mails come in; returns the number of mails a second."""
        self.server.start()
        started = time.monotonic()
        mails = sum(len(chain.mails) for chain in self.chains)
        with self.senders.sending():
            for number in range(count):
                self.senders.wait_for(mails * (number + 1) // (count + 2), TIMEOUT_SECONDS)
                self.backups.append(self._backup(number))
            accepted, took = self.senders.accepted, time.monotonic() - started
        assert self.senders.refused == []
        assert self.server.stop() == 0
        return accepted / took

    def _backup(self, number):
        sent = {chain.mails[0].id: len(chain.sent) for chain in self.chains}
        path, started = self.folder / f"{number}.tar.gz", time.monotonic()
        _pbm(self.server, "backup", str(path))
        with tarfile.open(path) as archive:
            manifest = json.load(archive.extractfile("manifest.json"))
        moment = datetime.fromisoformat(manifest["moment"])
        return Backup(path, time.monotonic() - started, sent, moment)

    def check(self, number, url=""):
        """Restores a backup elsewhere, starts a server on it, and checks everything."""
        backup, home = self.backups[number], self.folder / f"restored{number}"
        home.mkdir()
        _pbm(self.server, "backup", "--verify", str(backup.path))
        before = Received(self.relay.mails).by_id.keys() | set()
        server = _server(home, self.relay.port, url)
        url = url or f"sqlite:///{home / 'pbm-data' / 'pbm.db'}"
        _pbm(server, "restore", str(backup.path))
        told, started = self._told(url), datetime.now(UTC)
        server.start()
        wait_for(lambda: len(self._new(before)) >= told, "the players to be told")
        assert server.stop() == 0
        server.close()
        new = self._new(before)
        assert len(new) == told
        Received(self.relay.mails).check_doubles()
        self._check_boards(backup, url, started)

    def _new(self, before):
        return Received(self.relay.mails).by_id.keys() - before

    def _check_boards(self, backup, url, started):
        """Asserts that all acknowledged moves are there, and no time until the start counts."""
        with closing(open_database(url)) as database, database.work() as work:
            for chain in self.chains:
                chain_sent = chain.mails[: backup.sent[chain.mails[0].id]]
                moves = [mail for mail in chain_sent if mail.ply is not None]
                if moves:
                    board = work.boards.find(GAME.name, moves[-1].number)
                    assert board.match.ply > moves[-1].ply
                    _check_clock(board, backup.moment, started)

    def _told(self, url):
        """Returns the number of mails that wait; asserts that all others are paused."""
        with closing(open_database(url)) as database, database.work() as work:
            waiting = work.outbox_admin.list(["waiting"], 10_000, datetime.now(UTC))
            paused = work.outbox_admin.list(["paused"], 10_000, datetime.now(UTC))
        assert all(mail.mail.board == "" for mail in waiting)
        assert {mail.error for mail in paused} <= {PAUSED}
        recipients = [mail.mail.recipient for mail in waiting]
        assert len(set(recipients)) == len(recipients)
        return len(recipients)


def _check_clock(board, moment, started):
    """Asserts that no time was counted between that moment and the start."""
    seat, now = board.match.to_move, datetime.now(UTC)
    if seat is not None:
        before = max(moment - board.clock.began, timedelta())
        assert board.clock.turn(seat, now) <= before + (now - started)


def _server(folder, relay, url):
    database = {"database": url} if url else {}
    return Server(folder, relay=f"smtp://127.0.0.1:{relay}", **database, **UNLIMITED)


def _pbm(server, *words):
    done = subprocess.run(
        [sys.executable, "-m", "commands", *words],
        cwd=server.folder,
        env=server.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def backup_test(folder, seed, count, boards, *, url="", urls=()):
    """Runs the test; returns its figures. `urls`: empty databases, one for each backup."""
    with sink() as relay:
        made = BackupTest(folder, relay, seed, boards, url)
        try:
            rate = made.run(count)
        finally:
            made.server.close()
        for number in range(count):
            made.check(number, urls[number] if urls else "")
        seconds = sorted(each.seconds for each in made.backups)
        sizes = [each.path.stat().st_size for each in made.backups]
        return (
            f"{rate:.0f} mails a second; {count} backups of {min(sizes) // 1000} to "
            f"{max(sizes) // 1000} kB in {seconds[0]:.2f} to {seconds[-1]:.2f} s; "
            f"{made.senders.accepted} mails accepted"
        )
