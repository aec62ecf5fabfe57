"""`pbm serve` as a process that tests may start, end and kill."""

import os
import re
import signal
import smtplib
import subprocess
import sys
from contextlib import suppress
from itertools import count

import psutil

from tests.support.paths import ROOT
from tests.support.sent_mails import SentMail
from tests.support.site import PLAYERS, simple_mail
from tests.support.waiting import TIMEOUT_SECONDS, wait_for

LISTENING = re.compile(r"""['"]listening['"].* .?port\W+(\d+)""")
"""The line of the log, in either form."""
START_SECONDS = 60
"""On a busy machine; loading takes a second of processor time for each of two processes."""


class Server:
    """A server in a folder, which may be started again and again."""

    def __init__(self, folder, program="commands", **settings):
        self.folder = folder
        self.program = program
        self.log_file = folder / "log"
        self.settings = {f"PBM_{name.upper()}": str(value) for name, value in settings.items()}
        self.ids = count(1)
        self.mails_in = None
        """The Maildir of its mails; None for that in its data folder."""
        self.process = None
        self.children = []

    @property
    def environment(self):
        kept = {
            name: value
            for name, value in os.environ.items()
            if name[:4] != "PBM_" or name == "PBM_GAMES"
        }
        usual = {"PBM_SMTP_PORT": "0", "PBM_ADDRESS": "pbm@example.net", "PBM_CONFIRM": "off"}
        return kept | {"PYTHONPATH": str(ROOT)} | usual | self.settings

    def launch(self):
        """Starts the process, without waiting for it to listen."""
        with self.log_file.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", self.program, "serve"],
                cwd=self.folder,
                env=self.environment,
                stderr=log,
                start_new_session=True,
            )

    def shell(self, *words):
        """Starts another process of the program, with pipes, on the same data."""
        return subprocess.Popen(
            [sys.executable, "-m", "commands", *words],
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def start(self):
        self.launch()
        before = self.log().count("event='listening'")
        wait_for(
            lambda: self.times_opened() > before or self.process.poll(),
            "the server to listen",
            START_SECONDS,
        )
        self.children = self.processes()
        return self

    def log(self):
        return self.log_file.read_text()

    @property
    def data(self):
        return self.folder / "pbm-data"

    @property
    def port(self):
        return int(LISTENING.findall(self.log())[-1])

    def processes(self):
        """Returns all processes of the session, except the server: also those left by a parent."""
        return [process for process in psutil.process_iter() if self._is_ours(process.pid)]

    def _is_ours(self, pid):
        with suppress(ProcessLookupError):
            return pid != self.process.pid and os.getsid(pid) == self.process.pid
        return False

    def worker(self):
        """The delivery process, or None."""
        return self.child(self._delivers)

    def smtp_process(self):
        """The SMTP process, or None."""
        return self.child(_listens)

    def connected_to(self, port):
        """The process that has a connection to this port of loopback, or None."""
        return self.child(
            lambda process: any(
                each.raddr and each.raddr.port == port for each in process.net_connections("inet")
            )
        )

    def fork_server(self):
        """The process that forks the others, or None."""
        return self.child(
            lambda process: (
                process.name() == "pbm fork server" and process.ppid() == self.process.pid
            )
        )

    def background_process(self):
        """The background process, or None."""
        return self.child(self._works_in_background)

    def _works_in_background(self, process):
        return process.name() == "pbm background"

    def _delivers(self, process):
        return process.name() == "pbm delivery"

    def child(self, does):
        for process in self.processes():
            with suppress(psutil.NoSuchProcess, psutil.ZombieProcess):
                if does(process):
                    return process
        return None

    def kill_smtp_process(self):
        """Kills the SMTP process; waits for its replacement, perhaps at another port."""
        before, killed = self.times_opened(), wait_for(self.smtp_process, "the SMTP process")
        killed.kill()
        wait_for(lambda: self.times_opened() > before, "another SMTP process")

    def times_opened(self):
        return len(LISTENING.findall(self.log()))

    def send(self, name, subject, body="", **headers):
        """Sends a player's mail; returns the bytes, to be sent again."""
        address = PLAYERS[name][1]
        headers = {"Message_ID": f"<{next(self.ids)}@sender>"} | headers
        content = simple_mail(
            address, subject.replace("PASSWORD", PLAYERS[name][0]), body, **headers
        )
        self.deliver(address, content)
        return content

    def deliver(self, sender, content, to="pbm@example.net"):
        with smtplib.SMTP("127.0.0.1", self.port, local_hostname="client") as client:
            client.sendmail(sender, [to], content, ["SMTPUTF8"])

    def mails(self):
        """Returns all mails in the outbox, in the order of their Message-IDs' dates."""
        folder = (self.mails_in or self.data / "outbox") / "new"
        files = folder.iterdir() if folder.exists() else []
        return [SentMail(path.read_bytes()) for path in files]

    def expect(self, number):
        """Waits for exactly so many mails; returns them."""
        wait_for(lambda: self.mails()[number - 1 :], f"{number} mails")
        found = self.mails()
        assert len(found) == number
        return found

    def sign_up_and_challenge(self):
        for name in ("alice", "bob"):
            self.send(name, f"signup {name} PASSWORD")
        self.send("alice", "knightpanic challenge alice bob")
        return self.expect(4)

    def move(self, name, move, body=""):
        return self.send(name, f"knightpanic move 101 {name} PASSWORD {move}", body)

    def stop(self, number=signal.SIGTERM, *, group=False):
        """Stops the server; returns the exit status; fails when a process is left behind."""
        children = self.processes()
        (os.killpg if group else os.kill)(self.process.pid, number)
        status = self.process.wait(TIMEOUT_SECONDS)
        wait_for(lambda: all(map(ended, children)), "the children's end")
        return status

    def close(self):
        for process in (self.process, *self.children):
            with suppress(psutil.NoSuchProcess, ProcessLookupError):
                process.kill()
        self.process.wait(TIMEOUT_SECONDS)


def ended(process):
    """Returns True if the process has ended, even if nobody has read its status yet."""
    with suppress(psutil.NoSuchProcess):
        return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE
    return True


def _listens(process):
    return any(each.status == "LISTEN" for each in process.net_connections("inet"))
