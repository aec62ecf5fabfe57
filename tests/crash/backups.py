"""Backups made while moves come in at full speed, each restored elsewhere and started there.

Every board replays; every move that was acknowledged before the backup began is on its board, once;
no mail of the backup is sent again; each player is told once; no clock has run.
"""

import json
import os
import subprocess
import sys
import tarfile
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy.engine import make_url

from commands.cli.database.backups.new_generation import PAUSED
from storage import open_database
from tests.crash.checks import Checks, check_moves, find_board
from tests.crash.run import CrashTest, url_of

KILLS = 10
"""A backup stands for so many kills, as long as it takes."""


@dataclass(frozen=True)
class Backup:
    """A backup, and what had been acknowledged when the command was given."""

    path: object
    accepted: list
    moment: datetime


class BackupsTest(CrashTest):
    """A server, and its backups."""

    LIFE = 60, 5

    def __init__(self, stack, folder, seed, strikes, *, postgresql=False):
        super().__init__(stack, folder, seed, -(-strikes // KILLS), postgresql=postgresql)
        self.backups = []

    def victim(self, name, **settings):
        made = super().victim(name, **settings)
        if self.database:  # its own pg_dump is found first
            path = os.pathsep.join([str(self.database.programs), os.environ["PATH"]])
            made.settings["PATH"] = path
        return made

    def strike(self, number):
        """Makes a backup."""
        accepted, path = list(self.players.accepted), self.folder / f"{number}.tar.gz"
        _pbm(self.victims[0], "backup", str(path))
        with tarfile.open(path) as archive:
            manifest = json.load(archive.extractfile("manifest.json"))
        self.backups.append(Backup(path, accepted, datetime.fromisoformat(manifest["moment"])))

    def check_more(self, checks, boards):
        super().check_more(checks, boards)
        for number, backup in enumerate(self.backups):
            self._check_restored(number, backup)

    def _check_restored(self, number, backup):
        """Restores a backup elsewhere, and starts a server on it."""
        before = self._ids()
        server, url = self._elsewhere(f"restored{number}")
        _pbm(server, "backup", "--verify", str(backup.path))
        _pbm(server, "restore", str(backup.path))
        told, started = _told(url), datetime.now(UTC)
        server.start()
        self.wait_for(lambda: len(self._ids() - before) >= told, "the players to be told")
        server.finish()
        server.check(self.EXPECTED)
        assert len(self._ids() - before) == told
        Checks(self).check_doubles()
        with closing(open_database(url)) as database, database.work() as work:
            boards = {name: find_board(work, name) for name in self.boards.played}
        check_moves(boards, backup.accepted, may_have_more=True)
        for board in boards.values():
            _check_clock(board, backup.moment, started)

    def _ids(self):
        return {mail.id for mail in [*self.players.inbox.received]}

    def _elsewhere(self, name):
        """Returns a new server, and the URL of its empty database."""
        if not self.database:
            server = self.victim(name)
            return server, url_of(server)
        with self.engine.connect() as connection:
            found = connection.execution_options(isolation_level="AUTOCOMMIT")
            found.exec_driver_sql(f"CREATE DATABASE {name}")
        url = make_url(self.url).set(database=name).render_as_string(hide_password=False)
        return self.victim(name, database=url), url

    def figures(self, checks):
        sizes = [each.path.stat().st_size // 1000 for each in self.backups]
        shown = f"{len(sizes)} backups of {min(sizes)} to {max(sizes)} kB"
        return f"{super().figures(checks)}; {shown}"


def _told(url):
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
