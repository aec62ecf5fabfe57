"""The tables of players and their data."""

from datetime import datetime

from sqlalchemy import Index, text
from sqlmodel import Field

from storage.tables.columns import LARGE, Moment, Row, own_id, partial_index, reference_to, table_of

IS_ROBOT = "robot != ''"


class PlayerRow(Row, table=True):
    """A registered player."""

    __tablename__ = "player"
    __table_args__ = (partial_index(IS_ROBOT, "player_robot", "id"),)
    id: int | None = own_id()
    key: str = Field(unique=True)
    """The userid in lower case."""
    userid: str
    password_hash: str
    joined: datetime = Field(sa_type=Moment)
    robot: str = ""
    """The robot's settings; empty for people."""


class AddressRow(Row, table=True):
    """An address of a player, in the order given."""

    __tablename__ = "address"
    __table_args__ = (Index("ix_address_lower", text("lower(address)")),)
    player_id: int = reference_to("player.id", key=True)
    rank: int = Field(primary_key=True)
    address: str = Field(index=True)


class PreferenceRow(Row, table=True):
    """A player's preference, in one game or, with an empty name, everywhere."""

    __tablename__ = "preference"
    __table_args__ = (Index("preference_named", "name", "game"),)
    player_id: int = reference_to("player.id", key=True)
    game: str = Field(primary_key=True)
    name: str = Field(primary_key=True, index=True)
    value: str
    changed: datetime = Field(sa_type=Moment)


class SeekRow(Row, table=True):
    """Games for which a player looks for others."""

    __tablename__ = "seek"
    __table_args__ = ({"sqlite_autoincrement": True},)  # a number is never another seek's
    number: int | None = own_id()
    game: str = Field(index=True)
    player_id: int = reference_to("player.id", index=True)
    words: str
    """The options and terms of the challenge, as typed."""
    games: int
    """The number of games that may still begin."""
    lowest: int
    highest: int
    """The ratings of those who may join."""
    seat: int | None = None
    """The seat that the player wants."""
    since: datetime = Field(sa_type=Moment)
    until: datetime = Field(sa_type=Moment, index=True)


class DeputyRow(Row, table=True):
    """A player for whom another one moves, or is asked to."""

    __tablename__ = "deputy"
    player_id: int = reference_to("player.id", key=True)
    deputy_id: int = reference_to("player.id", index=True)
    asked: datetime = Field(sa_type=Moment)
    until: datetime = Field(sa_type=Moment)
    since: datetime | None = Field(default=None, sa_type=Moment)
    """The time at which the deputy has agreed."""


class BlockRow(Row, table=True):
    """A player who wants no mail because of another."""

    __tablename__ = "block"
    player_id: int = reference_to("player.id", key=True)
    other_id: int = reference_to("player.id", key=True, index=True)
    since: datetime = Field(sa_type=Moment)


class CodeRow(Row, table=True):
    """An action that waits for a code, of which only a keyed hash is stored."""

    __tablename__ = "code"
    digest: str = Field(primary_key=True)
    purpose: str
    player_id: int = reference_to("player.id", index=True)
    content: str
    until: datetime = Field(sa_type=Moment)


class BanRow(Row, table=True):
    """A player banned by an admin."""

    __tablename__ = "ban"
    player_id: int = reference_to("player.id", key=True)
    since: datetime = Field(sa_type=Moment)


class UnreachableRow(Row, table=True):
    """A player none of whose addresses receives mail."""

    __tablename__ = "unreachable"
    player_id: int = reference_to("player.id", key=True)
    since: datetime = Field(sa_type=Moment)
    until: datetime = Field(sa_type=Moment)
    """The time up to which the player's clocks stand still."""
    handed_over: bool = False
    """True if the admin was notified that the player's clocks run again."""


class OutageRow(Row, table=True):
    """A past period in which a player's clocks stood still, as mail to them bounced."""

    __tablename__ = "outage"
    id: int | None = own_id()
    player_id: int = reference_to("player.id", index=True)
    since: datetime = Field(sa_type=Moment)
    until: datetime = Field(sa_type=Moment)


class LastMailRow(Row, table=True):
    """The time of the last mail that a player has sent."""

    __tablename__ = "last_mail"
    player_id: int = reference_to("player.id", key=True)
    at: datetime = Field(sa_type=Moment)


class FormerNameRow(Row, table=True):
    """A player's former userid; as old logs contain it, nobody else may register it."""

    __tablename__ = "former_name"
    key: str = Field(primary_key=True)
    """The userid in lower case."""
    player_id: int = reference_to("player.id", index=True)


class SkeletonRow(Row, table=True):
    """The skeleton of a userid, present or former; nobody else may register one that looks like it.

    Of players whose userids looked alike before this, the first has the skeleton.
    """

    __tablename__ = "skeleton"
    key: str = Field(primary_key=True)
    player_id: int = Field(foreign_key="player.id", ondelete="CASCADE", index=True, sa_type=LARGE)
    """The player; servers of earlier versions delete players without a look at this table."""


class VacationRow(Row, table=True):
    """A period in which a player's clocks stand still."""

    __tablename__ = "vacation"
    id: int | None = own_id()
    player_id: int = reference_to("player.id", index=True)
    since: datetime = Field(sa_type=Moment)
    until: datetime = Field(sa_type=Moment)


players = table_of(PlayerRow)
addresses = table_of(AddressRow)
preferences = table_of(PreferenceRow)
blocks = table_of(BlockRow)
deputies = table_of(DeputyRow)
codes = table_of(CodeRow)
bans = table_of(BanRow)
unreachable = table_of(UnreachableRow)
outages = table_of(OutageRow)
last_mails = table_of(LastMailRow)
former_names = table_of(FormerNameRow)
skeletons = table_of(SkeletonRow)
seeks = table_of(SeekRow)
vacations = table_of(VacationRow)
