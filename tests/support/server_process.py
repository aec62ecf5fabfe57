"""`pbm serve` as a process of its own, which tests may start, end and kill."""

import email
import email.policy
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
from tests.support.site import PLAYERS, simple_mail
from tests.support.smtp_sink import PATIENCE_SECONDS, wait_for

LISTENING = re.compile(r"event='listening' .*port=(\d+)")


class Server:
    """A server in a folder, which may be started again and again."""

    def __init__(self, folder, **settings):
        self.folder = folder
        self.log_file = folder / "log"
        self.settings = {f"PBM_{name.upper()}": str(value) for name, value in settings.items()}
        self.ids = count(1)
        self.process = None
        self.children = []

    @property
    def environment(self):
        kept = {name: value for name, value in os.environ.items() if name[:4] != "PBM_"}
        usual = {"PBM_SMTP_PORT": "0", "PBM_ADDRESS": "pbm@example.net", "PBM_CONFIRM": "off"}
        return kept | {"PYTHONPATH": str(ROOT)} | usual | self.settings

    def launch(self):
        """Begins to start."""
        with self.log_file.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "commands", "serve"],
                cwd=self.folder,
                env=self.environment,
                stderr=log,
                start_new_session=True,
            )

    def shell(self, *words):
        """Another process of the program, with pipes, on the same data."""
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
        begun = self.log().count("event='listening'")
        wait_for(lambda: self._times_opened() > begun or self.process.poll())
        self.children = self._processes()
        return self

    def log(self):
        return self.log_file.read_text()

    @property
    def data(self):
        return self.folder / "pbm-data"

    @property
    def port(self):
        return int(LISTENING.findall(self.log())[-1])

    def _processes(self):
        with suppress(psutil.NoSuchProcess):
            return psutil.Process(self.process.pid).children(recursive=True)
        return []

    def worker(self):
        """The delivery worker's process, or None."""
        return self._child(self._delivers)

    def doors(self):
        """The process that listens, or None."""
        return self._child(_listens)

    def _delivers(self, process):
        return any(file.path == str(self.data / "delivery") for file in process.open_files())

    def _child(self, does):
        for process in self._processes():
            with suppress(psutil.NoSuchProcess, psutil.ZombieProcess):
                if does(process):
                    return process
        return None

    def kill_doors(self):
        """Kills the process that listens; another one does then, perhaps at another port."""
        begun, killed = self._times_opened(), wait_for(self.doors, "the doors")
        killed.kill()
        wait_for(lambda: self._times_opened() > begun, "other doors")

    def _times_opened(self):
        return len(LISTENING.findall(self.log()))

    def send(self, name, subject, body="", **headers):
        """Sends a player's mail; the bytes, to be sent again."""
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
        """All mails in the outbox, in the order of their Message-IDs' dates."""
        folder = self.data / "outbox" / "new"
        files = folder.iterdir() if folder.exists() else []
        policy = email.policy.default
        return [email.message_from_bytes(path.read_bytes(), policy=policy) for path in files]

    def expect(self, number):
        """The mails, once there are so many; never more."""
        found = wait_for(lambda: self.mails()[number - 1 :] and self.mails(), f"{number} mails")
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
        """The exit status; fails when a process is left behind."""
        children = self._processes()
        (os.killpg if group else os.kill)(self.process.pid, number)
        status = self.process.wait(PATIENCE_SECONDS)
        wait_for(lambda: all(map(ended, children)), "the children's end")
        return status

    def close(self):
        for process in (self.process, *self.children):
            with suppress(psutil.NoSuchProcess, ProcessLookupError):
                process.kill()
        self.process.wait(PATIENCE_SECONDS)


def ended(process):
    """Whether it has, be it that nobody has asked yet how."""
    with suppress(psutil.NoSuchProcess):
        return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE
    return True


def _listens(process):
    return any(each.status == "LISTEN" for each in process.net_connections("inet"))
