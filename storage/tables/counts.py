"""The tables of numbers that are kept, so that nobody has to count all boards and ratings."""

from collections.abc import Mapping

from sqlalchemy import Connection
from sqlmodel import Field

from storage.tables.columns import LARGE, Row, own_id, table_of


class MaterializedCountRow(Row, table=True):
    """The number of boards, or of rated players, of a game that are as visible as this."""

    __tablename__ = "materialized_count"
    game: str = Field(primary_key=True)
    kind: str = Field(primary_key=True)
    """`running` and `finished` for boards, `rated` for players."""
    visibility: str = Field(primary_key=True)
    """The widest circle that sees them."""
    number: int


class CountedRow(Row, table=True):
    """A board, or a player's rating at a game, as it is contained in the materialized counts."""

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


materialized_counts = table_of(MaterializedCountRow)
counted = table_of(CountedRow)
recounts = table_of(RecountRow)


# The triggers that note which boards and players may count otherwise than before.

_STATE = ("({0}.places IS NULL)", "({0}.removed = '')", "{0}.private")
_HAS_CHANGED = " OR ".join(f"{each.format('old')} <> {each.format('new')}" for each in _STATE)
_IS_VISIBILITY = "{0}.game = '' AND {0}.name = 'visibility'"
TRIGGERS = {
    "recount_new_board": ("AFTER INSERT ON board", "", "board_id", "new.id"),
    "recount_changed_board": (
        "AFTER UPDATE OF places, removed, private ON board",
        _HAS_CHANGED,
        "board_id",
        "new.id",
    ),
    "recount_new_visibility": (
        "AFTER INSERT ON preference",
        _IS_VISIBILITY.format("new"),
        "player_id",
        "new.player_id",
    ),
    "recount_changed_visibility": (
        "AFTER UPDATE ON preference",
        _IS_VISIBILITY.format("new"),
        "player_id",
        "new.player_id",
    ),
    "recount_no_visibility": (
        "AFTER DELETE ON preference",
        _IS_VISIBILITY.format("old"),
        "player_id",
        "old.player_id",
    ),
    "recount_new_rating": ("AFTER INSERT ON rating", "", "player_id", "new.player_id"),
}
"""For each trigger: the event, its condition, and the column and value of the row that it adds."""


def make_triggers(connection: Connection) -> None:
    """Makes the triggers."""
    for name, (event, condition, column, value) in TRIGGERS.items():
        row = f"INSERT INTO recount ({column}) VALUES ({value})"  # noqa: S608 - all from above
        when = f" WHEN ({condition})" if condition else ""
        trigger = f"CREATE TRIGGER {name} {event} FOR EACH ROW{when}"
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql(f"{trigger} BEGIN {row}; END")
        else:
            function = f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql"
            connection.exec_driver_sql(f"{function} AS $$BEGIN {row}; RETURN NULL; END$$")
            connection.exec_driver_sql(f"{trigger} EXECUTE FUNCTION {name}()")


def drop_triggers(connection: Connection) -> None:
    """Drops the triggers, as far as they are there: rows that are copied were counted before."""
    for name in TRIGGERS:
        for statement in _DROP[connection.dialect.name]:
            connection.exec_driver_sql(statement.format(name))


_DROP: Mapping[str, tuple[str, ...]] = {
    "sqlite": ("DROP TRIGGER IF EXISTS {}",),
    "postgresql": ("DROP FUNCTION IF EXISTS {} CASCADE",),  # with its trigger
}
