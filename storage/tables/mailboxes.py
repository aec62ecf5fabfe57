"""The tables of mailboxes at providers, from which mail is read."""

from datetime import datetime

from sqlmodel import Field

from storage.tables.columns import LARGE, Moment, Row, table_of


class MailboxRow(Row, table=True):
    """A folder of a mailbox, from the first contact with it."""

    __tablename__ = "mailbox"
    name: str = Field(primary_key=True)
    """The user, the host and the folder."""
    uidvalidity: int = Field(sa_type=LARGE)
    first_uid: int = Field(sa_type=LARGE)
    """The first UID that counts: mails before it were there before."""
    old_until: datetime | None = Field(default=None, sa_type=Moment)
    """The arrival of the last mail that was there before; None if none was, or all are taken."""
    scanned: datetime = Field(sa_type=Moment)
    """The last time at which all mails in the folder were looked through."""
    trouble: str = ""
    """The reason for which it can't be read now; empty if it can."""
    trouble_kind: str = ""
    trouble_since: datetime | None = Field(default=None, sa_type=Moment)


class MailboxMailRow(Row, table=True):
    """A mail in a mailbox that was dealt with, and has only to be filed."""

    __tablename__ = "mailbox_mail"
    mailbox: str = Field(primary_key=True)
    uidvalidity: int = Field(primary_key=True, sa_type=LARGE)
    uid: int = Field(primary_key=True, sa_type=LARGE)
    digest: str = Field(default="", index=True)
    """The keyed hash of its content."""
    target: str = ""
    """The folder for it: `done` or `failed`; empty if it is left where it is."""
    at: datetime = Field(sa_type=Moment)
    copied: bool = False
    """True once a copy is in that folder, where the server can't move."""
    gone: datetime | None = Field(default=None, sa_type=Moment, index=True)
    """The time from which it wasn't in the folder any more; None while it is."""


mailboxes = table_of(MailboxRow)

mailbox_mails = table_of(MailboxMailRow)
