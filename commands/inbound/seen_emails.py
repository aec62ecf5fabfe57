"""Recognize an email that comes again, so that it is acted on once."""

from dataclasses import dataclass

from commands.inbound.labels import MailIdentity
from commands.system.stored_types import UnitOfWork
from pbm.clock import Clock


@dataclass(frozen=True)
class SeenEmails:
    """Records emails, and recognizes those that were recorded before."""

    clock: Clock

    def is_new(self, work: UnitOfWork, identity: MailIdentity) -> bool:
        """Records an email by its digests; returns False if it was recorded before."""
        digests = identity.digests
        return not digests or work.seen_mails.first_time(digests, self.clock.now())

    def is_new_in_mailbox(self, work: UnitOfWork, identity: MailIdentity) -> bool:
        """Records that an email in a mailbox is done; returns False if it was before.

        It is known by its UID, or by all its bytes where UIDs have changed.
        """
        if identity.mail.origin is None:
            return True
        digests = identity.keys.digests("mailbox", identity.mail.content.decode("latin-1"))
        return work.mailboxes.record(identity.mail.origin, "done", digests, self.clock.now())
