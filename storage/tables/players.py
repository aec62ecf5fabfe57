"""The tables of players and their data."""

from datetime import datetime

from sqlalchemy import Index, text
from sqlmodel import Field

from storage.tables.columns import LARGE, Moment, Row, own_id, partial_index, reference_to, table_of

IS_ROBOT = "robot != ''"


class PlayerRow(Row, table=True):
    """A person or robot who is registered."""

    __tablename__ = "player"
    __table_args__ = (partial_index(IS_ROBOT, "player_robot", "id"),)
    id: int | None = own_id()
    key: str = Field(unique=True)
    """The userid in lower case."""
    userid: str
    password_hash: str
    joined: datetime = Field(sa_type=Moment)
    robot: str = ""
    """The robot's settings. Empty for people."""


class AddressRow(Row, table=True):
    """An address of a player. `rank` is its position in the player's list."""

    __tablename__ = "address"
    __table_args__ = (Index("ix_address_lower", text("lower(address)")),)
    player_id: int = reference_to("player.id", key=True)
    rank: int = Field(primary_key=True)
    address: str = Field(index=True)


class PreferenceRow(Row, table=True):
    """A player's preference for one game. An empty game means that it applies to all games."""

    __tablename__ = "preference"
    __table_args__ = (Index("preference_named", "name", "game"),)
    player_id: int = reference_to("player.id", key=True)
    game: str = Field(primary_key=True)
    name: str = Field(primary_key=True, index=True)
    value: str
    changed: datetime = Field(sa_type=Moment)


class SeekRow(Row, table=True):
    """A search for opponents, for one or several games."""

    __tablename__ = "seek"
    # SQLite would otherwise reuse the numbers of deleted seeks
    __table_args__ = ({"sqlite_autoincrement": True},)
    number: int | None = own_id()
    game: str = Field(index=True)
    player_id: int = reference_to("player.id", index=True)
    words: str
    """The options and terms of the challenge, as typed."""
    games: int
    """The number of games that may still begin."""
    lowest: int
    highest: int
    """The highest rating of players who may join. `lowest` is the lowest."""
    seat: int | None = None
    """The seat that the player wants. None for any seat."""
    since: datetime = Field(sa_type=Moment)
    until: datetime = Field(sa_type=Moment, index=True)


class DeputyRow(Row, table=True):
    """A player for whom a deputy moves, or whose deputy hasn't agreed yet."""

    __tablename__ = "deputy"
    player_id: int = reference_to("player.id", key=True)
    deputy_id: int = reference_to("player.id", index=True)
    asked: datetime = Field(sa_type=Moment)
    until: datetime = Field(sa_type=Moment)
    since: datetime | None = Field(default=None, sa_type=Moment)
    """When the deputy agreed. None if the deputy hasn't yet."""


class BlockRow(Row, table=True):
    """A player who wants no email because of another player."""

    __tablename__ = "block"
    player_id: int = reference_to("player.id", key=True)
    other_id: int = reference_to("player.id", key=True, index=True)
    since: datetime = Field(sa_type=Moment)


class CodeRow(Row, table=True):
    """A pending action, with a keyed hash of the code that confirms it."""

    __tablename__ = "code"
    digest: str = Field(primary_key=True)
    purpose: str
    player_id: int = reference_to("player.id", index=True)
    content: str
    until: datetime = Field(sa_type=Moment)


class BanRow(Row, table=True):
    """A player whom an admin has banned."""

    __tablename__ = "ban"
    player_id: int = reference_to("player.id", key=True)
    since: datetime = Field(sa_type=Moment)


class UnreachableRow(Row, table=True):
    """A player none of whose addresses receives email."""

    __tablename__ = "unreachable"
    player_id: int = reference_to("player.id", key=True)
    since: datetime = Field(sa_type=Moment)
    until: datetime = Field(sa_type=Moment)
    """When the player's clocks start to run again."""
    handed_over: bool = False
    """Whether pbm has notified the admin that the player's clocks run again."""


class OutageRow(Row, table=True):
    """A past period in which a player's clocks were stopped, because emails to them bounced."""

    __tablename__ = "outage"
    id: int | None = own_id()
    player_id: int = reference_to("player.id", index=True)
    since: datetime = Field(sa_type=Moment)
    until: datetime = Field(sa_type=Moment)


class LastMailRow(Row, table=True):
    """The time of the last email that a player has sent."""

    __tablename__ = "last_mail"
    player_id: int = reference_to("player.id", key=True)
    at: datetime = Field(sa_type=Moment)


class FormerNameRow(Row, table=True):
    """A player's former userid. Nobody else may register it, because old logs contain it."""

    __tablename__ = "former_name"
    key: str = Field(primary_key=True)
    """The former userid in lower case."""
    player_id: int = reference_to("player.id", index=True)


class SkeletonRow(Row, table=True):
    """The skeleton of a current or former userid. Nobody else can register a userid with it.

    If several players had similar userids before skeletons were introduced, the first of these
    players has the skeleton.
    """

    __tablename__ = "skeleton"
    key: str = Field(primary_key=True)
    player_id: int = Field(foreign_key="player.id", ondelete="CASCADE", index=True, sa_type=LARGE)
    """The player. The row is deleted with the player, because servers of earlier versions don't
    know this table.
    """


class VacationRow(Row, table=True):
    """A period in which a player's clocks are stopped."""

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
