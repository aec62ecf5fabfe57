"""Mailboxes at providers: which of their emails are older than pbm, and which were handled."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, and_, delete, select, update

from pbm.stored_values import MailOrigin, MailTarget
from storage.sql.inserts import insert_into
from storage.sql.repository import Repository
from storage.tables.mailboxes import mailbox_mails, mailboxes

DONE: MailTarget = "done"
MAX_UIDS = 500
"""Maximum number of UIDs in one statement."""
NO_UIDVALIDITY = 0
"""The stored UIDVALIDITY of a mailbox before pbm's first connection to it."""
FILING = "filing"
"""The kind of trouble in which the mailbox can be read, but its handled emails can't be moved."""


@dataclass(frozen=True, slots=True)
class StoredMailbox:
    """The state of a mailbox's folder after the last connection."""

    name: str
    uidvalidity: int
    """The folder's UIDVALIDITY, or NO_UIDVALIDITY before the first connection."""
    first_uid: int
    """The first UID to handle. Emails with lower UIDs arrived before the first connection."""
    old_until: datetime | None
    """When the last email before the first connection arrived. None if there was none, or if pbm
    handles these emails, too.
    """
    scanned: datetime
    """When pbm last scanned all emails in the folder."""
    trouble: str = ""
    """The reason why the mailbox can't be read now. Empty if it can."""
    trouble_kind: str = ""
    trouble_since: datetime | None = None


@dataclass(frozen=True, slots=True)
class KnownMail:
    """An email that was handled and is still in the folder."""

    uid: int
    target: MailTarget
    copied: bool = False
    """Whether a copy of the email is in the target folder."""


class MailboxRepository(Repository):
    """Mailboxes, and the emails in them that were handled."""

    def all(self) -> Sequence[StoredMailbox]:
        """Returns all mailboxes that pbm has tried to read."""
        rows = self._connection.execute(select(mailboxes).order_by(mailboxes.c.name))
        return [StoredMailbox(**row._asdict()) for row in rows]

    def find(self, name: str) -> StoredMailbox | None:
        """Returns a mailbox, or None if pbm has never tried to read it."""
        query = select(mailboxes).where(mailboxes.c.name == name)
        row = self._connection.execute(query).first()
        return StoredMailbox(**row._asdict()) if row else None

    def put(self, mailbox: StoredMailbox) -> None:
        """Stores a mailbox, and replaces the one with its name."""
        values = {column.name: getattr(mailbox, column.name) for column in mailboxes.columns}
        new = insert_into(self._connection, mailboxes).values(values)
        self._connection.execute(new.on_conflict_do_update(index_elements=["name"], set_=values))

    def set_trouble(self, name: str, kind: str, text: str, now: datetime) -> None:
        """Stores the reason why a mailbox can't be read. An empty `kind` means that it can."""
        old = self.find(name) or StoredMailbox(name, NO_UIDVALIDITY, 1, None, now)
        if (old.trouble_kind, old.trouble) != (kind, text):
            since = old.trouble_since if old.trouble_kind == kind else now
            new = replace(old, trouble=text, trouble_kind=kind)
            self.put(replace(new, trouble_since=since if kind else None))

    def record(
        self, origin: MailOrigin, target: MailTarget, digests: Sequence[str], at: datetime
    ) -> bool:
        """Records that an email was handled, and stores the first of its digests.

        Returns False if the email was handled before, with the same UID or as a copy with the same
        digest.
        """
        done = mailbox_mails.c.target == DONE
        same = select(mailbox_mails.c.uid).where(mailbox_mails.c.digest.in_(digests), done)
        is_copy = bool(digests) and self._connection.execute(same.limit(1)).first() is not None
        new = (
            insert_into(self._connection, mailbox_mails)
            .values(
                mailbox=origin.mailbox,
                uidvalidity=origin.uidvalidity,
                uid=origin.uid,
                digest=digests[0] if digests else "",
                target=target,
                at=at,
                copied=False,
            )
            .on_conflict_do_nothing()
            .returning(mailbox_mails.c.uid)
        )
        return self._connection.execute(new).first() is not None and not is_copy

    def known(self, mailbox: str, uidvalidity: int) -> Sequence[KnownMail]:
        """Returns the handled emails that may be in the folder."""
        query = select(mailbox_mails.c.uid, mailbox_mails.c.target, mailbox_mails.c.copied)
        here = _is_in(mailbox, uidvalidity) & mailbox_mails.c.gone.is_(None)
        return [KnownMail(*row) for row in self._connection.execute(query.where(here))]

    def mark_copied(self, mailbox: str, uidvalidity: int, uids: Collection[int]) -> None:
        """Records that copies of these emails are in their target folders."""
        for these in self._matching(mailbox, uidvalidity, uids):
            self._connection.execute(update(mailbox_mails).where(these).values(copied=True))

    def forget_ignored(self, mailbox: str) -> None:
        """Deletes the records of ignored emails, so that these emails are handled as new ones."""
        ignored = (mailbox_mails.c.mailbox == mailbox) & (mailbox_mails.c.target == "")
        self._connection.execute(delete(mailbox_mails).where(ignored))

    def mark_gone(
        self, mailbox: str, uidvalidity: int, uids: Collection[int], now: datetime
    ) -> None:
        """Records that these emails are no longer in the folder."""
        for these in self._matching(mailbox, uidvalidity, uids):
            self._connection.execute(update(mailbox_mails).where(these).values(gone=now))

    def mark_renumbered(self, mailbox: str, uidvalidity: int, now: datetime) -> None:
        """Records that a folder has a new UIDVALIDITY, under which its emails have other UIDs."""
        here, table = mailbox_mails.c.mailbox == mailbox, mailbox_mails.c
        older = here & (table.uidvalidity != uidvalidity) & table.gone.is_(None)
        self._connection.execute(update(mailbox_mails).where(older).values(gone=now))

    def _matching(
        self, mailbox: str, uidvalidity: int, uids: Collection[int]
    ) -> Iterator[ColumnElement[bool]]:
        """Yields conditions for these emails, each with at most MAX_UIDS of them."""
        sorted_uids = sorted(uids)
        for start in range(0, len(sorted_uids), MAX_UIDS):
            some = mailbox_mails.c.uid.in_(sorted_uids[start : start + MAX_UIDS])
            yield and_(_is_in(mailbox, uidvalidity), some)


def _is_in(mailbox: str, uidvalidity: int) -> Any:
    return (mailbox_mails.c.mailbox == mailbox) & (mailbox_mails.c.uidvalidity == uidvalidity)
