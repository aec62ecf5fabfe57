"""The tables of players and of what is kept for each of them."""

from datetime import datetime

from sqlmodel import Field, SQLModel

from storage.tables.columns import Moment, own_id, reference_to, table_of


class PlayerRow(SQLModel, table=True):
    """A registered player."""

    __tablename__ = "player"
    id: int | None = own_id()
    key: str = Field(unique=True)
    """The userid in small letters."""
    userid: str
    password_hash: str
    joined: datetime = Field(sa_type=Moment)
    robot: str = ""
    """How a robot is played; empty for people."""


class AddressRow(SQLModel, table=True):
    """An address of a player, in the order given."""

    __tablename__ = "address"
    player_id: int = reference_to("player.id", key=True)
    rank: int = Field(primary_key=True)
    address: str = Field(index=True)


class PreferenceRow(SQLModel, table=True):
    """A small thing that a player wants, in one game or, with an empty name, everywhere."""

    __tablename__ = "preference"
    player_id: int = reference_to("player.id", key=True)
    game: str = Field(primary_key=True)
    name: str = Field(primary_key=True, index=True)
    value: str
    changed: datetime = Field(sa_type=Moment)


class BlockRow(SQLModel, table=True):
    """A player who wants to hear nothing from another."""

    __tablename__ = "block"
    player_id: int = reference_to("player.id", key=True)
    other_id: int = reference_to("player.id", key=True, index=True)


class CodeRow(SQLModel, table=True):
    """Something that waits for a code, of which only a keyed hash is kept."""

    __tablename__ = "code"
    digest: str = Field(primary_key=True)
    purpose: str
    player_id: int = reference_to("player.id", index=True)
    content: str
    until: datetime = Field(sa_type=Moment)


class BanRow(SQLModel, table=True):
    """A player whom an admin has shut out."""

    __tablename__ = "ban"
    player_id: int = reference_to("player.id", key=True)
    since: datetime = Field(sa_type=Moment)


class UnreachableRow(SQLModel, table=True):
    """A player to none of whose addresses mail gets through."""

    __tablename__ = "unreachable"
    player_id: int = reference_to("player.id", key=True)
    since: datetime = Field(sa_type=Moment)
    handed_over: bool = False
    """Whether the admin was told that the player's boards wait for a decision."""


class FormerNameRow(SQLModel, table=True):
    """A userid that its player no longer has; as old logs name it, nobody else may take it."""

    __tablename__ = "former_name"
    key: str = Field(primary_key=True)
    """The userid in small letters."""
    player_id: int = reference_to("player.id", index=True)


class VacationRow(SQLModel, table=True):
    """A time in which a player's clocks stand still."""

    __tablename__ = "vacation"
    id: int | None = own_id()
    player_id: int = reference_to("player.id", index=True)
    since: datetime = Field(sa_type=Moment)
    until: datetime = Field(sa_type=Moment)


players = table_of(PlayerRow)
addresses = table_of(AddressRow)
preferences = table_of(PreferenceRow)
blocks = table_of(BlockRow)
codes = table_of(CodeRow)
bans = table_of(BanRow)
unreachable = table_of(UnreachableRow)
former_names = table_of(FormerNameRow)
vacations = table_of(VacationRow)
