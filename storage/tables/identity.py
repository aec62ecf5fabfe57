"""The tables by which a database knows itself: name, generations, and the keys that sign for it."""

from datetime import datetime

from sqlalchemy import Sequence
from sqlmodel import Field, SQLModel

from storage.tables.columns import LARGE, Moment, Row, own_id, table_of

commit_numbers = Sequence("commit_number", metadata=SQLModel.metadata)
"""The number of the last commit on PostgreSQL, where a column would make all commits wait."""


class IdentityRow(Row, table=True):
    """The database itself, in one row."""

    __tablename__ = "identity"
    number: int = Field(default=0, primary_key=True)
    name: str
    """A random name, the same for all copies."""
    key_fingerprints: str = ""
    """The fingerprints of the keys that sign for it, separated by spaces; usually one."""
    commits: int = Field(default=0, sa_type=LARGE)
    """The number of the last commit on SQLite."""
    master_key_fingerprint: str = Field(default="", sa_column_kwargs={"server_default": ""})
    """The fingerprint of the key that encrypts the signing keys; empty if they aren't."""
    oldest_schema_version: str = Field(default="", sa_column_kwargs={"server_default": ""})
    """The oldest version of the tables whose pbm may work on these; empty for this one alone."""


class GenerationRow(Row, table=True):
    """A generation that an admin began, as what came after this state of the database was lost.

    The first has no row: its number is 0.
    """

    __tablename__ = "generation"
    number: int = Field(primary_key=True, sa_column_kwargs={"autoincrement": False})
    begun: datetime = Field(sa_type=Moment)
    first_player: int = Field(sa_type=LARGE)
    """The first id of its players; as of boards and mails, all lower ones are older."""
    first_board: int = Field(sa_type=LARGE)
    first_mail: int = Field(sa_type=LARGE)
    first_number: int = 0
    """The first number of its boards in every game."""


class SigningKeyRow(Row, table=True):
    """A key that signs, or has signed, for the installation."""

    __tablename__ = "signing_key"
    id: int | None = own_id()
    purpose: str
    """`reply` for addresses and codes, `record` for records of games."""
    fingerprint: str
    secret: str
    """Hexadecimal; encrypted with the master key, if `sealed`; empty once it has expired."""
    sealed: bool
    begun: datetime = Field(sa_type=Moment)
    until: datetime | None = Field(default=None, sa_type=Moment)
    """Its expiry; None for the current one."""
    generation: int = Field(default=0, sa_type=LARGE)
    """The generation of the database in which it was made."""


identity = table_of(IdentityRow)
generations = table_of(GenerationRow)
signing_keys = table_of(SigningKeyRow)
