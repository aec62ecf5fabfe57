r"""One folder of a mailbox: its mails are listed, read without a trace, and moved elsewhere.

No mail is ever deleted: one that can't be moved stays where it is. Flags are neither set nor relied
on, but for \Deleted: a mail that its owner has deleted isn't read.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from mail.mailbox.errors import MailboxError, translated
from mail.mailbox.own_folders import ensure_folder, find_folder
from mail.mailbox.session import MailboxSession

MAX_LISTED = 500
"""The most mails named in a command: servers take lines of 8000 signs."""
ONE_DAY = timedelta(days=1)
"""SINCE has days, in whichever zone."""


@dataclass(frozen=True, slots=True)
class MailboxMail:
    """A mail in a folder."""

    uid: int
    arrived: datetime | None
    """The time at which the server got it."""
    content: bytes
    """All of it, or its beginning."""


@dataclass(frozen=True, slots=True)
class Listing:
    """The mails in a folder by UID."""

    there: Sequence[int]
    """All, the oldest first."""
    undeleted: frozenset[int]
    """Those that their owner hasn't deleted."""


@dataclass(frozen=True, slots=True)
class MailboxFolder:
    """A folder that is open."""

    session: MailboxSession
    name: str
    uidvalidity: int
    uid_next: int
    """The UID above all of those that were there when it was opened."""

    def newest_arrival(self) -> datetime | None:
        """Returns the arrival of the newest mail that was there when it was opened, if any was."""
        with translated("folder", f"the dates of the mails in {self.name} can't be read"):
            uids = sorted(uid for uid in self.session.client.search() if uid < self.uid_next)
            newest = max(self._arrivals(uids[-MAX_LISTED:]), default=None)
            if newest and uids[:-MAX_LISTED]:  # UIDs needn't be in that order
                since = self.session.client.search(["SINCE", (newest - ONE_DAY).date()])
                others = parts([uid for uid in since if uid < self.uid_next], MAX_LISTED)
                newest = max(newest, *(date for some in others for date in self._arrivals(some)))
        return newest

    def _arrivals(self, uids: Sequence[int]) -> Iterator[datetime]:
        if not uids:
            return
        for data in self.session.client.fetch(uids, ["INTERNALDATE"]).values():
            if isinstance(date := data.get(b"INTERNALDATE"), datetime):
                yield date

    def look(self, first: int) -> "Listing":
        """Returns the mails from this UID on."""
        self.has_news()
        with translated("folder", f"the mails in {self.name} can't be listed"):
            self.session.client.noop()  # some servers don't tell of new mails otherwise
            here = ["UID", f"{first}:*"]
            found = [self.session.client.search(each) for each in (here, [*here, "UNDELETED"])]
        there, undeleted = ([uid for uid in each if uid >= first] for each in found)
        return Listing(sorted(there), frozenset(undeleted))  # n:* is never empty

    def has_news(self) -> bool:
        """Returns True if the server has told of a mail since the last listing, or question.

        It tells once, in the answer to any command, and IDLE doesn't tell it again.
        """
        _, told = self.session.client._imap.response("EXISTS")  # noqa: SLF001 - nothing else tells
        return bool(told != [None])

    def fetch(self, uids: Sequence[int], most_bytes: int) -> tuple[list[MailboxMail], list[int]]:
        """Returns mails, as many bytes of each at most, and the UIDs of those that can't be read.

        Mails that have vanished meanwhile are left out.
        """
        try:
            return self._fetch(uids, most_bytes), []
        except MailboxError as error:
            if error.kind == "connect":
                raise
            if len(uids) == 1:
                return [], [*uids]
        found: list[MailboxMail] = []
        unreadable: list[int] = []
        for uid in uids:  # all but the bad one
            mails, bad = self.fetch([uid], most_bytes)
            found += mails
            unreadable += bad
        return found, unreadable

    def _fetch(self, uids: Sequence[int], most_bytes: int) -> list[MailboxMail]:
        wanted = ["INTERNALDATE", f"BODY.PEEK[]<0.{most_bytes}>"]
        with translated("folder", f"the mails in {self.name} can't be read"):
            found = self.session.client.fetch(uids, wanted)
        return [
            MailboxMail(uid, data.get(b"INTERNALDATE"), content[:most_bytes])
            for uid, data in sorted(found.items())
            if (content := data.get(b"BODY[]<0>", data.get(b"BODY[]"))) is not None
        ]

    def move(self, uids: Collection[int], target: str) -> None:
        """Moves mails into a folder, which is made if it is missing; some may have vanished."""
        self._into(target, lambda: self.session.client.move(sorted(uids), target))

    def copy(self, uids: Collection[int], target: str) -> None:
        """Copies mails into a folder, as the first half of moving them where there is no MOVE."""
        self._into(target, lambda: self.session.client.copy(sorted(uids), target))

    def remove_copied(self, uids: Collection[int]) -> None:
        """Removes mails that were copied, and those alone: others may be flagged as deleted."""
        client = self.session.client
        with translated("folder", f"mails that were copied can't be removed from {self.name}"):
            client.add_flags(sorted(uids), [rb"\Deleted"], silent=True)
            client.uid_expunge(sorted(uids))

    def _into(self, target: str, act: Callable[[], object]) -> None:
        ensure_folder(self.session, target)
        with translated("folder", f"mails can't be moved from {self.name} to {target}"):
            act()


def open_folder(session: MailboxSession, path: str) -> MailboxFolder:
    """Opens the folder at this path; raises MailboxError."""
    name, client = find_folder(session, path), session.client
    client.normalise_times = False
    with translated("folder", f"the folder {name} can't be opened"):
        told = client.select_folder(name)
        if b"READ-WRITE" not in told and b"READ-ONLY" in told:
            raise MailboxError(f"the folder {name} may only be read, not filed from", "folder")
        if b"UIDVALIDITY" not in told:
            raise MailboxError(f"the server doesn't number the mails in {name}", "folder")
        uid_next = told.get(b"UIDNEXT") or max(client.search(), default=0) + 1
    return MailboxFolder(session, name, told[b"UIDVALIDITY"], uid_next)


def parts(uids: Sequence[int], size: int) -> Iterator[Sequence[int]]:
    """Yields UIDs in parts of this size."""
    for start in range(0, len(uids), size):
        yield uids[start : start + size]
