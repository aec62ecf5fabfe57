"""A mailbox at a provider, and the reader of it without a process, on a server without sockets."""

import socket
import ssl
import subprocess
import sys
import threading
from concurrent.futures import Future
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from imapclient import IMAPClient

from commands.server.mailbox.envelopes import MailboxEnvelopes
from commands.server.mailbox.reader import MailboxReader
from commands.server.mailbox.state import MailboxState
from commands.server.processes.thread_progress import Progress
from commands.settings import Settings
from mail.login import Login
from mail.mailbox.session import MailboxSession, open_session
from mail.server_address import ServerAddress
from mail.smtp.receiver_interface import Busy
from tests.support.site import ADDRESS
from tests.support.waiting import TIMEOUT_SECONDS, wait_for


@dataclass
class GivenSecret:
    """A password that is what it is."""

    text: str

    def read(self):
        return self.text

    def accepted(self):
        pass

    def refused(self):
        return False


class Mailbox:
    """The mailbox of one user, as other programs of its owner see it."""

    def __init__(self, port, user, password):
        self.port, self.user, self.password = port, user, password
        self._client = None

    @contextmanager
    def client(self):
        """Yields a session, the same one each time, as each login takes 40 ms."""
        if self._client is None:
            self._client = IMAPClient("127.0.0.1", self.port, ssl=False, timeout=60)
            self._client.plain_login(self.user, self.password)
        yield self._client

    def close(self):
        """Ends the session."""
        if self._client is not None:
            self._client.logout()

    def put(self, content, folder="INBOX", *, flags=(), arrived=None):
        """Puts a mail into a folder."""
        with self.client() as client:
            if not client.folder_exists(folder):
                client.create_folder(folder)
            client.append(folder, content.replace(b"\n", b"\r\n"), flags, arrived)

    def mails(self, folder="INBOX"):
        """Returns the flags of the mails in a folder by their subjects; None if it isn't there."""
        with self.client() as client:
            if not client.folder_exists(folder):
                return None
            client.select_folder(folder, readonly=True)
            found = client.fetch(client.search(), ["FLAGS", "BODY.PEEK[HEADER]"]).values()
            return {
                _subject(data[b"BODY[HEADER]"]): set(data[b"FLAGS"]) - {rb"\Recent"}
                for data in found
            }

    def move(self, source, target):
        """Moves all mails by hand."""
        with self.client() as client:
            client.select_folder(source)
            client.move(client.search(), target)


def _subject(head):
    lines = head.decode().splitlines()
    return next(line.partition(": ")[2] for line in lines if line.startswith("Subject:"))


class DirectWriter:
    """Has each mail handled at once; fails as it is told to."""

    def __init__(self, site):
        self.site = site
        self.errors = []
        """The errors of the next mails, before they are handled."""
        self.handled = []

    def submit(self, network, read):
        done = Future()
        if self.errors:
            done.set_exception(self.errors.pop(0))
            return done
        try:
            with self.site.database.work() as work, work.savepoint():
                self.handled.append(self.site.mail_handler.handle(work, read()).outcome)
            done.set_result(None)
        except Busy as error:
            done.set_exception(error)
        return done


class Reading:
    """Reads a mailbox; each session ends once all mails were looked through."""

    def __init__(self, site, mailbox, path="", *, scheme="imap"):
        self.site, self.mailbox = site, mailbox
        self.address = ServerAddress(scheme, "127.0.0.1", mailbox.port, mailbox.user, path)
        self.writer = DirectWriter(site)
        settings = Settings(address=ADDRESS)
        self.state = MailboxState(site.database, self.address, site.clock, timedelta(days=30))
        self.envelopes = MailboxEnvelopes(settings, self.address)

    def read(self, *, include_old=False, without=()):
        """Reads the mailbox once; returns the outcomes; `without`: the capabilities it lacks."""
        self.writer.handled = []
        stopping = threading.Event()
        progress = Progress(stopping)
        login = Login(self.mailbox.user, GivenSecret(self.mailbox.password), "password")
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # knows no issuers: reading them is slow
        session = open_session(self.address, login, timeout=60, context=context)
        session = MailboxSession(session.client, session.capabilities - {*without})
        try:
            reader = MailboxReader(self.state, self.envelopes, self.writer, progress)
            reader.serve(session, stopping.set, include_old=include_old)
        finally:
            session.close()
        return self.writer.handled


@contextmanager
def pymap(user, password):
    """Runs pymap, an IMAP server in Python, with one user and an empty mailbox; yields its port."""
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    place, without = ("--host", "127.0.0.1", "--port", str(port)), ("--no-tls", "--no-service")
    account = ("--demo-user", user, "--demo-password", password)
    process = subprocess.Popen(
        [Path(sys.executable).with_name("pymap"), *place, *without, "admin", "dict", *account],
        stdin=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,  # its libraries warn of what they will lose
    )
    try:
        wait_for(lambda: _listens(port) or process.poll(), "pymap")
        yield port
    finally:
        process.terminate()
        process.wait(TIMEOUT_SECONDS)


def _listens(port):
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 10):
        return True
    return False
