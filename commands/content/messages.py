"""The content of responses and notifications: values that views render, stored as JSON.

The names of their fields are stored, too.
"""

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from enum import IntEnum
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from commands.content.reply_claims import BoardClaims, MessageClaims, ReplyClaims
from pbm.board.board import TournamentGame
from pbm.board.ratings import Change
from pbm.match.checkpoint import Checkpoint

CODE_PLACEHOLDER = "{code}"
LISTED_ROUNDS = 5
"""The number of rounds that a board mail lists."""


class Answer(BaseModel):
    """The outcome of a command, for readers whose mails have data for programs."""

    model_config = ConfigDict(
        frozen=True, defer_build=True, hide_input_in_errors=True, use_attribute_docstrings=True
    )
    command: str
    """The command's name, such as `knightpanic show`."""
    ok: bool
    """True if it was executed."""
    data: dict[str, Any] | None
    """As `--json` prints it; null for a file, which is attached, and beyond a limit of size."""


class _Content(BaseModel):
    model_config = ConfigDict(
        frozen=True, extra="forbid", defer_build=True, hide_input_in_errors=True
    )
    form: str = ""
    """The reader's mail format; empty for the default, and where it makes no difference."""
    answers: tuple[Answer, ...] = ()
    """The outcomes of the commands that the mail answers, if its reader's mails have data."""
    confirm: str = ""
    """The word whose one-time code a reply brings back; empty if no confirmation is wanted."""
    unsubscribe: tuple[int, int] | None = None
    """The ids in storage of the subscriber and of the board (0: none), for an unsubscribe address;
    the players' claims stand in `seats`.
    """


class Table(BaseModel):
    """A table below a text, which each format draws anew; all columns but names are flush right."""

    model_config = ConfigDict(frozen=True, defer_build=True, hide_input_in_errors=True)
    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    name_column: int = 1
    """The column of the players' names, flush left, which are shortened where lines are narrow."""
    note: str = ""
    """The explanation of its signs."""


class TextMessage(_Content):
    """A text under a subject."""

    kind: Literal["plain"] = "plain"
    subject: str
    text: str
    board: str = ""
    """The board it is about, such as `knightpanic 101`; it joins that board's thread."""
    code: str = ""
    """The word whose one-time code replaces `CODE_PLACEHOLDER` in the text."""
    ticket: ReplyClaims | None = None
    """The claims of a reply to it."""
    refusal: bool = False
    """True if it says why a command was not executed."""
    asks: bool = False
    """True if the reply yes sends words of the reader's that are held."""
    suggestions: tuple[str, ...] = ()
    """Lines that the reader may send next, for buttons."""
    review: "GameReview | None" = None
    """The review that its text tells, to be drawn."""
    tables: tuple[Table, ...] = ()
    """The tables below its text."""
    tournament: str = ""
    """The name of the tournament that it is about; empty for all other texts."""
    page: str = ""
    """The web address of the tournament's page; known only when a mail is rendered."""
    announcement: bool = False
    """True if it announces a tournament to a player who asked for such mails."""
    shown: "BoardSnapshot | None" = None
    """The board to be shown below it, where there is more than text."""
    answer: MessageClaims | None = None
    """The claims of a reply that goes to another player, whose words it tells."""
    writer: str = ""
    """The userid of the player whose words it tells; empty if it is the server's own."""


class ClockTimes(_Content):
    """The state of a board's clock."""

    used: tuple[timedelta, ...]
    """The time used by each player, without the current turn."""
    total: float | None
    """The days that each player has for the whole game, or None."""
    increment: float | None = None
    """The days of these that each move gives back, or None."""
    began: datetime
    """The time at which the turn began."""
    nag: datetime | None = None
    """The time at which the player to move is reminded; None if nobody is to move."""
    forfeit: datetime | None = None
    """The time at which the player to move loses; None if nobody is to move."""
    round_ends: datetime | None = None
    """The end of the tournament's round, while somebody is to move; None without a tournament."""

    @property
    def move_by(self) -> datetime | None:
        """The earlier of the forfeit and the round's end; None if nobody is to move."""
        return min((at for at in (self.forfeit, self.round_ends) if at), default=None)


class Comment(BaseModel):
    """A comment that a player wrote on a board."""

    model_config = ConfigDict(frozen=True, defer_build=True, hide_input_in_errors=True)
    writer: str
    text: str


class ReviewedMove(BaseModel):
    """A move of a finished game."""

    model_config = ConfigDict(frozen=True, defer_build=True, hide_input_in_errors=True)
    ply: int
    seat: int
    move: str
    value: str = ""
    """The proved value of the position before it, in words."""
    after: str = ""
    """The value of the position after it, in words that name the winner; empty if unknown."""
    share: int | None = None
    """That value from 0 to 100: for the first of two players, or for the mover of three."""
    mark: Literal["", "?", "??"] = ""
    """`??` for a proved mistake, `?` for one by a robot's estimates."""
    notes: str = ""


class GameReview(BaseModel):
    """The review of a finished game, for views that draw it."""

    model_config = ConfigDict(frozen=True, defer_build=True, hide_input_in_errors=True)
    game: str
    players: tuple[str, ...]
    result: str
    decision: str
    explanation: str
    moves: tuple[ReviewedMove, ...]
    decisive: int | None
    """The ply of the decisive move."""


class UnreachablePlayer(BaseModel):
    """A player whose mail bounces, and the time until which the clock stands still for that."""

    model_config = ConfigDict(frozen=True, defer_build=True, hide_input_in_errors=True)
    userid: str
    until: datetime | None
    """None if the clock runs on."""


class BoardSnapshot(_Content):
    """The state of a board, and its latest news."""

    kind: Literal["board"] = "board"
    game: str
    number: int
    players: tuple[str, ...]
    options: tuple[str, ...]
    """The options of the game, with all defaults and random choices filled in."""
    terms: tuple[str, ...] = ()
    checkpoint: Checkpoint | None = None
    """The position from which the log is replayed; None for the first."""
    log: tuple[str, ...] = ()
    """The events that are in force, since the checkpoint."""
    repetitions: int = 1
    """The number of times that the position has stood, in games that may never end."""
    paths: tuple[tuple[str, ...], ...] = ()
    """The squares on which each seat's piece has stood, in games whose pieces leave trails."""
    ply: int | None = None
    """The ply to show; None for the current position."""
    to: str = ""
    """The userid of the addressee; empty in the shell and for strangers."""
    deputy_for: str = ""
    """The userid of the player for whom the addressee moves; empty for all but deputies."""
    deputy_stamp: str = ""
    """The stamp of the addressee's replies, if they are a deputy."""
    news: str = ""
    """The latest event, in a sentence."""
    proved: str = ""
    """A note on the proved value of the start, in a board's first mails."""
    writer: str = ""
    comment: str = ""
    remarks: tuple[Comment, ...] = ()
    """Earlier comments, in a digest."""
    note: Comment | None = None
    """The note of a player, for nobody but them: `own_note` is what a reader sees."""
    removed: str = ""
    """The reason for which the board was removed; empty if it wasn't."""
    offer: str = ""
    """An open offer, in a sentence."""
    unreachable: tuple[UnreachablePlayer, ...] = ()
    """The players whose mail bounces."""
    watchers: tuple[str, ...] = ()
    """The userids of those who watch the board."""
    acting: tuple[tuple[str, str], ...] = ()
    """The userids of the deputies who may move now, each with the player's."""
    deputies: dict[int, tuple[str, str]] = {}
    """The userids of deputies who made moves, each with the player's, by ply."""
    robots: tuple[str, ...] = ()
    """The userids of the players that are robots."""
    new: bool = False
    """True if the board has just been created."""
    zone: str = "UTC"
    """The reader's time zone."""
    calendar: bool = True
    """True if the reader wants deadlines for the calendar."""
    deadline_changed: bool = False
    """True if the deadline differs from the one in earlier mails: then the calendar is told."""
    times: ClockTimes | None = None
    nag: bool = False
    """True if it reminds the player to move."""
    ratings: tuple[Change, ...] = ()
    """The changes of the players' ratings by the end of the game, by seat."""
    rating_points: tuple[int | None, ...] = ()
    """The players' rating points, by seat; None for an unrated player."""
    seats: BoardClaims | None = None
    """The claims of the players' replies."""
    sequence: int = 0
    """A number that rises with every event on the board."""
    asked: tuple[str, ...] = ()
    """The userids of those who haven't answered the open offer yet."""
    preview: bool = False
    """True if the last ply is only submitted, and not played."""
    reviewed: tuple[ReviewedMove, ...] = ()
    """The moves of a finished game before which a value is proved."""
    decisive_mistake: ReviewedMove | None = None
    """The move that decided a finished game."""
    game_log: tuple[str, ...] = ()
    """All events in force of a game that has just ended: its decisive mistake is found when the
    mail is rendered, as other mails needn't wait then.
    """
    withheld: tuple[int, ...] = ()
    """The plies of that game after which the value is withheld from everybody."""
    public: bool = False
    """True if everybody may see the board."""
    tournament: TournamentGame | None = None
    """The game of a tournament that is played on it, if it is one."""
    page: str = ""
    """The web address of its page, as far as it has one; known only when a mail is rendered."""
    piece: str = ""
    """The square of the piece whose moves are shown; empty for all pieces."""

    @property
    def board(self) -> str:
        """The board, such as `knightpanic 101`."""
        return f"{self.game} {self.number}"

    @property
    def acts_for(self) -> str:
        """The userid of the player for whom the addressee may move: their own, or another's."""
        return self.deputy_for or self.to

    @property
    def own_note(self) -> str:
        """The note, if the addressee has written it."""
        return self.note.text if self.note and self.note.writer == self.to else ""

    @property
    def decisive_ply(self) -> int | None:
        """The ply of the decisive mistake."""
        return self.decisive_mistake.ply if self.decisive_mistake else None

    @property
    def written(self) -> tuple[Comment, ...]:
        """All comments, the oldest first."""
        latest = Comment(writer=self.writer, text=self.comment)
        return (*self.remarks, latest) if self.comment else self.remarks


class ChatMessage(_Content):
    """A message that a player sends on a board without moving."""

    kind: Literal["chat"] = "chat"
    game: str
    number: int
    players: tuple[str, ...]
    to: str = ""
    writer: str
    text: str
    seats: BoardClaims | None = None
    """The claims of the players' replies."""

    @property
    def board(self) -> str:
        """The board, such as `knightpanic 101`."""
        return f"{self.game} {self.number}"


class FileMessage(_Content):
    """A file: attached to a mail, printed in the shell."""

    kind: Literal["attached"] = "attached"
    subject: str
    note: str
    """The text of the mail."""
    name: str
    subtype: str
    content: str
    board: str
    """The board whose record it is, such as `knightpanic 101`; empty for other files."""
    main_type: str = "text"
    """The media type before the slash; `subtype` comes after it."""
    encoded: bool = False
    """True if the content is the base64 of bytes."""
    reply_to: str = ""
    """The address for replies, if it isn't ours."""


Part = TextMessage | BoardSnapshot | ChatMessage | FileMessage


class MessageBatch(_Content):
    """Several messages in one mail."""

    kind: Literal["several"] = "several"
    subject: str
    board: str = ""
    parts: tuple[tuple[str, Part], ...]
    """Each message with its title, such as the command that it answers."""


Content = Part | MessageBatch


def parts_of(content: Content) -> tuple[Part, ...]:
    """Returns the parts of a content."""
    return (
        tuple(part for _, part in content.parts)
        if isinstance(content, MessageBatch)
        else (content,)
    )


def map_parts(content: Content, change: Callable[[Part], Part]) -> Content:
    """Returns the content with each of its parts changed."""
    if isinstance(content, MessageBatch):
        parts = tuple((title, change(part)) for title, part in content.parts)
        return content.model_copy(update={"parts": parts})
    return change(content)


class SubscriptionKind(IntEnum):
    """The kind of mails that end by unsubscribing; the values stand in tokens."""

    WATCH = 0
    """The mails about a board that is watched; without a board, the mails to all players."""
    EACH = 1
    """Each single mail about boards on which one plays: what is urgent still comes."""
    WRITER = 2
    """The messages of a player."""
    TOURNAMENTS = 3
    """The announcements of tournaments."""


class Subscription(NamedTuple):
    """Mails that a player gets, and may end."""

    kind: SubscriptionKind
    player: int
    """The reader's id."""
    about: int = 0
    """The id of the board, or of the writer; 0 for none."""


def subscription_of(content: Content) -> Subscription | None:
    """Returns the subscription to which a mail belongs; None for answers and codes."""
    if isinstance(content, TextMessage) and (claims := content.answer) and not content.unsubscribe:
        return Subscription(SubscriptionKind.WRITER, claims.reader, claims.writer)
    if content.unsubscribe:
        announces = isinstance(content, TextMessage) and content.announcement
        kind = SubscriptionKind.TOURNAMENTS if announces else SubscriptionKind.WATCH
        return Subscription(kind, *content.unsubscribe)
    reader = next(filter(None, map(_board_reader, parts_of(content))), 0)
    return Subscription(SubscriptionKind.EACH, reader) if reader else None


def _board_reader(part: Part) -> int:
    """Returns the id of the reader of a part about a board; 0 for strangers."""
    if isinstance(part, BoardSnapshot | ChatMessage) and part.seats and part.to in part.players:
        return part.seats.ids[part.players.index(part.to)]
    return part.unsubscribe[0] if part.unsubscribe else 0


def reply_claims_of(content: Content) -> ReplyClaims | None:
    """Returns the claims of a reply by the addressee; None if they don't play on its board.

    None also for a batch whose parts make different claims, or that has a message to answer.
    """
    if isinstance(content, MessageBatch):
        if any(isinstance(part, TextMessage) and part.answer for part in parts_of(content)):
            return None
        claims = {claims for part in parts_of(content) if (claims := reply_claims_of(part))}
        return claims.pop() if len(claims) == 1 else None
    if isinstance(content, TextMessage):
        return content.ticket or (reply_claims_of(content.shown) if content.shown else None)
    if isinstance(content, BoardSnapshot) and content.seats and content.deputy_for:
        seat = content.players.index(content.deputy_for)
        return content.seats.for_deputy(seat, content.deputy_stamp)
    if (
        isinstance(content, BoardSnapshot | ChatMessage)
        and content.seats
        and content.to in content.players
    ):
        return content.seats.for_seat(content.players.index(content.to))
    return None


def dump(content: Content) -> str:
    """Returns the content as JSON; the inverse of `load`."""
    return content.model_dump_json(exclude_defaults=False)


def load(text: str) -> Content:
    """Returns the content read from JSON; the inverse of `dump`."""
    return _adapter().validate_json(text)


@cache
def _adapter() -> TypeAdapter[Content]:
    # an error is logged, and must quote nothing of the mail
    config = ConfigDict(hide_input_in_errors=True)
    return TypeAdapter(Annotated[Content, Field(discriminator="kind")], config=config)


def carries_code(text: str) -> bool:
    """Returns True if the content, as JSON, has a code: codes go to suppressed addresses, too."""
    content = json.loads(text)
    return bool(content.get("confirm") or content.get("code"))
