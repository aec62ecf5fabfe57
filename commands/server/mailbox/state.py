"""The state of a mailbox in the database: where reading starts, and which emails are handled."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from mail.mailbox.folder import MailboxFolder, MailboxMail
from mail.server_address import ServerAddress
from pbm.clock import Clock
from pbm.stored_values import MailOrigin, MailTarget
from storage import Database
from storage.mail.mailboxes import NO_UIDVALIDITY, KnownMail, StoredMailbox

LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)
SCANNED_EVERY = timedelta(hours=1)
"""Minimum time between updates of the stored time of the last scan, which needn't be exact."""


def no_start(_uidvalidity: int) -> None:
    """Returns None, for a mailbox without a recorded start."""


@dataclass
class MailboxState:
    """Reads and changes the state of one mailbox in the database."""

    database: Database
    address: ServerAddress
    clock: Clock
    keep: timedelta
    """Time for which a handled email is recognized if it arrives again."""
    first_uid: Callable[[int], int | None] = no_start
    """Returns the first UID to read for a UIDVALIDITY, if `pbm setup` has recorded one."""

    @property
    def name(self) -> str:
        """The name of the mailbox in the database."""
        return self.address.mailbox_name

    def contact(self, folder: MailboxFolder, *, include_old: bool) -> StoredMailbox:
        """Returns the stored state of a folder after updating it with the server's current report.

        At the first contact, all emails in the folder are old and won't be handled. If `pbm setup`
        has recorded a start, only the emails before it are old. When the server has assigned new
        UIDs, old emails are recognized by their time of arrival.

        `include_old`: whether to handle the old emails, too.
        """
        now = self.clock.now()
        if start := self.first_uid(folder.uidvalidity):
            folder = replace(folder, uid_next=min(start, folder.uid_next))
        with self.database.snapshot() as work:
            old = work.mailboxes.find(self.name)
        is_first = old is None or old.uidvalidity == NO_UIDVALIDITY
        newest = folder.newest_arrival() if is_first and not include_old else None
        with self.database.work() as work:
            old = work.mailboxes.find(self.name)
            if old is None or old.uidvalidity == NO_UIDVALIDITY:
                until = min(newest, now) if newest else None
                new = StoredMailbox(self.name, folder.uidvalidity, folder.uid_next, until, now)
            elif old.uidvalidity != folder.uidvalidity:
                work.mailboxes.mark_renumbered(self.name, folder.uidvalidity, now)
                new = replace(old, uidvalidity=folder.uidvalidity, first_uid=1)
            else:
                new = old
            if include_old:
                new = replace(new, first_uid=1, old_until=None, scanned=LONG_AGO)
                work.mailboxes.forget_ignored(self.name)
            if new != old:
                work.mailboxes.put(replace(new, trouble="", trouble_kind="", trouble_since=None))
        return new

    def known(self, stored: StoredMailbox) -> dict[int, KnownMail]:
        """Returns the handled emails that may still be in the folder, by UID."""
        with self.database.snapshot() as work:
            mails = work.mailboxes.known(self.name, stored.uidvalidity)
        return {mail.uid: mail for mail in mails}

    def reason_to_leave(self, stored: StoredMailbox, mail: MailboxMail) -> str:
        """Returns why an email is too old to be handled, or an empty string."""
        renumbered = stored.first_uid == 1
        if not mail.arrived:
            return ""
        if renumbered and stored.old_until and mail.arrived <= stored.old_until:
            return "older than the first poll"
        # the clock may have been ahead at the last scan
        scanned = min(stored.scanned, self.clock.now())
        if mail.arrived < scanned - self.keep:
            return "so old that pbm may have handled it already"
        return ""

    def record(self, stored: StoredMailbox, uids: Iterable[int], target: MailTarget) -> None:
        """Records the result of emails whose commands weren't executed."""
        now = self.clock.now()
        with self.database.work() as work:
            for uid in uids:
                origin = MailOrigin(self.name, stored.uidvalidity, uid)
                work.mailboxes.record(origin, target, (), now)

    def mark_copied(self, stored: StoredMailbox, uids: Iterable[int]) -> None:
        """Records that these emails were copied to the folder for handled emails."""
        with self.database.work() as work:
            work.mailboxes.mark_copied(self.name, stored.uidvalidity, [*uids])

    def mark_gone(self, stored: StoredMailbox, uids: Iterable[int]) -> None:
        """Records that these emails are no longer in the folder."""
        with self.database.work() as work:
            work.mailboxes.mark_gone(self.name, stored.uidvalidity, [*uids], self.clock.now())

    def mark_scanned(self, stored: StoredMailbox) -> StoredMailbox:
        """Returns the state with the time of this scan. Stores it at most every SCANNED_EVERY."""
        now = self.clock.now()
        if abs(now - stored.scanned) < SCANNED_EVERY:
            return stored
        with self.database.work() as work:
            new = replace(work.mailboxes.find(self.name) or stored, scanned=now)
            work.mailboxes.put(new)
        return new

    def set_trouble(self, kind: str, text: str) -> None:
        """Stores why the mailbox can't be read or filed. An empty `kind` means that all is well."""
        with self.database.snapshot() as work:
            old = work.mailboxes.find(self.name)
        if (old.trouble_kind, old.trouble) != (kind, text) if old else kind:
            with self.database.work() as work:
                work.mailboxes.set_trouble(self.name, kind, text, self.clock.now())
