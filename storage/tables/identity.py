"""The identity of a database: its name, its generations, and its signing keys."""

from datetime import datetime

from sqlalchemy import Sequence
from sqlmodel import Field, SQLModel

from storage.tables.columns import LARGE, Moment, Row, own_id, table_of

commit_numbers = Sequence("commit_number", metadata=SQLModel.metadata)
"""The number of the last commit on PostgreSQL, where commits that update a column would wait for
each other.
"""


class IdentityRow(Row, table=True):
    """The database itself, in one row."""

    __tablename__ = "identity"
    number: int = Field(default=0, primary_key=True)
    name: str
    """A random name. All copies of the database share it."""
    key_fingerprints: str = ""
    """The fingerprints of the reply keys in use for signing, separated by spaces. Usually there is
    only one.
    """
    commits: int = Field(default=0, sa_type=LARGE)
    """The number of the last commit on SQLite."""
    master_key_fingerprint: str = Field(default="", sa_column_kwargs={"server_default": ""})
    """The fingerprint of the key that encrypts the signing keys. Empty if they aren't encrypted."""
    oldest_schema_version: str = Field(default="", sa_column_kwargs={"server_default": ""})
    """The oldest schema version whose pbm may work on these tables. Empty if only this one may."""


class GenerationRow(Row, table=True):
    """A generation. An admin began it because commits after a restored state were lost.

    The first generation has no row. Its number is 0.
    """

    __tablename__ = "generation"
    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    begun: datetime = Field(sa_type=Moment)
    first_player: int = Field(sa_type=LARGE)
    """The first player id of the generation. Players with lower ids are older, as are boards and
    emails.
    """
    first_board: int = Field(sa_type=LARGE)
    first_mail: int = Field(sa_type=LARGE)
    first_number: int = 0
    """The first board number of the generation. All games share it."""


class SigningKeyRow(Row, table=True):
    """A current or former signing key of the installation."""

    __tablename__ = "signing_key"
    id: int | None = own_id()
    purpose: str
    """`reply` for addresses and codes, `record` for records of games."""
    fingerprint: str
    secret: str
    """The key in hexadecimal, encrypted with the master key if `sealed`. Empty once it has expired.
    """
    sealed: bool
    begun: datetime = Field(sa_type=Moment)
    until: datetime | None = Field(default=None, sa_type=Moment)
    """When the key expires. None for the current key."""
    generation: int = Field(default=0, sa_type=LARGE)
    """The generation of the database in which the key was made."""


identity = table_of(IdentityRow)
generations = table_of(GenerationRow)
signing_keys = table_of(SigningKeyRow)
