r"""One folder of a mailbox: list its emails, read them without changing their flags, and move them.

pbm never deletes an email. If it can't be moved, it stays in the folder. pbm neither sets flags nor
relies on them, except for \Deleted: emails that the owner has deleted aren't read.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from mail.mailbox.errors import MailboxError, translated
from mail.mailbox.folder_names import INBOX, ensure_folder, find_folder
from mail.mailbox.session import MailboxSession

MAX_LISTED = 500
"""Maximum number of UIDs in a command, because servers limit lines to 8000 characters."""
STEP = 50_000
"""Maximum number of emails that are listed by one command. Their UIDs need half of the maximum
length of a response.
"""
MAX_STEPS = 100
MAX_UID = 2**32 - 1
YEARS = range(1970, 9999)
"""Years of arrival that Python can convert to any time zone."""
ONE_DAY = timedelta(days=1)
"""Margin for the search key SINCE. Its value is a date without a defined time zone."""


@dataclass(frozen=True, slots=True)
class MailboxMail:
    """An email in a folder."""

    uid: int
    arrived: datetime | None
    """When the server received it. None if the server reports no usable date."""
    content: bytes
    """The bytes of the email, or its beginning if it is longer than the caller's limit."""


@dataclass(frozen=True, slots=True)
class Listing:
    """The emails in a range of UIDs."""

    first: int
    last: int
    uids: Sequence[int]
    """All UIDs in the range, the oldest first."""
    undeleted: frozenset[int]
    """UIDs of the emails that the owner hasn't deleted."""


@dataclass(frozen=True, slots=True)
class MailboxFolder:
    """An open folder."""

    session: MailboxSession
    name: str
    uidvalidity: int
    uid_next: int
    """A UID that is higher than the UIDs of all emails in the folder when it was opened."""
    mails: int
    """Number of emails in the folder when it was opened."""
    ends: Sequence[int]
    """Every STEPth UID. These UIDs divide the folder into ranges that one command can list."""

    def newest_arrival(self) -> datetime | None:
        """Returns the latest arrival among the emails that were in the folder when it was opened.

        Returns None if there were none.
        """
        if not self.mails:
            return None
        with translated("folder", f"the dates of the emails in {self.name} can't be read"):
            uids = self._search(f"{max(self.mails - MAX_LISTED + 1, 1)}:*")
            newest = max(self._arrivals(uids[-MAX_LISTED:]), default=None)
            if newest and self.mails > MAX_LISTED:  # UIDs aren't always in order of arrival
                since = ("SINCE", (newest - ONE_DAY).date())
                for first, last in self._steps(1):
                    for some in parts(self._search("UID", f"{first}:{last}", *since), MAX_LISTED):
                        newest = max(newest, *self._arrivals(some))
        return newest

    def _arrivals(self, uids: Sequence[int]) -> Iterator[datetime]:
        old = [uid for uid in uids if uid < self.uid_next]
        answers = self.session.client.fetch(old, ["INTERNALDATE"]) if old else {}
        yield from filter(None, map(_arrival, answers.values()))

    def list_from(self, first: int) -> Iterator[Listing]:
        """Yields the emails whose UID is at least `first`."""
        # Discard an earlier report of new mail, because this listing will contain that mail.
        self.has_new_mail()
        with translated("folder", f"the emails in {self.name} can't be listed"):
            self.session.client.noop()  # some servers report new mail only then
            for start, last in self._steps(first):
                here = ("UID", f"{start}:{last if last < MAX_UID else '*'}")
                uids, undeleted = (
                    [uid for uid in self._search(*here, *more) if start <= uid <= last]
                    for more in ((), ("UNDELETED",))
                )  # the filter is needed because `n:*` always contains the last email
                yield Listing(start, last, uids, frozenset(undeleted))

    def _steps(self, first: int) -> Iterator[tuple[int, int]]:
        """Yields the first and the last UID of each range of the folder."""
        for last in (*self.ends, MAX_UID):
            if first <= last:
                yield first, last
                first = last + 1

    def _search(self, *criteria: str | date) -> Sequence[int]:
        return sorted({*self.session.client.search([*criteria])})

    def has_new_mail(self) -> bool:
        """Whether the server has reported new mail since the last listing or the last call.

        The server reports it once, in the answer to any command, and IDLE doesn't repeat it.
        """
        _, reports = self.session.client._imap.response("EXISTS")  # noqa: SLF001 - there is no public way
        return bool(reports != [None])

    def fetch(self, uids: Sequence[int], most_bytes: int) -> tuple[list[MailboxMail], list[int]]:
        """Returns the first `most_bytes` bytes of each email, and the UIDs of unreadable emails.

        Omits emails that have vanished in the meantime.
        """
        try:
            return self._fetch(uids, most_bytes), []
        except MailboxError as error:
            if error.kind == "connect":
                raise
            if len(uids) == 1:
                return [], [*uids]
        readable: list[MailboxMail] = []
        unreadable: list[int] = []
        for uid in uids:  # one by one, so that a bad email doesn't block the remaining emails
            mails, bad = self.fetch([uid], most_bytes)
            readable += mails
            unreadable += bad
        return readable, unreadable

    def _fetch(self, uids: Sequence[int], most_bytes: int) -> list[MailboxMail]:
        # Unlike BODY, BODY.PEEK doesn't mark the emails as read.
        items = ["INTERNALDATE", f"BODY.PEEK[]<0.{most_bytes}>"]
        with translated("folder", f"the emails in {self.name} can't be read"):
            answers = self.session.client.fetch(uids, items)
        return [
            MailboxMail(uid, _arrival(data), content[:most_bytes])
            for uid, data in sorted(answers.items())
            if isinstance(content := data.get(b"BODY[]<0>", data.get(b"BODY[]")), bytes)
        ]

    def move(self, uids: Collection[int], target: str) -> None:
        """Moves emails into a folder, and creates it if necessary.

        Ignores emails that have vanished.
        """
        self._into(target, lambda: self.session.client.move(sorted(uids), target))

    def copy(self, uids: Collection[int], target: str) -> None:
        """Copies emails into a folder.

        Together with `remove_copied` this replaces MOVE on servers without it.
        """
        self._into(target, lambda: self.session.client.copy(sorted(uids), target))

    def remove_copied(self, uids: Collection[int]) -> None:
        """Removes emails that were copied. Other emails flagged as deleted stay in the folder."""
        client = self.session.client
        with translated("folder", f"processed emails can't be removed from {self.name}"):
            client.add_flags(sorted(uids), [rb"\Deleted"], silent=True)
            client.uid_expunge(sorted(uids))

    def _into(self, target: str, act: Callable[[], object]) -> None:
        ensure_folder(self.session, target)
        with translated("folder", f"emails can't be moved out of {self.name}"):
            act()


def open_folder(session: MailboxSession, path: str) -> MailboxFolder:
    """Opens the folder at this path. Raises MailboxError."""
    name, client = find_folder(session, path), session.client
    display_name = path or INBOX  # error texts never show a name that the server chose
    # Otherwise the library returns times without a time zone.
    client.normalise_times = False
    with translated("folder", f"the folder {display_name} can't be opened"):
        status = client.select_folder(name)
        if b"READ-WRITE" not in status and b"READ-ONLY" in status:
            raise MailboxError(
                f"the folder {display_name} is read-only, but pbm must move emails out of it",
                "folder",
            )
        if not _is_uid(status.get(b"UIDVALIDITY")):
            raise MailboxError(
                f"the server reports no UIDVALIDITY for the folder {display_name}", "folder"
            )
        mails = status[b"EXISTS"]
        ends = range(STEP, min(mails, STEP * MAX_STEPS) + 1, STEP)
        end_uids = client.search([",".join(map(str, ends))]) if ends else []
        uid_next = status.get(b"UIDNEXT")
        if not _is_uid(uid_next):
            uid_next = max(client.search(["UID", "*"]), default=0) + 1
        return MailboxFolder(
            session,
            display_name,
            status[b"UIDVALIDITY"],
            uid_next,
            mails,
            sorted(filter(_is_uid, end_uids)),
        )


def _is_uid(value: object) -> bool:
    return isinstance(value, int) and 0 < value <= MAX_UID


def _arrival(data: Mapping[bytes, object]) -> datetime | None:
    """Returns the arrival of an email, or None if the server's date is missing or unusable."""
    arrived = data.get(b"INTERNALDATE")
    if isinstance(arrived, datetime) and arrived.tzinfo and arrived.year in YEARS:
        return arrived
    return None


def parts(uids: Sequence[int], size: int) -> Iterator[Sequence[int]]:
    """Yields the UIDs in slices of at most `size`."""
    for start in range(0, len(uids), size):
        yield uids[start : start + size]
