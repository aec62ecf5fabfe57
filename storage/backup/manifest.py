"""The manifest of a backup: its members, and the state of the server that it holds."""

from typing import Annotated

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field

FORMAT = 1
"""The version of the form of backups."""
MANIFEST = "manifest.json"
DATABASES = {"sqlite": "pbm.db", "postgresql": "pbm.dump"}
"""The members with the database, by its kind."""
PRODUCTS = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


class Member(BaseModel):
    """A file in a backup."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    size: Annotated[int, Field(ge=0)]
    sha256: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


class Manifest(BaseModel):
    """The first member of a backup."""

    model_config = ConfigDict(frozen=True)
    format: int = FORMAT
    pbm: str
    """The version of pbm that has written it."""
    moment: AwareDatetime
    """The time at which the copy of the database was begun: all commits before it are in it."""
    database: str
    """The kind of the database: `sqlite` or `postgresql`."""
    schema_version: str
    """The version of its tables; empty if it has none."""
    name: str = ""
    """The random name of the database; empty in archives of older versions."""
    generation: int = 0
    commit: int | None = None
    """The number of the last commit; None if commits weren't counted."""
    members: dict[str, Member]

    @property
    def database_product(self) -> str:
        """The name of the kind of the database, for people."""
        return PRODUCTS.get(self.database, self.database)

    @property
    def database_member(self) -> str:
        """The name of the member with the database; empty for a kind that isn't known."""
        return DATABASES.get(self.database, "")
