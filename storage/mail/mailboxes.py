"""The repository of mailboxes at providers: what was there before, and what was dealt with."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, and_, delete, select, update

from pbm.stored import MailOrigin, MailTarget
from storage.sql.inserts import insert_into
from storage.sql.repository import Repository
from storage.tables.mailboxes import mailbox_mails, mailboxes

DONE: MailTarget = "done"
MAX_UIDS = 500
"""The most UIDs in a statement."""
NO_UIDVALIDITY = 0
"""That of a mailbox with which there was no contact yet."""


@dataclass(frozen=True, slots=True)
class StoredMailbox:
    """A folder of a mailbox, as it was left."""

    name: str
    uidvalidity: int
    """NO_UIDVALIDITY before the first contact."""
    first_uid: int
    """The first UID that counts: mails before it were there before."""
    old_until: datetime | None
    """The arrival of the last mail that was there before; None if none was, or all are taken."""
    scanned: datetime
    """The last time at which all mails in the folder were looked through."""
    trouble: str = ""
    """The reason for which it can't be read now; empty if it can."""
    trouble_kind: str = ""
    trouble_since: datetime | None = None


@dataclass(frozen=True, slots=True)
class KnownMail:
    """A mail that was dealt with, and is still in the folder."""

    uid: int
    target: MailTarget
    copied: bool = False
    """True once a copy is in the folder for it."""


class MailboxRepository(Repository):
    """The repository of mailboxes, and of the mails in them that were dealt with."""

    def all(self) -> Sequence[StoredMailbox]:
        """Returns all mailboxes that were ever tried."""
        rows = self._connection.execute(select(mailboxes).order_by(mailboxes.c.name))
        return [StoredMailbox(**row._asdict()) for row in rows]

    def find(self, name: str) -> StoredMailbox | None:
        """Returns a mailbox; None if it was never tried."""
        query = select(mailboxes).where(mailboxes.c.name == name)
        row = self._connection.execute(query).first()
        return StoredMailbox(**row._asdict()) if row else None

    def put(self, mailbox: StoredMailbox) -> None:
        """Stores a mailbox, in the place of the one with this name."""
        values = {column.name: getattr(mailbox, column.name) for column in mailboxes.columns}
        new = insert_into(self._connection, mailboxes).values(values)
        self._connection.execute(new.on_conflict_do_update(index_elements=["name"], set_=values))

    def set_trouble(self, name: str, kind: str, text: str, now: datetime) -> None:
        """Stores the reason for which a mailbox can't be read; an empty kind says that it can."""
        old = self.find(name) or StoredMailbox(name, NO_UIDVALIDITY, 1, None, now)
        if (old.trouble_kind, old.trouble) != (kind, text):
            since = old.trouble_since if old.trouble_kind == kind else now
            new = replace(old, trouble=text, trouble_kind=kind)
            self.put(replace(new, trouble_since=since if kind else None))

    def record(
        self, origin: MailOrigin, target: MailTarget, digests: Sequence[str], at: datetime
    ) -> bool:
        """Records that a mail is dealt with, under the first of its digests.

        Returns False if it was before: under this UID, or as another copy of it that was done.
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
        """Returns the mails that were dealt with and may be in the folder."""
        query = select(mailbox_mails.c.uid, mailbox_mails.c.target, mailbox_mails.c.copied)
        here = _is_in(mailbox, uidvalidity) & mailbox_mails.c.gone.is_(None)
        return [KnownMail(*row) for row in self._connection.execute(query.where(here))]

    def mark_copied(self, mailbox: str, uidvalidity: int, uids: Collection[int]) -> None:
        """Records that copies of these mails are in the folder for them."""
        for these in self._matching(mailbox, uidvalidity, uids):
            self._connection.execute(update(mailbox_mails).where(these).values(copied=True))

    def forget_left(self, mailbox: str) -> None:
        """Deletes the mails that were left alone, so that they count as new."""
        left = (mailbox_mails.c.mailbox == mailbox) & (mailbox_mails.c.target == "")
        self._connection.execute(delete(mailbox_mails).where(left))

    def mark_gone(
        self, mailbox: str, uidvalidity: int, uids: Collection[int], now: datetime
    ) -> None:
        """Records that these mails aren't in the folder any more."""
        for these in self._matching(mailbox, uidvalidity, uids):
            self._connection.execute(update(mailbox_mails).where(these).values(gone=now))

    def mark_renumbered(self, mailbox: str, uidvalidity: int, now: datetime) -> None:
        """Records that the mails of a folder have other UIDs now, of this UIDVALIDITY."""
        here, table = mailbox_mails.c.mailbox == mailbox, mailbox_mails.c
        older = here & (table.uidvalidity != uidvalidity) & table.gone.is_(None)
        self._connection.execute(update(mailbox_mails).where(older).values(gone=now))

    def _matching(
        self, mailbox: str, uidvalidity: int, uids: Collection[int]
    ) -> Iterator[ColumnElement[bool]]:
        """Yields conditions for these mails, a bounded number at a time."""
        wanted = sorted(uids)
        for start in range(0, len(wanted), MAX_UIDS):
            some = mailbox_mails.c.uid.in_(wanted[start : start + MAX_UIDS])
            yield and_(_is_in(mailbox, uidvalidity), some)


def _is_in(mailbox: str, uidvalidity: int) -> Any:
    return (mailbox_mails.c.mailbox == mailbox) & (mailbox_mails.c.uidvalidity == uidvalidity)
