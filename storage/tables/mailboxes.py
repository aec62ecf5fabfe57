"""The tables for the mailboxes at providers from which pbm reads mail."""

from datetime import datetime

from sqlmodel import Field

from storage.tables.columns import LARGE, Moment, Row, table_of


class MailboxRow(Row, table=True):
    """A folder of a mailbox, since the first connection."""

    __tablename__ = "mailbox"
    name: str = Field(primary_key=True)
    """The user, host and folder of the mailbox."""
    uidvalidity: int = Field(sa_type=LARGE)
    first_uid: int = Field(sa_type=LARGE)
    """The first UID to handle. Emails with lower UIDs arrived before the first connection."""
    old_until: datetime | None = Field(default=None, sa_type=Moment)
    """When the last email before the first connection arrived. None if there was none, or if pbm
    handles these emails, too.
    """
    scanned: datetime = Field(sa_type=Moment)
    """When pbm last scanned all emails in the folder."""
    trouble: str = ""
    """The reason why the mailbox can't be read now. Empty if it can."""
    trouble_kind: str = ""
    trouble_since: datetime | None = Field(default=None, sa_type=Moment)


class MailboxMailRow(Row, table=True):
    """An email in a mailbox that was handled. It may still have to be moved to a folder."""

    __tablename__ = "mailbox_mail"
    mailbox: str = Field(primary_key=True)
    uidvalidity: int = Field(primary_key=True, sa_type=LARGE)
    uid: int = Field(primary_key=True, sa_type=LARGE)
    digest: str = Field(default="", index=True)
    """The keyed hash of the email's content."""
    target: str = ""
    """The folder to move the email to: `done` or `failed`. Empty if it remains where it is."""
    at: datetime = Field(sa_type=Moment)
    copied: bool = False
    """Whether a copy is in the target folder, because the mail server can't move emails."""
    gone: datetime | None = Field(default=None, sa_type=Moment, index=True)
    """When pbm noticed that the email is no longer in the folder. None if it is still there."""


mailboxes = table_of(MailboxRow)

mailbox_mails = table_of(MailboxMailRow)
