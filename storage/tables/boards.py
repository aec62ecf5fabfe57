"""The tables of boards, clocks, watchers and ratings."""

from datetime import datetime

from sqlalchemy import Index, UniqueConstraint
from sqlmodel import Field

from storage.tables.columns import Moment, Row, own_id, partial_index, reference_to, table_of

OFFERED = "offer <> ''"
"""The condition of the index of boards with an open offer; statements that use it repeat it."""


class BoardRow(Row, table=True):
    """A board: the terms of its match, and the state to which its log leads."""

    __tablename__ = "board"
    __table_args__ = (
        UniqueConstraint("game", "number"),
        partial_index(OFFERED, "board_offered", "id"),
        partial_index("places IS NULL", "board_running", "game", "changed"),
        partial_index("places IS NOT NULL", "board_finished", "game", "changed"),
    )
    id: int | None = own_id()
    game: str
    number: int
    rules: int
    """The version of the game's rules at the start."""
    options: str
    """The resolved options, as a JSON list of words."""
    nagtime: float
    forfeittime: float
    totaltime: float | None
    increment: float | None = None
    offdays: str = ""
    """The days of the week on which clocks stand still, such as `sat,sun`."""
    unrated: bool
    hints: bool = False
    pair: bool
    begun: datetime = Field(sa_type=Moment)
    changed: datetime = Field(sa_type=Moment, index=True)
    ply: int
    epoch: int
    to_move: int | None
    places: str | None
    """The place of each seat once it is over, as a JSON list."""
    removed: str
    offer: str = ""
    """An open offer, as JSON."""
    checksum: str
    turn: datetime = Field(sa_type=Moment)
    """The start of the turn."""
    used: str
    """The seconds used by each seat before the turn, as a JSON list."""
    rest: str = ""
    """Zone and sleep of the player to move, as they were when the turn began."""
    due: datetime | None = Field(default=None, sa_type=Moment, index=True)
    """The earliest time of the next nag or forfeit; None on a finished board."""
    generation: int = 0
    """The generation of the database in which the board came to its epoch and ply."""
    private: bool = False
    """True if only its players see the board."""
    ladder: bool = False
    """True if the game is for places on the ladder."""


class SeatRow(Row, table=True):
    """A player's seat at a board."""

    __tablename__ = "seat"
    board_id: int = reference_to("board.id", key=True)
    seat: int = Field(primary_key=True)
    player_id: int = reference_to("player.id", index=True)
    resigning: bool = False
    plan: str = ""
    """The queued moves, as typed."""
    submitted: str = ""
    """A move with its ply that waits for confirmation."""
    note: str = ""
    """The player's own note, which nobody else may see."""


class EventRow(Row, table=True):
    """A line of a board's log; never changed."""

    __tablename__ = "event"
    __table_args__ = (UniqueConstraint("board_id", "epoch", "ply"),)
    board_id: int = reference_to("board.id", key=True)
    number: int = Field(primary_key=True)
    line: str
    epoch: int
    ply: int | None
    """The ply made by a move; with the epoch, the key that lets it be made once."""


class BoardDeputyRow(Row, table=True):
    """A player who has made a move for another one on a board."""

    __tablename__ = "board_deputy"
    board_id: int = reference_to("board.id", key=True)
    player_id: int = reference_to("player.id", key=True, index=True)


class SavedLineRow(Row, table=True):
    """A line of moves that a player keeps on a board, for nobody else."""

    __tablename__ = "saved_line"
    board_id: int = reference_to("board.id", key=True)
    player_id: int = reference_to("player.id", key=True, index=True)
    name: str = Field(primary_key=True)
    start: int
    """The number of moves that had been played when it was saved."""
    before: str
    """The digest of these moves."""
    moves: str


class DowntimeRow(Row, table=True):
    """A period in which the server was down; number 0 is open: since its last heartbeat.

    The open one has an end if the clocks stand still until the next heartbeat, as happens when a
    generation begins: it counts at least until then.
    """

    __tablename__ = "downtime"
    number: int = Field(primary_key=True)
    since: datetime = Field(sa_type=Moment)
    until: datetime | None = Field(default=None, sa_type=Moment, index=True)


class NagRow(Row, table=True):
    """A reminder that was sent. The seat is part of the key, as leaving a game makes no ply."""

    __tablename__ = "nag"
    board_id: int = reference_to("board.id", key=True)
    epoch: int = Field(primary_key=True)
    ply: int = Field(primary_key=True)
    seat: int = Field(primary_key=True)
    day: int = Field(primary_key=True)


class WatchRow(Row, table=True):
    """A player who watches a board, or with board 0 all boards of a game."""

    __tablename__ = "watch"
    player_id: int = reference_to("player.id", key=True)
    game: str = Field(primary_key=True)
    board: int = Field(primary_key=True)
    end_only: bool = Field(primary_key=True)


class HintAgreementRow(Row, table=True):
    """A player who agrees that there may be hints on a board."""

    __tablename__ = "hint_agreement"
    board_id: int = reference_to("board.id", key=True)
    player_id: int = reference_to("player.id", key=True)


class PublishedCommentRow(Row, table=True):
    """A comment whose writer wants it to be shown on the page of its board."""

    __tablename__ = "published_comment"
    id: int | None = own_id()
    board_id: int = reference_to("board.id", index=True)
    player_id: int = reference_to("player.id", index=True)
    ply: int
    """The number of moves played when it was written, its own move included."""
    text: str
    at: datetime = Field(sa_type=Moment)


class ExploredBoardRow(Row, table=True):
    """A finished board whose moves are in the table of explored moves."""

    __tablename__ = "explored_board"
    board_id: int = reference_to("board.id", key=True)
    checksum: str
    """That of the log from which they were taken."""


class ExploredMoveRow(Row, table=True):
    """A move of a finished board, by the position in which it was played."""

    __tablename__ = "explored_move"
    __table_args__ = (Index("ix_explored_move_position", "position", "board_id"),)
    board_id: int = reference_to("board.id", key=True)
    ply: int = Field(primary_key=True)
    """The number of moves played before it."""
    position: str
    """A digest of the game, its options and the position."""
    move: str
    likeness: str
    """The key that all positions share that are alike by symmetry."""


class ContestPositionRow(Row, table=True):
    """A position that a running contest has come to: its value is withheld until the game ends."""

    __tablename__ = "contest_position"
    board_id: int = reference_to("board.id", key=True)
    ply: int = Field(primary_key=True)
    position: str = Field(index=True)
    """The key that all positions share that are alike by symmetry."""


class RatingRow(Row, table=True):
    """A player's rating at a game, and their results in rated games."""

    __tablename__ = "rating"
    __table_args__ = (Index("rating_best", "game", "mu"),)
    game: str = Field(primary_key=True)
    player_id: int = reference_to("player.id", key=True)
    mu: float
    sigma: float
    won: int = 0
    lost: int = 0
    drawn: int = 0


class RatingChangeRow(Row, table=True):
    """The change of a player's rating by a board; its key lets a board be rated once."""

    __tablename__ = "rating_change"
    board_id: int = reference_to("board.id", key=True)
    seat: int = Field(primary_key=True)
    mu_before: float
    sigma_before: float
    mu_after: float
    sigma_after: float


class CounterRow(Row, table=True):
    """The next number for a board of a game, and what is known of a game that isn't installed."""

    __tablename__ = "counter"
    game: str = Field(primary_key=True)
    next: int
    title: str = Field(default="", sa_column_kwargs={"server_default": ""})
    package: str = Field(default="", sa_column_kwargs={"server_default": ""})
    """The package from which the game came when its last board was begun."""
    version: str = Field(default="", sa_column_kwargs={"server_default": ""})
    """The version of that package."""
    absent: datetime | None = Field(default=None, sa_type=Moment)
    """The time since which the game hasn't been served; None while it is."""


boards = table_of(BoardRow)
seats = table_of(SeatRow)
events = table_of(EventRow)
board_deputies = table_of(BoardDeputyRow)
saved_lines = table_of(SavedLineRow)
downtimes = table_of(DowntimeRow)
nags = table_of(NagRow)
watches = table_of(WatchRow)
hint_agreements = table_of(HintAgreementRow)
ratings = table_of(RatingRow)
contest_positions = table_of(ContestPositionRow)
rating_changes = table_of(RatingChangeRow)
counters = table_of(CounterRow)
published_comments = table_of(PublishedCommentRow)
explored_boards = table_of(ExploredBoardRow)
explored_moves = table_of(ExploredMoveRow)
