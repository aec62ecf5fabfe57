"""The content of responses and notifications. Views render it.

Contents are stored as JSON, so the names of their fields are part of the database.
"""

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from enum import IntEnum
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from commands.content.banners_and_actions import Action, Face
from commands.content.reply_claims import BoardClaims, DigestClaims, MessageClaims, ReplyClaims
from pbm.board.board import TournamentGame
from pbm.board.ratings import Change
from pbm.match.checkpoint import Checkpoint

CODE_PLACEHOLDER = "{code}"
LISTED_ROUNDS = 5
"""Number of rounds that an email about a board lists."""


class Answer(BaseModel):
    """The outcome of a command, for readers who get their emails with JSON data."""

    model_config = ConfigDict(
        frozen=True, defer_build=True, hide_input_in_errors=True, use_attribute_docstrings=True
    )
    command: str
    """The command's name, such as `knightpanic show`."""
    ok: bool
    """Whether the command was executed."""
    data: dict[str, Any] | None
    """The same data as with `--json`. Null for an attached file and for data that is too large."""


class _Content(BaseModel):
    model_config = ConfigDict(
        frozen=True, extra="forbid", defer_build=True, hide_input_in_errors=True
    )
    form: str = ""
    """The reader's mail format. Empty for the default, and if the format makes no difference."""
    answers: tuple[Answer, ...] = ()
    """Outcomes of the commands that the email answers, if its reader wants data for programs."""
    confirm: str = ""
    """Text from which the code for a confirmation by reply is made. Empty if the email asks for no
    confirmation.
    """
    unsubscribe: tuple[int, int] | None = None
    """Ids of the subscriber and of the board or tournament (0: none), for an unsubscribe address.

    Players of a board have their ids in `seats` instead.
    """


class Table(BaseModel):
    """A table below a text. Only the column of names is aligned left."""

    model_config = ConfigDict(frozen=True, defer_build=True, hide_input_in_errors=True)
    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    name_column: int = 1
    """Index of the column with players' names. It is aligned left, and shortened if lines are
    narrow.
    """
    note: str = ""
    """Explanation of the results."""
    layout_note: str = ""
    """Explanation of the cells. The sentences of the spoken format need none."""

    @property
    def full_note(self) -> str:
        """Returns both notes, for formats that draw the table."""
        return " ".join(filter(None, (self.layout_note, self.note)))


class TextMessage(_Content):
    """A text with a subject."""

    kind: Literal["plain"] = "plain"
    subject: str
    text: str
    face: Face | None = None
    """The event, and the actions of the reader. The text is between these parts."""
    board: str = ""
    """The board that the text is about, such as `knightpanic 101`. The email joins the board's
    thread.
    """
    code: str = ""
    """Text from which a one-time code is made. The code replaces `CODE_PLACEHOLDER` in the message.
    """
    ticket: ReplyClaims | None = None
    """Claims of a reply to this email."""
    refusal: bool = False
    """Whether the text says why a command wasn't run."""
    asks: bool = False
    """Whether the reply yes sends pending chat of the reader."""
    suggestions: tuple[Action, ...] = ()
    """Commands in the text. In HTML, each line that is one of them becomes a button."""
    review: "GameReview | None" = None
    """The review that the text is about, to be drawn."""
    tables: tuple[Table, ...] = ()
    """Tables below the text."""
    tournament: str = ""
    """Name of the tournament that the text is about. Empty for all other texts."""
    page: str = ""
    """Web address of the tournament's page. It is set only when the email is rendered."""
    announcement: bool = False
    """Whether the text announces a tournament to a player who asked for announcements."""
    shown: "BoardSnapshot | None" = None
    """The board below the text, for formats that show more than text."""
    answer: MessageClaims | None = None
    """Claims that direct a reply to the player who wrote the message."""
    writer: str = ""
    """Userid of the player who wrote the text. Empty if the server did."""

    def with_code(self, code: str) -> "TextMessage":
        """Returns the message with this code in place of CODE_PLACEHOLDER."""
        face = self.face and Face.model_validate_json(
            self.face.model_dump_json().replace(CODE_PLACEHOLDER, code)
        )
        text = self.text.replace(CODE_PLACEHOLDER, code)
        return self.model_copy(update={"text": text, "face": face})


class ClockTimes(_Content):
    """The state of a board's clock."""

    used: tuple[timedelta, ...]
    """Time used by each player, without the current turn."""
    total: float | None
    """Days that each player has for the whole game, or None."""
    increment: float | None = None
    """Days that each move adds to the player's time, or None."""
    began: datetime
    """When the turn began."""
    nag: datetime | None = None
    """When the player to move is reminded. None if nobody is to move."""
    forfeit: datetime | None = None
    """When the player to move loses. None if nobody is to move."""
    round_ends: datetime | None = None
    """When the tournament's round ends. None if nobody is to move, or outside of a tournament."""

    @property
    def move_by(self) -> datetime | None:
        """The earlier of the forfeit and the round's end. None if nobody is to move."""
        return min((at for at in (self.forfeit, self.round_ends) if at), default=None)


class Comment(BaseModel):
    """A comment that a player wrote on a board."""

    model_config = ConfigDict(frozen=True, defer_build=True, hide_input_in_errors=True)
    writer: str
    text: str


class ReviewedMove(BaseModel):
    """A move of a finished game, with its proved or estimated value."""

    model_config = ConfigDict(frozen=True, defer_build=True, hide_input_in_errors=True)
    ply: int
    seat: int
    move: str
    value: str = ""
    """Proved value of the position before the move, in words."""
    after: str = ""
    """Value of the position after the move, in words that name the winner. Empty if unknown."""
    share: int | None = None
    """The value after the move, from 0 to 100: for the first player if there are two, or for the
    mover if there are three.
    """
    mark: Literal["", "?", "??"] = ""
    """`??` for a proved mistake, `?` for a mistake by a robot's estimates."""
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
    """Ply of the decisive move."""


class UnreachablePlayer(BaseModel):
    """A player whose email bounces, and the time until which this stops the clock."""

    model_config = ConfigDict(frozen=True, defer_build=True, hide_input_in_errors=True)
    userid: str
    until: datetime | None
    """None if the clock isn't stopped."""


class BoardSnapshot(_Content):
    """The state of a board and its latest event, for one reader."""

    kind: Literal["board"] = "board"
    game: str
    number: int
    players: tuple[str, ...]
    options: tuple[str, ...]
    """Options of the game, including all defaults and random choices."""
    terms: tuple[str, ...] = ()
    checkpoint: Checkpoint | None = None
    """State from which `log` continues. None if `log` begins at the start of the game."""
    log: tuple[str, ...] = ()
    """Events since the checkpoint, without events that were taken back."""
    repetitions: int = 1
    """How often the position has occurred, in games that may never end."""
    paths: tuple[tuple[str, ...], ...] = ()
    """Squares that each seat's piece has visited, in games whose pieces leave trails."""
    ply: int | None = None
    """The ply to show, or None for the current position."""
    to: str = ""
    """Userid of the addressee. Empty in the shell and for strangers."""
    side_of: str = ""
    """Userid of the player from whose side the board is seen, if there is no addressee."""
    deputy_for: str = ""
    """Userid of the player for whom the addressee moves. Empty unless the addressee is a deputy."""
    deputy_stamp: str = ""
    """Stamp of the addressee's replies if they are a deputy."""
    news: str = ""
    """The latest event, in a sentence."""
    proved: str = ""
    """Note on the proved value of the start, in the first emails about a board."""
    writer: str = ""
    comment: str = ""
    remarks: tuple[Comment, ...] = ()
    """Earlier comments, in a digest."""
    note: Comment | None = None
    """The private note of a player. Readers must see only `own_note`."""
    removed: str = ""
    """Why the board was removed. Empty if it wasn't."""
    offer: str = ""
    """The open offer, in a sentence."""
    unreachable: tuple[UnreachablePlayer, ...] = ()
    """Players whose mail bounces."""
    watchers: tuple[str, ...] = ()
    """Userids of the players who watch the board."""
    acting: tuple[tuple[str, str], ...] = ()
    """Userids of the deputies who may move now, each with the player's userid."""
    deputies: dict[int, tuple[str, str]] = {}
    """Userids of deputies who made moves, each with the player's userid, by ply."""
    robots: tuple[str, ...] = ()
    """Userids of the players that are robots."""
    new: bool = False
    """Whether the board has just been created."""
    zone: str = "UTC"
    """Time zone of the reader."""
    calendar: bool = True
    """Whether the reader wants calendar entries for deadlines."""
    deadline_changed: bool = False
    """Whether the deadline differs from the deadline in earlier emails. If so, the calendar entry
    is sent again.
    """
    times: ClockTimes | None = None
    nag: bool = False
    """Whether the email reminds the player to move."""
    ratings: tuple[Change, ...] = ()
    """Rating changes by the end of the game, in seat order."""
    rating_points: tuple[int | None, ...] = ()
    """Ratings of the players, in seat order. None for a player without a rating."""
    seats: BoardClaims | None = None
    """Claims of the players' replies."""
    sequence: int = 0
    """Number that grows with every event on the board."""
    asked: tuple[str, ...] = ()
    """Userids of the players who haven't answered the open offer yet."""
    preview: bool = False
    """Whether the last ply is only submitted, not played."""
    reviewed: tuple[ReviewedMove, ...] = ()
    """Moves of a finished game whose value before the move is proved."""
    decisive_mistake: ReviewedMove | None = None
    """The move that decided a finished game."""
    game_log: tuple[str, ...] = ()
    """All events of a game that has just ended, without events that were taken back.

    The decisive mistake is searched when the email is rendered, because no other email waits then.
    """
    withheld: tuple[int, ...] = ()
    """Plies of that game after which the value is withheld from everybody."""
    public: bool = False
    """Whether everybody may see the board."""
    tournament: TournamentGame | None = None
    """The tournament game that is played on the board, or None."""
    page: str = ""
    """Web address of the board's page. Empty if it has none. It is set only when the email is
    rendered.
    """
    piece: str = ""
    """Square of the piece whose moves are shown. Empty means all pieces."""

    @property
    def board(self) -> str:
        """The board, such as `knightpanic 101`."""
        return f"{self.game} {self.number}"

    @property
    def acts_for(self) -> str:
        """Userid of the player for whom the addressee may move.

        It is their own, or for a deputy, the player's.
        """
        return self.deputy_for or self.to

    @property
    def own_note(self) -> str:
        """The private note if the addressee wrote it. Otherwise, an empty string."""
        return self.note.text if self.note and self.note.writer == self.to else ""

    @property
    def decisive_ply(self) -> int | None:
        """The ply of the decisive mistake, or None."""
        return self.decisive_mistake.ply if self.decisive_mistake else None

    @property
    def all_comments(self) -> tuple[Comment, ...]:
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
    """Claims of the players' replies."""

    @property
    def board(self) -> str:
        """The board, such as `knightpanic 101`."""
        return f"{self.game} {self.number}"


class FileMessage(_Content):
    """A file that is attached to an email, or printed in the shell."""

    kind: Literal["attached"] = "attached"
    subject: str
    note: str
    """Text of the email."""
    name: str
    subtype: str
    content: str
    board: str
    """The board whose record the file is, such as `knightpanic 101`. Empty for other files."""
    main_type: str = "text"
    """First part of the media type. The second part is `subtype`."""
    encoded: bool = False
    """Whether the content is base64."""
    reply_to: str = ""
    """Address for replies. Empty means the server's own."""


Part = TextMessage | BoardSnapshot | ChatMessage | FileMessage


class MessageBatch(_Content):
    """Several messages in one email."""

    kind: Literal["several"] = "several"
    subject: str
    board: str = ""
    parts: tuple[tuple[str, Part], ...]
    """Each message, preceded by its title, such as the command that it answers."""
    digest: DigestClaims | None = None
    """Claims of the reader if this is a digest of several boards."""
    note: str = ""
    """Text above the messages."""


Content = Part | MessageBatch


def parts_of(content: Content) -> tuple[Part, ...]:
    """Returns the messages of a batch.

    If the content isn't a batch, returns only the content itself.
    """
    return (
        tuple(part for _, part in content.parts)
        if isinstance(content, MessageBatch)
        else (content,)
    )


def map_parts(content: Content, change: Callable[[Part], Part]) -> Content:
    """Returns the content with `change` applied to each of its parts."""
    if isinstance(content, MessageBatch):
        parts = tuple((title, change(part)) for title, part in content.parts)
        return content.model_copy(update={"parts": parts})
    return change(content)


class SubscriptionKind(IntEnum):
    """The kinds of emails that a reader can unsubscribe from. The values are used in tokens."""

    WATCH = 0
    """Emails about a watched board. Without a board, emails to all players."""
    EACH = 1
    """Single emails about boards on which the reader plays. Urgent ones are sent even after
    unsubscribing.
    """
    WRITER = 2
    """Messages of a player."""
    TOURNAMENTS = 3
    """Announcements of tournaments."""
    ROUNDS = 4
    """Emails about the rounds of a tournament."""


class Subscription(NamedTuple):
    """Emails that a reader gets and can unsubscribe from."""

    kind: SubscriptionKind
    player: int
    """Id of the reader."""
    about: int = 0
    """Id of the board, the writer or the tournament. 0 for none of them."""


def subscription_of(content: Content) -> Subscription | None:
    """Returns the subscription to which an email belongs. Returns None for answers and codes."""
    if isinstance(content, TextMessage) and (claims := content.answer) and not content.unsubscribe:
        return Subscription(SubscriptionKind.WRITER, claims.reader, claims.writer)
    if content.unsubscribe:
        return Subscription(_kind_of(content), *content.unsubscribe)
    reader = next(filter(None, map(_board_reader, parts_of(content))), 0)
    return Subscription(SubscriptionKind.EACH, reader) if reader else None


def _kind_of(content: Content) -> SubscriptionKind:
    if isinstance(content, TextMessage) and content.tournament:
        is_announcement = content.announcement
        return SubscriptionKind.TOURNAMENTS if is_announcement else SubscriptionKind.ROUNDS
    return SubscriptionKind.WATCH


def _board_reader(part: Part) -> int:
    """Returns the id of the reader of a part about a board, or 0 for a stranger."""
    if isinstance(part, BoardSnapshot | ChatMessage) and part.seats and part.to in part.players:
        return part.seats.ids[part.players.index(part.to)]
    return part.unsubscribe[0] if part.unsubscribe else 0


def reply_claims_of(content: Content) -> ReplyClaims | None:
    """Returns the claims of a reply by the addressee, or None if they don't play on the board.

    Returns None for a batch whose parts make different claims, or that contains a message from a
    player.
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
    """Returns the content as JSON. `load` reads it."""
    return content.model_dump_json(exclude_defaults=False)


def load(text: str) -> Content:
    """Returns the content from JSON that `dump` has written."""
    return _adapter().validate_json(text)


@cache
def _adapter() -> TypeAdapter[Content]:
    # Errors are logged, so they must not quote the email.
    config = ConfigDict(hide_input_in_errors=True)
    return TypeAdapter(Annotated[Content, Field(discriminator="kind")], config=config)


def carries_code(text: str) -> bool:
    """Whether a content, as JSON, has a code. Codes are sent even to suppressed addresses."""
    content = json.loads(text)
    return bool(content.get("confirm") or content.get("code"))
