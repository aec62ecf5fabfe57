"""Finds out whether test emails arrive, in the mailbox or in the server's database."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice

from commands.cli.doctor.mail import MAILBOX_SECONDS, open_mailbox
from commands.inbound.service.probe_mail import arrival_keys, find_probe
from commands.server.app.app import App
from commands.settings import Settings
from mail.mailbox.errors import MailboxError, translated
from mail.mailbox.folder import MailboxFolder, MailboxMail, open_folder
from mail.mailbox.folder_names import INBOX, own_folder
from mail.mailbox.session import MailboxSession
from mail.reading.incoming import read_incoming_mail
from pbm.clock import SystemClock

MAX_BYTES = 16 * 1024
"""Number of bytes read of each email. It is more than the headers of a test email."""
MAX_MAILS = 50
"""Maximum number of emails that are examined at a time."""
Arrived = Callable[[Sequence[str]], set[str]]
"""Returns those labels whose test email has arrived."""


def recorded(app: App, labels: Sequence[str]) -> set[str]:
    """Returns those labels whose test email the server has recorded."""
    with app.database.snapshot() as work:
        knows = work.seen_mails.knows
        return {each for each in labels if knows(arrival_keys(app.tokens.keys, each))}


@dataclass
class MailboxArrivals:
    """The emails that have arrived in a folder of the mailbox since it was opened."""

    session: MailboxSession
    folder: MailboxFolder
    opened: datetime
    """The time at which watching the folder began, by this machine's clock."""
    found: dict[int, str] = field(default_factory=dict)
    """Labels of the test emails that were found, by UID."""
    times: dict[str, datetime] = field(default_factory=dict)
    """Arrival times by the clock of the mailbox's server, by label."""
    _looked_at: set[int] = field(default_factory=set)

    def arrived(self, labels: Sequence[str]) -> set[str]:
        """Returns those labels whose test email has arrived.

        Raises MailboxError.
        """
        uids = _uids(self.folder, self.folder.uid_next)
        new = [*islice((uid for uid in uids if uid not in self._looked_at), MAX_MAILS)]
        mails, _ = self.folder.fetch(new, MAX_BYTES) if new else ([], [])
        self._looked_at.update(new)
        for mail in mails:
            self._take(mail, labels)
        return set(self.found.values()) & set(labels)

    def remove(self) -> None:
        """Removes the test emails from the folder, and no others."""
        if not self.found:
            return
        with suppress(MailboxError):
            if "UIDPLUS" in self.session.capabilities:
                self.folder.remove_copied(self.found)
            elif "MOVE" in self.session.capabilities:
                self.folder.move(self.found, own_folder(self.session, "done"))

    def _take(self, mail: MailboxMail, labels: Sequence[str]) -> None:
        label = _label_of(mail)
        if label in labels:
            self.found[mail.uid] = label
            if mail.arrived:
                self.times[label] = mail.arrived


@contextmanager
def mailbox_arrivals(settings: Settings) -> Iterator[MailboxArrivals]:
    """Yields the arrivals in the mailbox from now on. At the end, the test emails are removed.

    Raises MailboxError.
    """
    session = open_mailbox(settings, MAILBOX_SECONDS)
    try:
        folder = open_folder(session, settings.mailbox_address.path)
        arrivals = MailboxArrivals(session, folder, SystemClock().now())
        try:
            yield arrivals
        finally:
            arrivals.remove()
    finally:
        session.close()


def find_lost(settings: Settings, labels: Sequence[str]) -> str:
    """Returns the folder of the mailbox that contains a test email, or an empty string.

    The spam folder is also searched. The email stays in its folder, because only the server and the
    mailbox's owner should move emails.
    """
    try:
        session = open_mailbox(settings, MAILBOX_SECONDS)
    except MailboxError:
        return ""
    try:
        with translated("folder", "the spam folder can't be found"):
            spam = session.client.find_special_folder(rb"\Junk")
        paths = [settings.mailbox_address.path or INBOX, *([spam] if spam else [])]
        return next((path for path in paths if _is_there(session, path, labels)), "")
    except MailboxError:
        return ""
    finally:
        session.close()


def _is_there(session: MailboxSession, path: str, labels: Sequence[str]) -> bool:
    """Whether one of the newest emails in a folder is a test email."""
    folder = open_folder(session, path)
    newest = [*deque(_uids(folder, max(folder.uid_next - MAX_MAILS, 1)), MAX_MAILS)]
    mails, _ = folder.fetch(newest, MAX_BYTES) if newest else ([], [])
    return any(_label_of(mail) in labels for mail in mails)


def _uids(folder: MailboxFolder, first: int) -> Iterator[int]:
    return (uid for listing in folder.list_from(first) for uid in listing.uids)


def _label_of(mail: MailboxMail) -> str:
    return find_probe(read_incoming_mail("<>", (), mail.content))
