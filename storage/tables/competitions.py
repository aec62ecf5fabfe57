"""The tables of ladders and tournaments."""

from datetime import datetime

from sqlmodel import Field

from storage.tables.columns import LARGE, Moment, Row, own_id, reference_to, table_of


class LadderRow(Row, table=True):
    """A player on the ladder of a game."""

    __tablename__ = "ladder"
    game: str = Field(primary_key=True)
    player_id: int = reference_to("player.id", key=True)
    place: int
    """The position on the ladder. There may be gaps."""
    played: datetime = Field(sa_type=Moment)
    demoted: datetime = Field(sa_type=Moment)


class TournamentRow(Row, table=True):
    """A tournament: its terms, and the state that follows from its events."""

    __tablename__ = "tournament"
    id: int | None = own_id()
    key: str = Field(unique=True)
    """The tournament's name in lower case."""
    name: str
    terms: str
    status: str = Field(index=True)
    made: datetime = Field(sa_type=Moment)
    announced: datetime | None = Field(default=None, sa_type=Moment)
    """When the tournament was announced. None if it wasn't yet."""
    rounds_told: int = 0
    """The number of the last round whose beginning was announced to the players."""
    due: datetime | None = Field(default=None, sa_type=Moment, index=True)
    """When the tournament may next have something to do. None if it is over."""


class TournamentEventRow(Row, table=True):
    """A line of a tournament's log. It never changes."""

    __tablename__ = "tournament_event"
    tournament_id: int = reference_to("tournament.id", key=True)
    number: int = Field(primary_key=True)
    line: str
    at: datetime = Field(sa_type=Moment)


class TournamentBoardRow(Row, table=True):
    """The board of a tournament game. The key prevents a game from beginning twice."""

    __tablename__ = "tournament_board"
    tournament_id: int = reference_to("tournament.id", key=True)
    round: int = Field(primary_key=True)
    game: int = Field(primary_key=True)
    """The number of the game in its round."""
    board_id: int = Field(foreign_key="board.id", unique=True, sa_type=LARGE)
    ends: datetime | None = Field(default=None, sa_type=Moment)
    """When the round ends, not counting downtimes since the board began. None if the round is over.
    """


ladders = table_of(LadderRow)
tournaments = table_of(TournamentRow)
tournament_events = table_of(TournamentEventRow)
tournament_boards = table_of(TournamentBoardRow)
