"""Dovecot as the provider of mailboxes: IMAP, LMTP and submission at free ports of loopback."""

import grp
import os
import pwd
import secrets
import shutil
import smtplib
import socket
import subprocess
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import pytest
import trustme
from imapclient import IMAPClient

from tests.support.paths import TESTS
from tests.support.waiting import wait_for

USER, PASSWORD, TOKEN = "pbm@example.net", "s3cret wörd", "ya29.token"
PORTS = ("IMAP", "IMAPS", "LMTP", "SUBMISSION", "SUBMISSIONS")
TIMEOUT_SECONDS = 300
"""For anything that a busy machine may delay."""


def require_dovecot():
    """Skips the test where Dovecot isn't installed."""
    program = dovecot_program()
    if not program or not Path("/usr/lib/dovecot/imap").exists():
        pytest.skip("Dovecot isn't installed: dovecot-imapd dovecot-lmtpd dovecot-submissiond")


def dovecot_program():
    """Returns the path of Dovecot; it stands in a folder that isn't everybody's path."""
    return shutil.which("dovecot", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")


class Dovecot:
    """A Dovecot in a folder of its own; the mailboxes of its users are made when mail comes."""

    def __init__(
        self, folder, *, relay=0, separator="/", prefix="", capabilities="", extra="", users=()
    ):
        """`relay`: the port of the SMTP server to which submitted mail goes.

        `capabilities`: what IMAP says that it offers, in place of all; `extra`: more settings.
        `users`: more users, with the same password.
        """
        self.folder = Path(folder)
        self.authority = trustme.CA()
        self.ca_file = self.folder / "authority.pem"
        self.ports = dict(zip(PORTS, _free_ports(len(PORTS)), strict=True))
        self._texts = {
            "CAPABILITIES": capabilities,
            "EXTRA": extra,
            "PREFIX": prefix,
            "RELAY_PORT": relay or _free_ports(1)[0],
            "SEPARATOR": separator,
        }
        self.process = None
        self._users = (USER, *users)
        self._prepare()

    def _prepare(self):
        self.folder.chmod(0o755)
        self.ca_file.write_bytes(self.authority.cert_pem.bytes())
        certificate = self.authority.issue_cert("localhost", "127.0.0.1")
        chain = b"".join(each.bytes() for each in certificate.cert_chain_pems)
        (self.folder / "certificate.pem").write_bytes(chain)
        (self.folder / "key.pem").write_bytes(certificate.private_key_pem.bytes())
        (self.folder / "mail").mkdir()
        owner = pwd.getpwnam("nobody") if os.geteuid() == 0 else pwd.getpwuid(os.geteuid())
        if os.geteuid() == 0:  # Dovecot gives nobody root's mail
            os.chown(self.folder / "mail", owner.pw_uid, owner.pw_gid)
        for user in self._users:
            self.add_user(user, PASSWORD, TOKEN)
        self._write_settings(owner)

    def _write_settings(self, user):
        text = (TESTS / "support" / "dovecot.conf").read_text()
        words = {f"{name}_PORT": port for name, port in self.ports.items()} | self._texts
        words |= {"MAILUID": user.pw_uid, "MAILGID": user.pw_gid, "FOLDER": self.folder}
        words |= {"USER": user.pw_name, "GROUP": grp.getgrgid(user.pw_gid).gr_name}
        lines = [_filled(line, words) for line in text.splitlines()]
        (self.folder / "dovecot.conf").write_text("\n".join(lines) + "\n")

    def add_user(self, user, password, token=""):
        """Adds a user, or another password or token of one; it takes a second to be heeded."""
        _replace(self.folder / "users", user, f"{user}:{{PLAIN}}{password}::::::")
        _replace(self.folder / "tokens", user, f"{user}:{{PLAIN}}{token or password}")

    def start(self):
        """Starts it; waits until it answers."""
        with (self.folder / "out").open("ab") as out:
            self.process = subprocess.Popen(
                [dovecot_program(), "-F", "-c", str(self.folder / "dovecot.conf")],
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
            )
        wait_for(lambda: self._answers() or self.process.poll(), "Dovecot")
        assert self.process.poll() is None, self.log()
        return self

    def _answers(self):
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.ports["IMAP"]), 10):
            return True
        return False

    def stop(self):
        """Kills it and its processes, by their ids: it would take a second to end by itself."""
        if self.process is None:
            return
        processes = psutil.Process(self.process.pid).children(recursive=True)
        self.process.kill()
        self.process.wait(TIMEOUT_SECONDS)
        for each in processes:
            with suppress(psutil.NoSuchProcess):
                each.kill()
        self.process = None

    def log(self):
        """Returns all that it has written."""
        return "".join(
            path.read_text("utf-8", "replace")
            for name in ("out", "log")
            if (path := self.folder / name).exists()
        )

    def deliver(self, sender, content, to=USER):
        """Puts a mail into a mailbox, by LMTP; `to` may have a plus address."""
        with smtplib.LMTP("127.0.0.1", self.ports["LMTP"]) as client:
            client.sendmail(sender, [to], content, ["SMTPUTF8"] if not to.isascii() else [])

    @contextmanager
    def client(self, user=USER, password=PASSWORD):
        """Opens a mailbox as another program of its owner would."""
        with IMAPClient("127.0.0.1", self.ports["IMAP"], ssl=False, timeout=60) as client:
            client.plain_login(user, password)
            yield client

    def mails(self, folder="INBOX", user=USER, password=PASSWORD):
        """Returns the mails in a folder by UID, as bytes; none if there is no such folder."""
        with self.client(user, password) as client:
            if not client.folder_exists(folder):
                return {}
            client.select_folder(folder, readonly=True)
            found = client.fetch(client.search(), ["BODY.PEEK[]"])
            return {uid: data[b"BODY[]"] for uid, data in sorted(found.items())}


@contextmanager
def dovecot(**settings):
    """Runs a Dovecot while the block runs; skips the test where there is none."""
    require_dovecot()
    # not in the folder of the test: paths of sockets are short, and root's mail isn't root's
    folder = Path(tempfile.mkdtemp(prefix="pbm-dovecot-", dir="/tmp"))
    try:
        made = Dovecot(folder, **settings)
        try:
            yield made.start()
        finally:
            made.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _free_ports(number):
    """Returns ports that are free now, and that the kernel gives to nobody who asks for any."""
    made = []
    try:
        while len(made) < number:
            made.append(socket.socket())
            while made[-1].getsockname()[1] == 0:
                with suppress(OSError):  # somebody has it
                    made[-1].bind(("127.0.0.1", 10_000 + secrets.randbelow(22_000)))
        return [each.getsockname()[1] for each in made]
    finally:
        for each in made:
            each.close()


def _filled(line, words):
    """Returns a line of the settings with its words in capitals replaced; comments stay."""
    if line.startswith("#"):
        return line
    for name in sorted(words, key=len, reverse=True):
        line = line.replace(name, str(words[name]))
    return line


def _replace(path, user, line):
    """Replaces the line of a user in a file of passwords."""
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    kept = [each for each in lines if not each.startswith(f"{user}:")]
    path.write_text("".join(f"{each}\n" for each in [*kept, line]), "utf-8")
    path.chmod(0o644)
