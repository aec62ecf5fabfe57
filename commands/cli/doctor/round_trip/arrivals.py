"""The places where mails to ourselves arrive: the mailbox, or the database of the server."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from commands.app import App
from commands.inbound.probe_mail import arrival_keys, find_probe
from mail.mailbox.errors import MailboxError
from mail.mailbox.folder import MailboxFolder, MailboxMail, open_folder
from mail.mailbox.own_folders import own_folder
from mail.mailbox.session import MailboxSession
from mail.reading.incoming import read_incoming_mail

MAX_BYTES = 16 * 1024
"""The bytes read of each mail: more than the headers of ours ever have."""
MAX_MAILS = 50
"""The mails that are looked at in one go."""


class Arrivals(Protocol):
    """A place where mails arrive."""

    def arrived(self, labels: Sequence[str]) -> set[str]:
        """Returns those of the labels whose mail has arrived."""
        ...


@dataclass
class DatabaseArrivals:
    """The mails that the server has recorded, however they came in."""

    app: App

    def arrived(self, labels: Sequence[str]) -> set[str]:
        """Returns those of the labels whose mail has arrived."""
        keys = self.app.tokens.keys
        with self.app.database.snapshot() as work:
            return {each for each in labels if work.seen_mails.knows(arrival_keys(keys, each))}


@dataclass
class MailboxArrivals:
    """The mails that have come into a folder of the mailbox since it was opened."""

    session: MailboxSession
    folder: MailboxFolder
    found: dict[int, str] = field(default_factory=dict)
    """The labels by UID."""
    times: dict[str, datetime] = field(default_factory=dict)
    """The times of arrival by the clock of the mailbox's server, by label."""
    _looked_at: set[int] = field(default_factory=set)

    def arrived(self, labels: Sequence[str]) -> set[str]:
        """Returns those of the labels whose mail has arrived; raises MailboxError."""
        new = [
            uid
            for uid in self.folder.look(self.folder.uid_next).there
            if uid not in self._looked_at
        ]
        mails, _ = self.folder.fetch(new[:MAX_MAILS], MAX_BYTES) if new else ([], [])
        self._looked_at.update(new[:MAX_MAILS])
        for mail in mails:
            self._take(mail, labels)
        return set(self.found.values()) & set(labels)

    def remove(self) -> None:
        """Removes the mails that were found, and no others: nothing is left behind."""
        if not self.found:
            return
        with suppress(MailboxError):
            if "UIDPLUS" in self.session.capabilities:
                self.folder.remove_copied(self.found)
            elif "MOVE" in self.session.capabilities:
                self.folder.move(self.found, own_folder(self.session, "done"))

    def _take(self, mail: MailboxMail, labels: Sequence[str]) -> None:
        label = find_probe(read_incoming_mail("<>", (), mail.content))
        if label in labels:
            self.found[mail.uid] = label
            if mail.arrived:
                self.times[label] = mail.arrived


def open_arrivals(session: MailboxSession, path: str) -> MailboxArrivals:
    """Returns what arrives in a folder from now on; raises MailboxError."""
    return MailboxArrivals(session, open_folder(session, path))
