"""A server that reads a mailbox, killed between fetch, commit and move, and cut off from it.

python -m tests.crash.mailbox [--kills N] [--drops N] [--seed N]

Each mail is acted on exactly once, is answered once, and ends in pbm/done; the mail that was there
before stays where it is. In the middle all UIDs change.
"""

import argparse
import os
import random
import secrets
import signal
import threading
import time
from collections import Counter
from contextlib import closing, suppress
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

import psutil

from storage import open_database
from tests.crash.received import Received
from tests.crash.victims import EXPECTED, UNLIMITED
from tests.crash.workload import prepare
from tests.support.dovecot import PASSWORD, USER, dovecot
from tests.support.imap_proxy import ImapProxy
from tests.support.server_process import Server
from tests.support.site import simple_mail
from tests.support.smtp_sink import wait_for

TIMEOUT_SECONDS = 120
MAX_TOGETHER = 3
"""The most mails put into the mailbox at once."""
MOMENTS = ("fetched", "committed", "moved")
OLD = simple_mail("old@example.org", "signup olduser Kh7-qw2z", Message_ID="<old@load.test>")


class Striker:
    """Kills a process, or cuts the connection, at a chosen moment of a session, once."""

    def __init__(self, proxy, server, chance):
        self.proxy, self.server, self.chance = proxy, server, chance
        self.wanted = ""
        self.struck = Counter()
        self._lock = threading.Lock()
        proxy.on_command, proxy.on_answer = self._before, self._after

    def aim(self, what):
        """Strikes at the next such moment: fetched, committed or moved, killed or cut off."""
        self.wanted = what

    def _before(self, name):
        return name in ("UID MOVE", "UID COPY") and self._strike("committed")

    def _after(self, name):
        moment = {"UID FETCH": "fetched", "UID MOVE": "moved", "UID COPY": "moved"}.get(name)
        return bool(moment) and self._strike(moment)

    def _strike(self, moment):
        """Strikes if this is the moment; returns True to cut the connection."""
        with self._lock:
            what, at = self.wanted.partition(" ")[::2]
            if at != moment:
                return False
            self.wanted = ""
            self.struck[f"{what} {moment}"] += 1
        if moment == "fetched":  # before the commit, in it, or after it
            time.sleep(self.chance.uniform(0, 0.03))
        if what == "server":
            os.killpg(self.server.process.pid, signal.SIGKILL)
        elif what == "mailbox":
            self._kill_mailbox_process()
        return True

    def _kill_mailbox_process(self):
        with suppress(psutil.NoSuchProcess):
            self.server.connected_to(self.proxy.port).kill()


class MailboxCrashTest:
    """A server, its mailbox, and mails that are put into it."""

    def __init__(self, folder, provider, seed, boards):
        self.chance, self.provider = random.Random(seed), provider
        self.proxy = ImapProxy(provider.ports["IMAP"])
        password = folder / "password"
        password.write_text(PASSWORD + "\n")
        mailbox = f"imap://{USER.replace('@', '%40')}@127.0.0.1:{self.proxy.port}"
        self.server = Server(
            folder, mailbox=mailbox, mailbox_password_file=password, hang_seconds=5, **UNLIMITED
        )
        url = f"sqlite:///{folder / 'pbm-data' / 'pbm.db'}"
        self.url, self.chains = url, prepare(folder / "pbm-data", url, self.chance, boards)
        self.striker = Striker(self.proxy, self.server, self.chance)
        self.sent = 1

    def run(self, kills, drops):
        """Puts all mails into the mailbox, and strikes so often; returns the counts."""
        self.provider.deliver("old@example.org", OLD)
        self._start()
        wait_for(lambda: "mailbox opened" in self.server.log(), "the mailbox", TIMEOUT_SECONDS)
        aims = self._aims(kills, drops)
        renumber_at = len(aims) // 2
        while aims or self._left():
            self._put()
            for _ in range(min(len(aims), 1 + self.chance.randint(0, 1))):
                if len(aims) == renumber_at:
                    renumber_at = -1
                    self._renumber()
                self._strike(aims.pop())
            if not self._left() and aims:
                raise AssertionError(f"too few mails for {len(aims)} more strikes")
        self._settle()
        assert self.server.stop() == 0
        return self.striker.struck

    def _aims(self, kills, drops):
        aims = [
            f"{'server' if number % 3 == 0 else 'mailbox'} {MOMENTS[number % len(MOMENTS)]}"
            for number in range(kills)
        ]
        aims += [f"cut {MOMENTS[number % len(MOMENTS)]}" for number in range(drops)]
        self.chance.shuffle(aims)
        return aims

    def _left(self):
        return [chain for chain in self.chains if not chain.is_done]

    def _put(self):
        """Puts some mails into the mailbox, once those before them in their chains are done."""
        self._settle()
        waiting = self._left()
        for chain in self.chance.sample(
            waiting, min(len(waiting), self.chance.randint(1, MAX_TOGETHER))
        ):
            mail = chain.following
            self.provider.deliver(mail.sender, mail.content.replace(b"\n", b"\r\n"), mail.recipient)
            chain.sent.append(mail)
            self.sent += 1

    def _strike(self, aim):
        """Strikes while there are mails that wait to be dealt with, or moved."""
        before = self.striker.struck.total()
        self.striker.aim(aim)
        deadline = time.monotonic() + TIMEOUT_SECONDS
        while self.striker.struck.total() == before:
            if self._is_settled():  # all were moved before: others come
                self._put_one()
            assert time.monotonic() < deadline, aim
            time.sleep(0.02)
        if aim.startswith("server"):
            self.server.process.wait()
            self._start()

    def _put_one(self):
        waiting = self._left()
        if waiting:
            self._put()

    def _start(self):
        self.server.start()

    def _settle(self):
        wait_for(self._is_settled, "the mailbox to be empty but for old mail", TIMEOUT_SECONDS)

    def _is_settled(self):
        return len(self._files("")) <= 1 and len(self._files(".pbm.done")) == self.sent - 1

    def _files(self, folder):
        maildir = self.provider.folder / "mail" / USER / "Maildir" / folder
        with suppress(FileNotFoundError):
            return [path for part in ("new", "cur") for path in (maildir / part).iterdir()]
        return []

    def _renumber(self):
        """Gives all mails other UIDs, while some wait to be dealt with, and others to be moved."""
        self._put_one()
        self._strike("server committed")
        os.killpg(self.server.process.pid, signal.SIGKILL)
        self.server.process.wait()
        maildir = self.provider.folder / "mail" / USER / "Maildir"
        assert len(self._files("")) > 1, "nothing waits to be moved"
        before = self._uidvalidity()
        for path in [*maildir.glob("dovecot*"), *maildir.glob(".INBOX*")]:
            path.unlink()
        assert self._uidvalidity() != before
        self.striker.struck["renumbered"] += 1
        self._start()

    def _uidvalidity(self):
        with self.provider.client() as client:
            return client.folder_status("INBOX", ["UIDVALIDITY"])[b"UIDVALIDITY"]

    def check(self):
        """Asserts that each mail was acted on and answered once, and is where it belongs."""
        with closing(open_database(self.url)) as database, database.work() as work:
            for chain in self.chains:
                chain.check(work)
            assert work.players.find("olduser") is None
        mails = self.server.mails()
        received = Received([("", mail["To"], mail.as_bytes()) for mail in mails])
        for chain in self.chains:
            for mail in chain.sent:
                received.check_answered(mail)
        assert len(received.by_id) == sum(mail.brings for each in self.chains for mail in each.sent)
        done, failed, inbox = (self._files(each) for each in (".pbm.done", ".pbm.failed", ""))
        assert (len(done), len(failed), len(inbox)) == (self.sent - 1, 0, 1)
        ids = Counter(_message_id(path) for path in done)
        assert ids == Counter(mail.id for each in self.chains for mail in each.sent)
        failures = [
            each for each in self.server.log().split("Traceback")[1:] if not EXPECTED.search(each)
        ]
        assert not failures, failures[0][:3000]

    def close(self):
        self.proxy.close()
        for process in self.server._processes():
            with suppress(psutil.NoSuchProcess):
                process.kill()
        self.server.close()


def _message_id(path):
    lines = path.read_bytes().splitlines()
    return next(line.split()[1].decode() for line in lines if line.startswith(b"Message-ID:"))


def mailbox_crash_test(folder, seed, kills, drops):
    """Runs the test; returns its counts."""
    print(f"seed {seed}", flush=True)
    boards = 6 + (kills + drops) // 4
    with dovecot() as provider:
        with closing(MailboxCrashTest(folder, provider, seed, boards)) as made:
            struck = made.run(kills, drops)
            made.check()
        opened = made.server.log().count("event='mailbox opened'")
        known = made.server.log().count("seen in the mailbox before")
        return (
            f"{dict(struck)}; {made.sent - 1} mails, each acted on and answered once; "
            f"{opened} sessions, {made.proxy.cuts} cut; {known} met again under other UIDs"
        )


def main():
    """Prints the results."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--drops", type=int, default=20)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**6))
    options = parser.parse_args()
    started = time.monotonic()
    folder = Path(mkdtemp(prefix="pbm-mailbox-"))  # kept for inspection when something was lost
    print(mailbox_crash_test(folder, options.seed, options.kills, options.drops))
    rmtree(folder)
    print(f"{time.monotonic() - started:.0f} s")


if __name__ == "__main__":
    main()
