"""The tables of boards, clocks, watchers and ratings."""

from datetime import datetime

from sqlalchemy import Index, UniqueConstraint
from sqlmodel import Field

from storage.tables.columns import Moment, Row, own_id, partial_index, reference_to, table_of

OFFERED = "offer <> ''"
"""The condition of the partial index of boards with an open offer. Queries must repeat it to use
the index.
"""


class BoardRow(Row, table=True):
    """A board: its terms, and the state that follows from its log."""

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
    """The version of the game's rules when the board began."""
    options: str
    """The resolved options, as a JSON list of strings."""
    nagtime: float
    forfeittime: float
    totaltime: float | None
    increment: float | None = None
    daysoff: str = ""
    """The days of the week on which clocks are stopped, such as `sat,sun`."""
    unrated: bool
    hints: bool = False
    pair: bool
    begun: datetime = Field(sa_type=Moment)
    changed: datetime = Field(sa_type=Moment, index=True)
    ply: int
    epoch: int
    to_move: int | None
    places: str | None
    """The final place of each seat, as a JSON list. None if the game isn't over."""
    removed: str
    offer: str = ""
    """The open offer as JSON. Empty if there is none."""
    checksum: str
    turn: datetime = Field(sa_type=Moment)
    """When the turn began."""
    used: str
    """Seconds used by each seat before the turn, as a JSON list."""
    rest: str = ""
    """Time zone and hours of sleep of the player to move, as of the beginning of the turn."""
    due: datetime | None = Field(default=None, sa_type=Moment, index=True)
    """When the next reminder or forfeit may be due. None if the game is over."""
    generation: int = 0
    """The generation of the database in which the board reached its current epoch and ply."""
    private: bool = False
    """Whether only the board's players may see it."""
    ladder: bool = False
    """Whether the game is for places on the ladder."""


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
    """A move that waits for confirmation, with its ply."""
    note: str = ""
    """The player's private note."""


class EventRow(Row, table=True):
    """A line of a board's log. It never changes."""

    __tablename__ = "event"
    __table_args__ = (UniqueConstraint("board_id", "epoch", "ply"),)
    board_id: int = reference_to("board.id", key=True)
    number: int = Field(primary_key=True)
    line: str
    epoch: int
    ply: int | None
    """The ply of a move. None for other events. A board has only one move for each epoch and ply,
    so a move can't be made twice.
    """


class BoardDeputyRow(Row, table=True):
    """A player who has made a move for another one on a board."""

    __tablename__ = "board_deputy"
    board_id: int = reference_to("board.id", key=True)
    player_id: int = reference_to("player.id", key=True, index=True)


class SavedLineRow(Row, table=True):
    """A line of moves that a player saves on a board, in private."""

    __tablename__ = "saved_line"
    board_id: int = reference_to("board.id", key=True)
    player_id: int = reference_to("player.id", key=True, index=True)
    name: str = Field(primary_key=True)
    start: int
    """The number of moves played when it was saved."""
    before: str
    """The digest of the moves played before the line."""
    moves: str


class DowntimeRow(Row, table=True):
    """A period in which the server was down. Row number 0 has the time of the last heartbeat.

    Row 0 has an end if all clocks are stopped until the next heartbeat, as at the beginning of a
    generation. The downtime then lasts at least until this end.
    """

    __tablename__ = "downtime"
    number: int = Field(primary_key=True)
    since: datetime = Field(sa_type=Moment)
    until: datetime | None = Field(default=None, sa_type=Moment, index=True)


class NagRow(Row, table=True):
    """A reminder that was sent.

    The seat is part of the key, because leaving a game makes no ply.
    """

    __tablename__ = "nag"
    board_id: int = reference_to("board.id", key=True)
    epoch: int = Field(primary_key=True)
    ply: int = Field(primary_key=True)
    seat: int = Field(primary_key=True)
    day: int = Field(primary_key=True)


class WatchRow(Row, table=True):
    """A player who watches a board. Board number 0 means all boards of the game."""

    __tablename__ = "watch"
    player_id: int = reference_to("player.id", key=True)
    game: str = Field(primary_key=True)
    board: int = Field(primary_key=True)
    end_only: bool = Field(primary_key=True)


class HintAgreementRow(Row, table=True):
    """A player who agrees to hints on a board."""

    __tablename__ = "hint_agreement"
    board_id: int = reference_to("board.id", key=True)
    player_id: int = reference_to("player.id", key=True)


class PublishedCommentRow(Row, table=True):
    """A comment that its author publishes on the page of its board."""

    __tablename__ = "published_comment"
    id: int | None = own_id()
    board_id: int = reference_to("board.id", index=True)
    player_id: int = reference_to("player.id", index=True)
    ply: int
    """The number of moves played when the comment was written, including the move that it came
    with.
    """
    text: str
    at: datetime = Field(sa_type=Moment)


class ExploredBoardRow(Row, table=True):
    """A finished board whose moves are in `explored_move`."""

    __tablename__ = "explored_board"
    board_id: int = reference_to("board.id", key=True)
    checksum: str
    """The checksum of the log that the moves were taken from."""


class ExploredMoveRow(Row, table=True):
    """A move of a finished board, by the position in which it was played."""

    __tablename__ = "explored_move"
    __table_args__ = (Index("ix_explored_move_position", "position", "board_id"),)
    board_id: int = reference_to("board.id", key=True)
    ply: int = Field(primary_key=True)
    """The number of moves played before this one."""
    position: str
    """A digest of the game, its options and the position."""
    move: str
    likeness: str
    """A key that positions share if they are the same by symmetry."""


class ContestPositionRow(Row, table=True):
    """A position that occurred in a running contest. Its value is withheld until the game ends."""

    __tablename__ = "contest_position"
    board_id: int = reference_to("board.id", key=True)
    ply: int = Field(primary_key=True)
    position: str = Field(index=True)
    """A key that positions share if they are the same by symmetry."""


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
    """The change of a player's rating by a board. The key prevents rating a board twice."""

    __tablename__ = "rating_change"
    board_id: int = reference_to("board.id", key=True)
    seat: int = Field(primary_key=True)
    mu_before: float
    sigma_before: float
    mu_after: float
    sigma_after: float


class CounterRow(Row, table=True):
    """The number of a game's next board, and data to show when the game isn't installed."""

    __tablename__ = "counter"
    game: str = Field(primary_key=True)
    next: int
    title: str = Field(default="", sa_column_kwargs={"server_default": ""})
    package: str = Field(default="", sa_column_kwargs={"server_default": ""})
    """The package that the game came from when its last board began."""
    version: str = Field(default="", sa_column_kwargs={"server_default": ""})
    """The version of the package."""
    absent: datetime | None = Field(default=None, sa_type=Moment)
    """When the game stopped being served. None if it is served."""


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
