"""The manifest of a backup: its members, and the state of the server that it was made from."""

from typing import Annotated

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field

FORMAT = 1
"""The version of the backup format."""
MANIFEST = "manifest.json"
DATABASES = {"sqlite": "pbm.db", "postgresql": "pbm.dump"}
"""The name of the member with the database, by the kind of database."""
PRODUCTS = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


class Member(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")
    size: Annotated[int, Field(ge=0)]
    sha256: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]


class Manifest(BaseModel):
    """The first member of a backup."""

    model_config = ConfigDict(frozen=True)
    format: int = FORMAT
    pbm: str
    """The version of pbm that has written the backup."""
    moment: AwareDatetime
    """When copying began. The backup has all commits before this time."""
    database: str
    """The kind of database: `sqlite` or `postgresql`."""
    schema_version: str
    """The schema version of its tables. Empty if it has none."""
    name: str = ""
    """The random name of the database. Empty in archives of older versions."""
    generation: int = 0
    commit: int | None = None
    """The number of the last commit. None if commits weren't numbered."""
    members: dict[str, Member]

    @property
    def database_product(self) -> str:
        """The name of the database product for people, such as `PostgreSQL`."""
        return PRODUCTS.get(self.database, self.database)

    @property
    def database_member(self) -> str:
        """The name of the member with the database. Empty for an unknown kind of database."""
        return DATABASES.get(self.database, "")
