"""What is said in answers and notices: values that the views render, kept as JSON until sent."""

import json
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from commands.messages.reply_claims import BoardClaims, ReplyClaims
from pbm.ratings import Change

CODE_PLACEHOLDER = "{code}"


class _Content(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")
    confirm: str = ""
    """The word whose code a reply brings back, if that is asked for."""
    unsubscribe: tuple[int, int] | None = None
    """Whose wish it is to get this, and about which board (0: none), by their ids in storage."""


class TextMessage(_Content):
    """A text under a subject."""

    kind: Literal["plain"] = "plain"
    subject: str
    text: str
    board: str = ""
    """The board it is about, such as `knightpanic 101`; it joins that board's thread."""
    code: str = ""
    """The word whose code stands in the text, in the place of `CODE_HERE`."""
    ticket: ReplyClaims | None = None
    """What a reply to it speaks for."""


class ClockTimes(_Content):
    """What a board's clock says."""

    used: tuple[timedelta, ...]
    """Of each player, without the turn that runs."""
    total: float | None
    """The days that each player has for all the game, or None."""
    began: datetime
    """When the turn began."""
    nag: datetime | None = None
    """When the player to move is reminded; None when nobody is to move."""
    forfeit: datetime | None = None


class Comment(BaseModel):
    """What a player wrote on a board."""

    model_config = ConfigDict(frozen=True)
    writer: str
    text: str


class BoardSnapshot(_Content):
    """How a board stands, and what has just happened on it."""

    kind: Literal["board"] = "board"
    game: str
    number: int
    players: tuple[str, ...]
    options: tuple[str, ...]
    """The game's own, fully resolved."""
    terms: tuple[str, ...] = ()
    log: tuple[str, ...] = ()
    """The events that count, from which the position is replayed."""
    ply: int | None = None
    """The ply looked back to; None for the present."""
    to: str = ""
    """Whom it is addressed to; empty in the shell and to strangers."""
    news: str = ""
    """What happened, in a sentence."""
    writer: str = ""
    comment: str = ""
    remarks: tuple[Comment, ...] = ()
    """What was written before that, in a digest."""
    removed: str = ""
    offer: str = ""
    """An open offer, in a sentence."""
    unreachable: tuple[str, ...] = ()
    """What is to be said of players whose mail comes back, each in a sentence."""
    watchers: tuple[str, ...] = ()
    """Userids of those who watch."""
    robots: tuple[str, ...] = ()
    """Userids of those players who are robots."""
    new: bool = False
    """Whether the board has just been opened."""
    form: str = ""
    """How the reader wants such mails; empty for the usual."""
    zone: str = "UTC"
    """The reader's time zone."""
    calendar: bool = True
    """Whether the reader wants deadlines for the calendar."""
    times: ClockTimes | None = None
    nag: bool = False
    """Whether it is said to remind the player to move."""
    ratings: tuple[Change, ...] = ()
    """By seat, what its end did to the players' ratings."""
    seats: BoardClaims | None = None
    """What the players' replies speak for."""
    sequence: int = 0
    """Raised by whatever happens on the board."""
    asked: tuple[str, ...] = ()
    """Userids of those who have still to answer the open offer."""
    preview: bool = False
    """Whether the last ply is only submitted."""
    truths: tuple[str, ...] = ()
    """Of a game that is over, the value of each position, move by move; empty where unproved."""
    mistake: int | None = None
    """The move, counted from 0, that decided it."""
    piece: str = ""
    """The square of a piece, where only its moves are asked for."""

    @property
    def board(self) -> str:
        """The board, such as `knightpanic 101`."""
        return f"{self.game} {self.number}"

    @property
    def written(self) -> tuple[Comment, ...]:
        """All that players wrote, in its order."""
        own = Comment(writer=self.writer, text=self.comment)
        return (*self.remarks, own) if self.comment else self.remarks


class ChatMessage(_Content):
    """What a player says on a board without moving."""

    kind: Literal["chat"] = "chat"
    game: str
    number: int
    players: tuple[str, ...]
    to: str = ""
    form: str = ""
    """How the reader wants such mails; empty for the usual."""
    writer: str
    text: str
    seats: BoardClaims | None = None
    """What the players' replies speak for."""

    @property
    def board(self) -> str:
        """The board, such as `knightpanic 101`."""
        return f"{self.game} {self.number}"


class FileMessage(_Content):
    """A file: attached to a mail, printed in the shell."""

    kind: Literal["attached"] = "attached"
    subject: str
    note: str
    """What the mail says besides."""
    name: str
    subtype: str
    content: str
    board: str
    """The board it is the record of."""


Part = TextMessage | BoardSnapshot | ChatMessage | FileMessage


class MessageBatch(_Content):
    """Several answers in one mail."""

    kind: Literal["several"] = "several"
    subject: str
    board: str = ""
    parts: tuple[tuple[str, Part], ...]
    """Each answer under what it answers."""


Content = Part | MessageBatch
_adapter: TypeAdapter[Content] = TypeAdapter(Annotated[Content, Field(discriminator="kind")])


def parts_of(content: Content) -> tuple[Part, ...]:
    """What is said, part by part."""
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


def reply_claims_of(content: Content) -> ReplyClaims | None:
    """What a reply by the one whom it is addressed to speaks for; None for those who don't play."""
    if isinstance(content, MessageBatch):
        claims = {claims for part in parts_of(content) if (claims := reply_claims_of(part))}
        return claims.pop() if len(claims) == 1 else None
    if isinstance(content, TextMessage):
        return content.ticket
    if (
        isinstance(content, BoardSnapshot | ChatMessage)
        and content.seats
        and content.to in content.players
    ):
        return content.seats.for_seat(content.players.index(content.to))
    return None


def dump(content: Content) -> str:
    """As JSON; the inverse of `load`."""
    return content.model_dump_json(exclude_defaults=False)


def load(text: str) -> Content:
    """From JSON."""
    return _adapter.validate_json(text)


def carries_code(text: str) -> bool:
    """Whether it brings a code, which goes even to addresses from which mail comes back."""
    content = json.loads(text)
    return bool(content.get("confirm") or content.get("code"))
