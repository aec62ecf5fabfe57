r"""One folder of a mailbox: its mails are listed, read without a trace, and moved elsewhere.

No mail is ever deleted: one that can't be moved stays where it is. Flags are neither set nor relied
on, but for \Deleted: a mail that its owner has deleted isn't read.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from mail.mailbox.errors import MailboxError, translated
from mail.mailbox.folder_names import INBOX, ensure_folder, find_folder
from mail.mailbox.session import MailboxSession

MAX_LISTED = 500
"""The most mails named in a command: servers take lines of 8000 signs."""
STEP = 50_000
"""The most mails that are listed at once: their UIDs take half of the longest answer."""
MAX_STEPS = 100
MAX_UID = 2**32 - 1
YEARS = range(1970, 9999)
"""The years of arrivals that can be shown in any zone."""
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
    """The mails in a part of a folder by UID."""

    first: int
    last: int
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
    mails: int
    """The number of mails that were there when it was opened."""
    ends: Sequence[int]
    """The UID of each STEPth mail: those between two of them are listed at once."""

    def newest_arrival(self) -> datetime | None:
        """Returns the arrival of the newest mail that was there when it was opened, if any was."""
        if not self.mails:
            return None
        with translated("folder", f"the dates of the mails in {self.name} can't be read"):
            uids = self._search(f"{max(self.mails - MAX_LISTED + 1, 1)}:*")
            newest = max(self._arrivals(uids[-MAX_LISTED:]), default=None)
            if newest and self.mails > MAX_LISTED:  # UIDs needn't be in that order
                since = ("SINCE", (newest - ONE_DAY).date())
                for first, last in self._steps(1):
                    for some in parts(self._search("UID", f"{first}:{last}", *since), MAX_LISTED):
                        newest = max(newest, *self._arrivals(some))
        return newest

    def _arrivals(self, uids: Sequence[int]) -> Iterator[datetime]:
        old = [uid for uid in uids if uid < self.uid_next]
        found = self.session.client.fetch(old, ["INTERNALDATE"]) if old else {}
        yield from filter(None, map(_arrival, found.values()))

    def look(self, first: int) -> Iterator[Listing]:
        """Yields the mails from this UID on."""
        self.has_news()
        with translated("folder", f"the mails in {self.name} can't be listed"):
            self.session.client.noop()  # some servers don't tell of new mails otherwise
            for start, last in self._steps(first):
                here = ("UID", f"{start}:{last if last < MAX_UID else '*'}")
                there, undeleted = (
                    [uid for uid in self._search(*here, *more) if start <= uid <= last]
                    for more in ((), ("UNDELETED",))
                )  # n:* is never empty
                yield Listing(start, last, there, frozenset(undeleted))

    def _steps(self, first: int) -> Iterator[tuple[int, int]]:
        """Yields the first and the last UID of each part of the folder."""
        for last in (*self.ends, MAX_UID):
            if first <= last:
                yield first, last
                first = last + 1

    def _search(self, *criteria: str | date) -> Sequence[int]:
        return sorted({*self.session.client.search([*criteria])})

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
            MailboxMail(uid, _arrival(data), content[:most_bytes])
            for uid, data in sorted(found.items())
            if isinstance(content := data.get(b"BODY[]<0>", data.get(b"BODY[]")), bytes)
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
        with translated("folder", f"mails can't be filed from {self.name}"):
            act()


def open_folder(session: MailboxSession, path: str) -> MailboxFolder:
    """Opens the folder at this path; raises MailboxError."""
    name, client = find_folder(session, path), session.client
    shown = path or INBOX  # the server chooses the name
    client.normalise_times = False
    with translated("folder", f"the folder {shown} can't be opened"):
        told = client.select_folder(name)
        if b"READ-WRITE" not in told and b"READ-ONLY" in told:
            raise MailboxError(f"the folder {shown} may only be read, not filed from", "folder")
        if not _is_uid(told.get(b"UIDVALIDITY")):
            raise MailboxError(f"the server doesn't number the mails in {shown}", "folder")
        mails = told[b"EXISTS"]
        ends = range(STEP, min(mails, STEP * MAX_STEPS) + 1, STEP)
        found = client.search([",".join(map(str, ends))]) if ends else []
        uid_next = told.get(b"UIDNEXT")
        if not _is_uid(uid_next):
            uid_next = max(client.search(["UID", "*"]), default=0) + 1
        return MailboxFolder(
            session, shown, told[b"UIDVALIDITY"], uid_next, mails, sorted(filter(_is_uid, found))
        )


def _is_uid(found: object) -> bool:
    return isinstance(found, int) and 0 < found <= MAX_UID


def _arrival(data: Mapping[bytes, object]) -> datetime | None:
    """Returns the arrival of a mail; None for one that no clock shows."""
    found = data.get(b"INTERNALDATE")
    if isinstance(found, datetime) and found.tzinfo and found.year in YEARS:
        return found
    return None


def parts(uids: Sequence[int], size: int) -> Iterator[Sequence[int]]:
    """Yields UIDs in parts of this size."""
    for start in range(0, len(uids), size):
        yield uids[start : start + size]
