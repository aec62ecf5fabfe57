"""The tables of numbers that are kept, so that nobody has to count all boards and ratings."""

from sqlmodel import Field

from storage.tables.columns import LARGE, Row, own_id, table_of


class KeptCountRow(Row, table=True):
    """The number of boards, or of rated players, of a game that are as visible as this."""

    __tablename__ = "kept_count"
    game: str = Field(primary_key=True)
    kind: str = Field(primary_key=True)
    """`running` and `finished` for boards, `rated` for players."""
    visibility: str = Field(primary_key=True)
    """The widest circle that sees them."""
    number: int


class CountedRow(Row, table=True):
    """A board, or a player's rating at a game, as it is contained in the kept counts."""

    __tablename__ = "counted"
    __table_args__ = {"sqlite_with_rowid": False}  # noqa: RUF012 - as sqlmodel wants it
    board_id: int = Field(primary_key=True, sa_type=LARGE)
    """0 for a rating."""
    player_id: int = Field(primary_key=True, sa_type=LARGE)
    """0 for a board."""
    game: str = Field(primary_key=True)
    kind: str
    visibility: str


class RecountRow(Row, table=True):
    """A board, or all boards and ratings of a player, that may count otherwise than before.

    Triggers add these rows, so that they are there whichever pbm has made the change. Each has a
    row of its own: nobody waits for another's transaction.
    """

    __tablename__ = "recount"
    id: int | None = own_id()
    board_id: int = Field(default=0, sa_type=LARGE, sa_column_kwargs={"server_default": "0"})
    player_id: int = Field(default=0, sa_type=LARGE, sa_column_kwargs={"server_default": "0"})


kept_counts = table_of(KeptCountRow)
counted = table_of(CountedRow)
recounts = table_of(RecountRow)
