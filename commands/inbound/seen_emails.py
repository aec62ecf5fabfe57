"""Recognizes an email that arrives again, so that its commands are executed only once."""

from dataclasses import dataclass

from commands.inbound.signed_labels import MailIdentity
from commands.system.stored_types import UnitOfWork
from pbm.clock import Clock


@dataclass(frozen=True)
class SeenEmails:
    clock: Clock

    def is_new(self, work: UnitOfWork, identity: MailIdentity) -> bool:
        """Records an email by its digests. Returns whether it is new."""
        digests = identity.digests
        return not digests or work.seen_mails.first_time(digests, self.clock.now())

    def is_new_in_mailbox(self, work: UnitOfWork, identity: MailIdentity) -> bool:
        """Records an email from a mailbox. Returns whether it is new.

        It is identified by its UID, or by its content if the UIDs of the mailbox have changed.
        """
        if identity.mail.origin is None:
            return True
        digests = identity.keys.digests("mailbox", identity.mail.content.decode("latin-1"))
        return work.mailboxes.record(identity.mail.origin, "done", digests, self.clock.now())
