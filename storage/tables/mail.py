"""The tables of incoming and outgoing mail, jobs, and the audit log."""

from datetime import datetime

from sqlalchemy import text
from sqlmodel import Field

from storage.tables.columns import LARGE, Moment, Row, own_id, partial_index, reference_to, table_of

WAITING = "state = 'waiting'"
SET_ASIDE = "state NOT IN ('waiting', 'sent')"
"""The condition for emails that failed, are paused, or won't be sent."""
SENT = "state = 'sent'"
DONE_FOR_RECIPIENT = "state <> 'waiting' AND recipient <> ''"


class SeenMailRow(Row, table=True):
    """The key of an email that was handled."""

    __tablename__ = "seen_mail"
    key: str = Field(primary_key=True)
    at: datetime = Field(sa_type=Moment, index=True)


class LimitCountRow(Row, table=True):
    """The number of limited actions at one time: emails, commands, failed logins."""

    __tablename__ = "limit_count"
    __table_args__ = {"sqlite_with_rowid": False}  # noqa: RUF012 - as sqlmodel wants it
    key: str = Field(primary_key=True)
    """The kind of action, and who did it. Email addresses are part of it as keyed hashes."""
    at: datetime = Field(primary_key=True, sa_type=Moment)
    until: datetime = Field(sa_type=Moment, index=True)
    """When the actions stop counting."""
    times: int
    note: str = ""
    """A keyed hash of the error that the last email reported. Empty if there was none."""


class OutboxRow(Row, table=True):
    """An outgoing email. Its content is deleted once it is delivered.

    Most rows are sent emails. They aren't in the indexes of waiting and failed emails. Waiting
    emails aren't in the index of sent emails, so each email enters that index only once, when it is
    sent.
    """

    __tablename__ = "outbox"
    __table_args__ = (
        partial_index(WAITING, "outbox_due", "id", "due"),
        partial_index(WAITING, "outbox_lane", "recipient", "board", "id", "due"),
        partial_index(SET_ASIDE, "outbox_aside", "state", "id"),
        partial_index(SENT, "outbox_sent", "due"),
        partial_index(DONE_FOR_RECIPIENT, "outbox_recipient", text("lower(recipient)")),
    )
    id: int | None = own_id()
    recipient: str
    message_id: str = Field(unique=True)
    date: datetime = Field(sa_type=Moment, index=True)
    said: str
    automatic: str
    thread: str
    """The Message-IDs for References, separated by spaces."""
    board: str
    state: str = "waiting"
    """The state: `waiting`, `sent`, `failed`, `withheld` (the address is suppressed), `paused` (by
    an admin or an error), or `dropped` by an admin.
    """
    tries: int = 0
    due: datetime = Field(sa_type=Moment)
    """When the next attempt is due. For a leased email, when the lease ends. For a sent one, when
    it was sent.
    """
    holder: str = ""
    """The worker with the lease, even if it has died. Empty if there is no lease."""
    trouble: str = ""
    """The error of the last attempt."""


class BounceRow(Row, table=True):
    """A bounce of an email. Only the first of each kind is stored."""

    __tablename__ = "bounce"
    outbox_id: int = Field(primary_key=True, sa_type=LARGE)
    kind: str = Field(primary_key=True)
    """The kind of bounce: `hard`, `soft`, `away` or `other`."""
    address: str = Field(index=True)
    """The recipient, in lower case."""
    at: datetime = Field(sa_type=Moment)
    counts: bool = True
    """Whether the player hasn't written since the bounce."""


class SuppressedAddressRow(Row, table=True):
    """A suppressed address, in lower case. It bounced, and gets no notifications."""

    __tablename__ = "mark"
    address: str = Field(primary_key=True)
    since: datetime = Field(sa_type=Moment)


class DeferredRow(Row, table=True):
    """A notification that waits for its recipient's digest."""

    __tablename__ = "held"
    id: int | None = own_id()
    player_id: int = reference_to("player.id", index=True)
    board_id: int = reference_to("board.id", index=True)
    at: datetime = Field(sa_type=Moment)
    said: str
    due: datetime | None = Field(default=None, sa_type=Moment, index=True)
    """When the digest is due. None if it is due at the end of the game."""


class OverflowRow(Row, table=True):
    """An email above the limits. It waits until it is joined with other emails to its recipient."""

    __tablename__ = "overflow"
    id: int | None = own_id()
    recipient: str = Field(index=True)
    at: datetime = Field(sa_type=Moment)
    said: str
    due: datetime = Field(sa_type=Moment, index=True)
    """When the joined email is sent."""


class FailedMailRow(Row, table=True):
    """An incoming email that pbm accepted with 250 and couldn't handle.

    It is deleted once it is handled.
    """

    __tablename__ = "failed_mail"
    id: int | None = own_id()
    digest: str = Field(unique=True)
    """The keyed hash that identifies the email if its sender sends it again."""
    envelope: str
    """The envelope sender and the recipients, as a JSON list."""
    content: str
    """The bytes of the email in base64."""
    author: str = Field(index=True)
    """The address in the From header, in lower case. Empty if there is none."""
    at: datetime = Field(sa_type=Moment)
    """When it was first kept."""
    tries: int
    """The number of tries since it was kept, or since an admin last asked for one."""
    tried: datetime | None = Field(sa_type=Moment)
    """When the last try began. None if an admin asked for another one."""
    error: str
    """The type and the place of the last error."""
    reference: str
    """The reference of the last error in the log."""


class AuditRow(Row, table=True):
    """An action of an admin."""

    __tablename__ = "audit"
    id: int | None = own_id()
    at: datetime = Field(sa_type=Moment)
    admin: str
    act: str
    subject: str
    detail: str
    reason: str


class JobRow(Row, table=True):
    """A search that somebody asked for by email."""

    __tablename__ = "job"
    __table_args__ = (
        partial_index(
            "player_id IS NOT NULL", "job_once", "player_id", "kind", "asked", unique=True
        ),
    )
    id: int | None = own_id()
    kind: str
    """The command that asked for the search."""
    asked: str
    """The arguments of the search, as JSON."""
    player_id: int | None = reference_to("player.id")
    """The player, if each player gets only one such answer. The row then remains after the answer.
    """
    asker: str
    """The address for the answer. Empty once the job is answered."""
    message_id: str
    """The Message-ID of the request. Empty once the job is answered."""
    at: datetime = Field(sa_type=Moment)
    due: datetime | None = Field(sa_type=Moment, index=True)
    """When the job may be leased, or when its lease ends. None once the job is answered."""
    tries: int = 0
    """The number of leases so far."""
    holder: str = ""
    """The worker with the lease, even if it has died. Empty if there is no lease."""


seen_mails = table_of(SeenMailRow)

limit_counts = table_of(LimitCountRow)

outbox = table_of(OutboxRow)

bounces = table_of(BounceRow)

suppressed_addresses = table_of(SuppressedAddressRow)

deferred = table_of(DeferredRow)

overflow = table_of(OverflowRow)

failed_mails = table_of(FailedMailRow)

audit = table_of(AuditRow)

jobs = table_of(JobRow)
