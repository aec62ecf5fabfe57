"""A server that reads a mailbox, killed between fetch, commit and move, and cut off from it.

Each mail is acted on exactly once, is answered once, and ends in pbm/done; the mail that was there
before stays where it is. In the middle all UIDs change.
"""

import threading
import time
from contextlib import suppress

import psutil

from storage import open_database
from tests.crash.run import CrashTest
from tests.support.dovecot import PASSWORD, USER, dovecot
from tests.support.imap_proxy import ImapProxy
from tests.support.site import simple_mail

MOMENTS = ("fetched", "committed", "moved")
STRUCK = ("server", "mailbox", "mailbox", "connection")
"""What dies: the whole server, its mailbox process, or the connection."""
OLD = simple_mail("old@example.org", "signup olduser Kh7-qw2z", Message_ID="<old@load.test>")


class MailboxTest(CrashTest):
    """A server, and the mailbox into which all mails are put."""

    def __init__(self, stack, folder, seed, strikes):
        self.provider = stack.enter_context(dovecot())
        self.proxy = ImapProxy(self.provider.ports["IMAP"])
        stack.callback(self.proxy.close)
        self.proxy.on_command, self.proxy.on_answer = self._before, self._after
        self._wanted = ""
        self._lock, self._done = threading.Lock(), threading.Event()
        self.renumbered = False
        super().__init__(stack, folder, seed, strikes)

    def victim(self, name, **settings):
        password = self.folder / "password"
        password.write_text(PASSWORD + "\n")
        mailbox = f"imap://{USER.replace('@', '%40')}@127.0.0.1:{self.proxy.port}"
        settings |= {"mailbox": mailbox, "mailbox_password_file": password}
        return super().victim(name, **settings)

    def doors(self):
        return [lambda: ("lmtp", self.provider.ports["LMTP"])]

    def prepare(self):
        self.provider.deliver("old@example.org", OLD)
        super().prepare()
        self.wait_for(lambda: "mailbox opened" in self.victims[0].log(), "the mailbox")

    def strike(self, number):
        """Strikes at a moment of the next session."""
        if number == self.strikes // 2:
            self._renumber()
        else:
            self._strike_at(f"{STRUCK[number % len(STRUCK)]} {MOMENTS[number % len(MOMENTS)]}")

    def _strike_at(self, wanted):
        self._done.clear()
        self._wanted = wanted
        self.wait_for(self._done.is_set, wanted)

    def _before(self, name):
        return name in ("UID MOVE", "UID COPY") and self._strike_now("committed")

    def _after(self, name):
        moment = {"UID FETCH": "fetched", "UID MOVE": "moved", "UID COPY": "moved"}.get(name)
        return bool(moment) and self._strike_now(moment)

    def _strike_now(self, moment):
        """Strikes if this is the moment; returns True to cut the connection."""
        with self._lock:
            what, at = self._wanted.partition(" ")[::2]
            if at != moment:
                return False
            self._wanted = ""
        (victim,) = self.victims
        victim.struck[f"{what} {moment}"] += 1
        if moment == "fetched":  # before the commit, in it, or after it
            time.sleep(self.chance.uniform(0, 0.03))
        # Set before the strike: otherwise the waiting thread restarts the server too soon.
        self._done.set()
        if what == "server":
            victim.strike("all killed", rest=0)
        elif what == "mailbox":
            with suppress(psutil.NoSuchProcess, AttributeError):
                victim.connected_to(self.proxy.port).kill()
        return True

    def _renumber(self):
        """Gives all mails other UIDs, while some wait to be moved."""
        (victim,) = self.victims
        self._wanted = ""
        before = self._uidvalidity()
        self._done.clear()
        self._wanted = "server committed"
        while not self._done.wait(0.05):
            self.supervise()
        victim.process.wait()
        assert len(self._files("")) > 1, "nothing waits to be moved"
        maildir = self.provider.folder / "mail" / USER / "Maildir"
        while self._uidvalidity() == before:  # the first removal isn't always enough
            for path in [*maildir.glob("dovecot*"), *maildir.glob(".INBOX*")]:
                path.unlink(missing_ok=True)
        self.renumbered = True

    def _uidvalidity(self):
        with self.provider.client() as client:
            return client.folder_status("INBOX", ["UIDVALIDITY"])[b"UIDVALIDITY"]

    def _files(self, folder):
        maildir = self.provider.folder / "mail" / USER / "Maildir" / folder
        with suppress(FileNotFoundError):
            return [path for part in ("new", "cur") for path in (maildir / part).iterdir()]
        return []

    def left(self):
        return super().left() or len(self._files("")) > 1

    def check_more(self, checks, boards):
        super().check_more(checks, boards)
        with open_database(self.url).work() as work:
            assert work.players.find("olduser") is None
        done, failed, inbox = (self._files(each) for each in (".pbm.done", ".pbm.failed", ""))
        assert (len(failed), len(inbox)) == (0, 1)
        assert {_message_id(path) for path in done} == {mail.id for mail in self.players.accepted}


def _message_id(path):
    lines = path.read_bytes().splitlines()
    return next(line.split()[1].decode() for line in lines if line.startswith(b"Message-ID:"))
