"""The tables of incoming and outgoing mail, jobs, and the audit log."""

from datetime import datetime

from sqlalchemy import text
from sqlmodel import Field

from storage.tables.columns import LARGE, Moment, Row, own_id, partial_index, reference_to, table_of

WAITING = "state = 'waiting'"
SET_ASIDE = "state NOT IN ('waiting', 'sent')"
"""The condition for mails that failed, are paused, or won't be sent."""
SENT = "state = 'sent'"
DONE_FOR_RECIPIENT = "state <> 'waiting' AND recipient <> ''"


class SeenMailRow(Row, table=True):
    """A mail that was processed."""

    __tablename__ = "seen_mail"
    key: str = Field(primary_key=True)
    at: datetime = Field(sa_type=Moment, index=True)


class LimitCountRow(Row, table=True):
    """The number of uses of something limited at a moment: mails, actions, failed logins."""

    __tablename__ = "limit_count"
    __table_args__ = {"sqlite_with_rowid": False}  # noqa: RUF012 - as sqlmodel wants it
    key: str = Field(primary_key=True)
    """The kind of use, and whose it is; addresses are in it as keyed hashes."""
    at: datetime = Field(primary_key=True, sa_type=Moment)
    until: datetime = Field(sa_type=Moment, index=True)
    """The time from which it no longer counts."""
    times: int
    note: str = ""
    """The error that the last mail told, as a keyed hash; empty if there was none."""


class OutboxRow(Row, table=True):
    """An outgoing mail; its content is deleted once it is delivered.

    Sent mails, which are most, are in none of the indexes that tell what waits or failed; a mail
    that waits is in none of those that tell what was sent, so that it is entered once, when it is
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
    """The state: `waiting`, `sent`, `failed`, `withheld` from a suppressed address; `paused` or
    `dropped` by an admin.
    """
    tries: int = 0
    due: datetime = Field(sa_type=Moment)
    """The time of the next try; while a worker holds a lease, its end; of a sent mail, the time at
    which it was sent.
    """
    holder: str = ""
    """The worker with the lease, also if it died; empty if there is none."""
    trouble: str = ""
    """The error of the last try."""


class BounceRow(Row, table=True):
    """A bounce of a mail; each kind once."""

    __tablename__ = "bounce"
    outbox_id: int = Field(primary_key=True, sa_type=LARGE)
    kind: str = Field(primary_key=True)
    """The kind: `hard`, `soft`, `away` or `other`."""
    address: str = Field(index=True)
    """The recipient, in lower case."""
    at: datetime = Field(sa_type=Moment)
    counts: bool = True
    """True until the player is heard from again."""


class MarkRow(Row, table=True):
    """A suppressed address, in lower case: it bounced, and gets no notifications."""

    __tablename__ = "mark"
    address: str = Field(primary_key=True)
    since: datetime = Field(sa_type=Moment)


class HeldRow(Row, table=True):
    """A deferred notification, which waits for its recipient's digest."""

    __tablename__ = "held"
    id: int | None = own_id()
    player_id: int = reference_to("player.id", index=True)
    board_id: int = reference_to("board.id", index=True)
    at: datetime = Field(sa_type=Moment)
    said: str
    due: datetime | None = Field(default=None, sa_type=Moment, index=True)
    """The time of the digest; None if that depends on the board."""


class OverflowRow(Row, table=True):
    """A mail above the limits, which waits to be joined with others to its recipient."""

    __tablename__ = "overflow"
    id: int | None = own_id()
    recipient: str = Field(index=True)
    at: datetime = Field(sa_type=Moment)
    said: str
    due: datetime = Field(sa_type=Moment, index=True)
    """The time at which the joined mail is sent."""


class AuditRow(Row, table=True):
    """An act of an admin."""

    __tablename__ = "audit"
    id: int | None = own_id()
    at: datetime = Field(sa_type=Moment)
    admin: str
    act: str
    subject: str
    detail: str
    reason: str


class JobRow(Row, table=True):
    """A search that was asked for by mail."""

    __tablename__ = "job"
    __table_args__ = (
        partial_index(
            "player_id IS NOT NULL", "job_once", "player_id", "kind", "asked", unique=True
        ),
    )
    id: int | None = own_id()
    kind: str
    """The command that asked."""
    asked: str
    """The question, as JSON."""
    player_id: int | None = reference_to("player.id")
    """The player, if each gets only one such answer; the job then stays when it is answered."""
    asker: str
    """The address to which the answer is sent; empty once it is answered, as is the next."""
    message_id: str
    """The Message-ID of the request."""
    at: datetime = Field(sa_type=Moment)
    due: datetime | None = Field(sa_type=Moment, index=True)
    """The time from which it may be leased, or the end of its lease; None once it is answered."""
    tries: int = 0
    """The number of leases."""
    holder: str = ""
    """The worker with the lease, also if it died; empty if there is none."""


seen_mails = table_of(SeenMailRow)

limit_counts = table_of(LimitCountRow)

outbox = table_of(OutboxRow)

bounces = table_of(BounceRow)

marks = table_of(MarkRow)

held = table_of(HeldRow)

overflow = table_of(OverflowRow)

audit = table_of(AuditRow)

jobs = table_of(JobRow)
