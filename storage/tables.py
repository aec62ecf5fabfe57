"""The tables. Statements are written on `Table` objects: the ORM costs three times as much."""

from datetime import UTC, datetime
from typing import Any, cast

from sqlalchemy import BigInteger, DateTime, Index, Integer, Table, UniqueConstraint, text
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator
from sqlmodel import Field, SQLModel

LARGE = BigInteger().with_variant(Integer, "sqlite")


class Moment(TypeDecorator[datetime]):
    """A time in UTC; SQLite keeps it without its zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Store UTC."""
        if value is None or dialect.name != "sqlite":
            return value
        return value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Give back an aware time."""
        return value.replace(tzinfo=UTC) if value and value.tzinfo is None else value


def _id() -> Any:
    return Field(default=None, primary_key=True, sa_type=LARGE)


def _of(reference: str, *, key: bool = False, index: bool = False) -> Any:
    return Field(foreign_key=reference, primary_key=key, index=index, sa_type=LARGE)


class PlayerRow(SQLModel, table=True):
    """A registered player."""

    __tablename__ = "player"
    id: int | None = _id()
    key: str = Field(unique=True)
    """The userid in small letters."""
    userid: str
    password_hash: str
    joined: datetime = Field(sa_type=Moment)


class AddressRow(SQLModel, table=True):
    """An address of a player, in the order given."""

    __tablename__ = "address"
    player_id: int = _of("player.id", key=True)
    rank: int = Field(primary_key=True)
    address: str = Field(index=True)


class PreferenceRow(SQLModel, table=True):
    """A small thing that a player wants, in one game or, with an empty name, everywhere."""

    __tablename__ = "preference"
    player_id: int = _of("player.id", key=True)
    game: str = Field(primary_key=True)
    name: str = Field(primary_key=True, index=True)
    value: str
    changed: datetime = Field(sa_type=Moment)


class BlockRow(SQLModel, table=True):
    """A player who wants to hear nothing from another."""

    __tablename__ = "block"
    player_id: int = _of("player.id", key=True)
    other_id: int = _of("player.id", key=True, index=True)


class CodeRow(SQLModel, table=True):
    """Something that waits for a code, of which only a keyed hash is kept."""

    __tablename__ = "code"
    digest: str = Field(primary_key=True)
    purpose: str
    player_id: int = _of("player.id", index=True)
    content: str
    until: datetime = Field(sa_type=Moment)


class BanRow(SQLModel, table=True):
    """A player whom an admin has shut out."""

    __tablename__ = "ban"
    player_id: int = _of("player.id", key=True)
    since: datetime = Field(sa_type=Moment)


class UnreachableRow(SQLModel, table=True):
    """A player to none of whose addresses mail gets through."""

    __tablename__ = "unreachable"
    player_id: int = _of("player.id", key=True)
    since: datetime = Field(sa_type=Moment)
    handed_over: bool = False
    """Whether the admin was told that the player's boards wait for a decision."""


class FormerNameRow(SQLModel, table=True):
    """A userid that its player no longer has; as old logs name it, nobody else may take it."""

    __tablename__ = "former_name"
    key: str = Field(primary_key=True)
    """The userid in small letters."""
    player_id: int = _of("player.id", index=True)


class BoardRow(SQLModel, table=True):
    """A board: its match's terms, and where its log has led."""

    __tablename__ = "board"
    __table_args__ = (UniqueConstraint("game", "number"),)
    id: int | None = _id()
    game: str
    number: int
    rules: int
    """The version of the game's rules under which it was begun."""
    options: str
    """The resolved options, as a JSON list of words."""
    nagtime: float
    forfeittime: float
    totaltime: float | None
    unrated: bool
    pair: bool
    begun: datetime = Field(sa_type=Moment)
    changed: datetime = Field(sa_type=Moment)
    ply: int
    epoch: int
    to_move: int | None
    places: str | None
    """The place of each seat once it is over, as a JSON list."""
    removed: str
    offer: str = ""
    """An open offer, as JSON."""
    checksum: str
    turn: datetime = Field(sa_type=Moment)
    """When the turn began."""
    used: str
    """The seconds each seat had used by then, as a JSON list."""
    due: datetime | None = Field(default=None, sa_type=Moment, index=True)
    """Before this no nag or forfeit is due; none ever will be on a board that is over."""


class SeatRow(SQLModel, table=True):
    """Who sits where."""

    __tablename__ = "seat"
    board_id: int = _of("board.id", key=True)
    seat: int = Field(primary_key=True)
    player_id: int = _of("player.id", index=True)
    resigning: bool = False
    plan: str = ""
    """Moves queued, as typed."""
    submitted: str = ""
    """A move with its ply that waits to be confirmed."""


class EventRow(SQLModel, table=True):
    """A line of a board's log; never changed."""

    __tablename__ = "event"
    __table_args__ = (UniqueConstraint("board_id", "epoch", "ply"),)
    board_id: int = _of("board.id", key=True)
    number: int = Field(primary_key=True)
    line: str
    epoch: int
    ply: int | None
    """For a move, the ply that it made; with the epoch, the key that lets it be made once."""


class VacationRow(SQLModel, table=True):
    """A time in which a player's clocks stand still."""

    __tablename__ = "vacation"
    id: int | None = _id()
    player_id: int = _of("player.id", index=True)
    since: datetime = Field(sa_type=Moment)
    until: datetime = Field(sa_type=Moment)


class DowntimeRow(SQLModel, table=True):
    """A time in which the server was down; number 0 is open: since its last sign of life."""

    __tablename__ = "downtime"
    number: int = Field(primary_key=True)
    since: datetime = Field(sa_type=Moment)
    until: datetime | None = Field(default=None, sa_type=Moment, index=True)


class NagRow(SQLModel, table=True):
    """A reminder that was sent. The seat counts too: who leaves a game takes no ply with them."""

    __tablename__ = "nag"
    board_id: int = _of("board.id", key=True)
    epoch: int = Field(primary_key=True)
    ply: int = Field(primary_key=True)
    seat: int = Field(primary_key=True)
    day: int = Field(primary_key=True)


class WatchRow(SQLModel, table=True):
    """Somebody who watches a board, or with board 0 all boards of a game."""

    __tablename__ = "watch"
    player_id: int = _of("player.id", key=True)
    game: str = Field(primary_key=True)
    board: int = Field(primary_key=True)
    end_only: bool = Field(primary_key=True)


class RatingRow(SQLModel, table=True):
    """How strong a player is at a game, and the rated games that showed it."""

    __tablename__ = "rating"
    game: str = Field(primary_key=True)
    player_id: int = _of("player.id", key=True)
    mu: float
    sigma: float
    won: int = 0
    lost: int = 0
    drawn: int = 0


class RatingChangeRow(SQLModel, table=True):
    """What the end of a board did to a player's rating; its key lets a board be rated once."""

    __tablename__ = "rating_change"
    board_id: int = _of("board.id", key=True)
    seat: int = Field(primary_key=True)
    mu_before: float
    sigma_before: float
    mu_after: float
    sigma_after: float


class CounterRow(SQLModel, table=True):
    """The next number for a board of a game."""

    __tablename__ = "counter"
    game: str = Field(primary_key=True)
    next: int


class LetterRow(SQLModel, table=True):
    """A letter that was acted upon."""

    __tablename__ = "letter"
    key: str = Field(primary_key=True)
    at: datetime = Field(sa_type=Moment, index=True)


class RefusalRow(SQLModel, table=True):
    """What the last letter of a sender was refused; all of it as keyed hashes."""

    __tablename__ = "refusal"
    sender: str = Field(primary_key=True)
    digest: str
    at: datetime = Field(sa_type=Moment, index=True)


class TallyRow(SQLModel, table=True):
    """Something that may be done only so often, once for each time that it was done."""

    __tablename__ = "tally"
    id: int | None = _id()
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
    id: int | None = _id()
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
    id: int | None = _id()
    player_id: int = _of("player.id", index=True)
    board_id: int = _of("board.id", index=True)
    at: datetime = Field(sa_type=Moment)
    said: str
    due: datetime | None = Field(default=None, sa_type=Moment, index=True)
    """When its digest is sent; None where that depends on the board."""


class AuditRow(SQLModel, table=True):
    """What an admin did."""

    __tablename__ = "audit"
    id: int | None = _id()
    at: datetime = Field(sa_type=Moment)
    admin: str
    act: str
    subject: str
    detail: str
    reason: str


def _table(model: type[SQLModel]) -> Table:
    return cast("Table", model.__table__)  # type: ignore[attr-defined]


players, addresses = _table(PlayerRow), _table(AddressRow)
preferences, blocks, codes = _table(PreferenceRow), _table(BlockRow), _table(CodeRow)
boards, seats, events = _table(BoardRow), _table(SeatRow), _table(EventRow)
ratings, rating_changes = _table(RatingRow), _table(RatingChangeRow)
counters, letters, outbox = _table(CounterRow), _table(LetterRow), _table(OutboxRow)
held = _table(HeldRow)
watches, vacations = _table(WatchRow), _table(VacationRow)
downtimes, nags = _table(DowntimeRow), _table(NagRow)
bans, former_names, audit = _table(BanRow), _table(FormerNameRow), _table(AuditRow)
refusals, tallies = _table(RefusalRow), _table(TallyRow)
bounces, marks, unreachable = _table(BounceRow), _table(MarkRow), _table(UnreachableRow)
