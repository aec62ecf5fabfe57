"""The tables of letters and mails, and of what admins did."""

from datetime import datetime

from sqlalchemy import Index, text
from sqlmodel import Field, SQLModel

from storage.tables.columns import LARGE, Moment, own_id, reference_to, table_of


class LetterRow(SQLModel, table=True):
    """A letter that was acted upon."""

    __tablename__ = "letter"
    key: str = Field(primary_key=True)
    at: datetime = Field(sa_type=Moment, index=True)


class AnswerRow(SQLModel, table=True):
    """The answers that an address got in a minute."""

    __tablename__ = "answer"
    address: str = Field(primary_key=True)
    """As a keyed hash."""
    minute: datetime = Field(primary_key=True, sa_type=Moment, index=True)
    """When it began."""
    times: int
    refused: str = ""
    """What the last of them refused, as a keyed hash; empty where it was no refusal."""


class TallyRow(SQLModel, table=True):
    """Something that may be done only so often, once for each time that it was done."""

    __tablename__ = "tally"
    id: int | None = own_id()
    key: str = Field(index=True)
    at: datetime = Field(sa_type=Moment)
    until: datetime = Field(sa_type=Moment, index=True)
    """When it no longer counts."""


def _of_waiting(name: str, *columns: str) -> Index:
    """An index of the mails that wait: few, however many were sent."""
    waiting = text("state = 'waiting'")
    return Index(name, *columns, sqlite_where=waiting, postgresql_where=waiting)


class OutboxRow(SQLModel, table=True):
    """A mail on its way out; what it says is forgotten once it is delivered."""

    __tablename__ = "outbox"
    __table_args__ = (
        _of_waiting("outbox_due", "id", "due"),
        _of_waiting("outbox_lane", "recipient", "board", "id", "due"),
    )
    id: int | None = own_id()
    recipient: str
    message_id: str = Field(unique=True)
    date: datetime = Field(sa_type=Moment, index=True)
    said: str
    automatic: str
    thread: str
    """Message-IDs for References, separated by spaces."""
    board: str
    state: str = "waiting"
    """`waiting`, `sent`, `failed`, `withheld` from an address that is marked; by an admin `paused`
    or `dropped`."""
    tries: int = 0
    due: datetime = Field(sa_type=Moment)
    """When to try (again); while a worker holds the mail, when its lease ends."""
    holder: str = ""
    """The worker that holds the mail, or held it last and died; empty where none does."""
    trouble: str = ""
    """What the last try met with."""


class BounceRow(SQLModel, table=True):
    """What came back for a mail; each kind once."""

    __tablename__ = "bounce"
    outbox_id: int = Field(primary_key=True, sa_type=LARGE)
    kind: str = Field(primary_key=True)
    """`hard`, `soft`, `away` or `other`."""
    address: str = Field(index=True)
    """To which the mail went, in small letters."""
    at: datetime = Field(sa_type=Moment)
    counts: bool = True
    """Until its player is heard of again."""


class MarkRow(SQLModel, table=True):
    """An address, in small letters, to which no notices are sent, as they come back."""

    __tablename__ = "mark"
    address: str = Field(primary_key=True)
    since: datetime = Field(sa_type=Moment)


class HeldRow(SQLModel, table=True):
    """A mail about a board that waits for its reader's digest."""

    __tablename__ = "held"
    id: int | None = own_id()
    player_id: int = reference_to("player.id", index=True)
    board_id: int = reference_to("board.id", index=True)
    at: datetime = Field(sa_type=Moment)
    said: str
    due: datetime | None = Field(default=None, sa_type=Moment, index=True)
    """When its digest is sent; None where that depends on the board."""


class AuditRow(SQLModel, table=True):
    """What an admin did."""

    __tablename__ = "audit"
    id: int | None = own_id()
    at: datetime = Field(sa_type=Moment)
    admin: str
    act: str
    subject: str
    detail: str
    reason: str


class JobRow(SQLModel, table=True):
    """A position whose value somebody wants to know, and that takes a while."""

    __tablename__ = "job"
    id: int | None = own_id()
    asker: str
    """The address to which the answer goes."""
    letter: str
    """The Message-ID of the mail that asked."""
    game: str
    options: str
    """Separated by line ends, as are moves."""
    moves: str
    at: datetime = Field(sa_type=Moment)
    due: datetime = Field(sa_type=Moment, index=True)
    """When it may be taken; while somebody has it in hand, when the lease ends."""
    tries: int = 0
    """How often it was taken."""


answers = table_of(AnswerRow)
letters = table_of(LetterRow)
tallies = table_of(TallyRow)
outbox = table_of(OutboxRow)
bounces = table_of(BounceRow)
marks = table_of(MarkRow)
held = table_of(HeldRow)
audit = table_of(AuditRow)
jobs = table_of(JobRow)
