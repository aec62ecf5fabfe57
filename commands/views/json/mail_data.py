"""Makes the JSON part of an email, for programs.

Its schema is generated from these classes and their docstrings.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from commands.content.messages import (
    Answer,
    BoardSnapshot,
    ChatMessage,
    ClockTimes,
    Comment,
    Content,
    FileMessage,
    MessageBatch,
    Part,
    Table,
    TextMessage,
    UnreachablePlayer,
    parts_of,
)
from commands.views.board_view import replayed
from commands.views.json.data import match_data, rating_data
from commands.views.reply_target import NOWHERE, ReplyTarget
from commands.views.text import rendering
from pbm.board.board import TournamentGame
from pbm.diagram import Diagram
from pbm.match.match import Match

MAX_SQUARES = 20_000
"""Maximum number of squares that one email lists. That many squares are about 200 kB."""


class Data(BaseModel):
    """A part of what programs read, described by the text below each field."""

    model_config = ConfigDict(frozen=True, defer_build=True, use_attribute_docstrings=True)


class ReplyData(Data):
    """The place to which words about a board are sent without a password, in a new mail."""

    to: str
    subject: str


class PieceData(Data):
    """A piece on the board."""

    square: str
    name: str
    """Such as `white knight`."""
    seat: int | None
    """Its player's seat."""
    marks: tuple[str, ...]
    """Further properties, such as `pinned`."""


class PositionData(Data):
    """A position."""

    squares: dict[str, str]
    """The sign of each square, as in the text's diagram; `notes` explain some."""
    pieces: tuple[PieceData, ...]
    notes: tuple[str, ...]


class ClockData(Data):
    """A board's clock; null stands for what isn't limited, or doesn't run."""

    began: datetime
    """The beginning of the turn."""
    reminder: datetime | None
    """The time at which the player to move is reminded; null if the deadline comes first."""
    deadline: datetime | None
    """The time by which the player must move: they lose then, or the tournament's round ends."""
    used_seconds: tuple[int, ...]
    """The time used by each seat, without the current turn."""
    total_days: float | None
    """The time that each player has for the whole game."""
    increment_days: float | None
    """The part of it that each move gives back."""


class RatingData(Data):
    """The points of a player before and after a game."""

    before: int
    after: int


class BoardData(Data):
    """A board, as the text shows it, and what happened there."""

    game: str
    board: int
    """The board's number."""
    players: tuple[str, ...]
    """Userids, by seat."""
    robots: tuple[str, ...]
    seat: int | None
    """The reader's own seat, or for deputies the one for which they move; null for others."""
    ply: int
    """The number of moves made."""
    to_move: int | None
    """The seat to move; null if the game is over."""
    winners: tuple[int, ...] | None
    """The seats that won, none in a draw; null while the game goes on."""
    places: tuple[int, ...] | None
    """The place of each seat, 1 the best; null while the game goes on."""
    current: bool
    """False for a look at an earlier position, or at a move that isn't made."""
    removed: str
    """The reason for which the board was removed; empty if it wasn't."""
    options: tuple[str, ...]
    terms: tuple[str, ...]
    tournament: TournamentGame | None
    """The game of a tournament that is played on it; null for others."""
    position: PositionData | None
    """Null if the boards of a mail have more than 20,000 squares."""
    legal: tuple[str, ...]
    """The legal moves of the seat to move, sorted; none when the game is over."""
    last_moves: tuple[str, ...]
    """The moves of the last rounds; the last one has the number `ply`."""
    repetitions: int
    """The number of times that the position has stood, in games that may never end."""
    clock: ClockData | None
    news: str
    """The latest events, in sentences."""
    reminder: bool
    """True if the mail reminds the player to move."""
    offer: str
    """An open offer, in a sentence; empty if there is none."""
    asked: tuple[str, ...]
    """The userids of players who haven't answered the offer."""
    comments: tuple[Comment, ...]
    """The players' words, the oldest first; cut where a mail has very many."""
    note: str
    """The reader's own note."""
    ratings: tuple[RatingData, ...]
    """The changes of the players' ratings by the end of the game, by seat."""
    unreachable: tuple[UnreachablePlayer, ...]
    """The players whose mail bounces."""
    watchers: tuple[str, ...]
    page: str
    """The web address of the board's page; empty if it has none."""
    reply: ReplyData | None
    """Null if a command needs the password."""


class MessageData(Data):
    """A text, of the server or a player."""

    title: str
    """The command that it answers, where several are answered; or its subject."""
    game: str | None
    board: int | None
    """The board that it is about; null if it is about none."""
    tournament: str | None
    """The tournament that it is about; null if it is about none."""
    page: str
    """The web address of the tournament's page; empty if it has none."""
    writer: str | None
    """The player whose words it tells; null for the server's own."""
    text: str
    """Empty if it has a one-time code, which stands in the mail's own text alone."""
    tables: tuple[Table, ...]
    """The tables below the text, as it shows them."""
    refusal: bool
    """True if it says why a command wasn't executed."""
    asks: bool
    """True if it asks for the reply `yes` or `no`."""


class MailData(Data):
    """The JSON part of a mail."""

    version: Literal[1] = 1
    """Increased when fields change or go; new ones may come without that."""
    answers: tuple[Answer, ...]
    """The outcomes of the commands that the mail answers, in their order."""
    boards: tuple[BoardData, ...]
    messages: tuple[MessageData, ...]


def is_wanted(content: Content) -> bool:
    """Whether the reader's emails have a JSON part."""
    return any(part.form == "json" for part in (content, *parts_of(content)))


def mail_data(content: Content, reply_to: Callable[[Content], ReplyTarget]) -> str:
    """Returns the JSON part of an email."""
    words = _Words(rendering.MAX_LENGTH)
    data = MailData(
        answers=content.answers,
        boards=tuple(_boards(content, reply_to, words)),
        messages=tuple(_messages(content, words)),
    )
    return f"{json.dumps(data.model_dump(mode='json'), indent=1)}\n"


@dataclass
class _Words:
    """The number of characters that the texts of an email may still use."""

    left: int

    def cut(self, text: str) -> str:
        """Returns the beginning of a text that still fits, and subtracts its length from `left`."""
        beginning = text[: self.left]
        self.left -= len(beginning)
        return beginning


def _boards(
    content: Content, reply_to: Callable[[Content], ReplyTarget], words: _Words
) -> Iterator[BoardData]:
    whole, squares_left = reply_to(content), MAX_SQUARES
    for part in parts_of(content):
        board = part.shown if isinstance(part, TextMessage) else part
        if isinstance(board, BoardSnapshot) and board.number:
            match = replayed(board)
            diagram = match.diagram
            squares_left -= sum(1 for _ in diagram.cells())
            position = _position(diagram) if squares_left >= 0 else None
            # A confirmation code isn't an address that accepts moves.
            target = NOWHERE if part.confirm else whole or reply_to(board)
            yield _board(board, match, position, target, words)


def _board(
    content: BoardSnapshot,
    match: Match,
    position: PositionData | None,
    target: ReplyTarget,
    words: _Words,
) -> BoardData:
    players = content.players
    shared: dict[str, Any] = {"places": None} | match_data(match)
    return BoardData(
        **shared,
        game=content.game,
        board=content.number,
        players=players,
        robots=content.robots,
        seat=players.index(content.acts_for) if content.acts_for in players else None,
        current=content.ply is None and not content.preview,
        removed=content.removed,
        options=content.options,
        terms=content.terms,
        tournament=content.tournament,
        position=position,
        legal=tuple(match.legal),
        last_moves=match.moves,
        repetitions=content.repetitions,
        clock=_clock(content.times) if content.times else None,
        news=content.news,
        reminder=content.nag,
        offer=content.offer,
        asked=content.asked,
        comments=tuple(
            Comment(writer=each.writer, text=words.cut(each.text)) for each in content.all_comments
        ),
        note=content.own_note,
        ratings=tuple(RatingData(**each) for each in rating_data(content.ratings)),
        unreachable=content.unreachable,
        watchers=content.watchers,
        page=content.page,
        reply=_reply(content, target),
    )


def _reply(content: BoardSnapshot, target: ReplyTarget) -> ReplyData | None:
    if not target:
        return None
    subject = target.subject(f"Re: {rendering.subject(content)}")
    return ReplyData(to=target.address, subject=subject)


def _position(diagram: Diagram) -> PositionData:
    pieces = (
        PieceData(
            square=cell.square, name=cell.words, seat=cell.seat, marks=tuple(sorted(cell.marks))
        )
        for cell in diagram.pieces()
    )
    return PositionData(
        squares={cell.square: cell.text for cell in diagram.cells()},
        pieces=tuple(pieces),
        notes=diagram.notes,
    )


def _clock(times: ClockTimes) -> ClockData:
    deadline = times.move_by
    reminder = times.nag if times.nag and deadline and times.nag < deadline else None
    return ClockData(
        began=times.began.astimezone(UTC),
        reminder=reminder and reminder.astimezone(UTC),
        deadline=deadline and deadline.astimezone(UTC),
        used_seconds=tuple(int(used.total_seconds()) for used in times.used),
        total_days=times.total,
        increment_days=times.increment,
    )


def _messages(content: Content, words: _Words) -> Iterator[MessageData]:
    titled: Sequence[tuple[str, Part]] = (
        content.parts
        if isinstance(content, MessageBatch)
        else [(rendering.subject(content), content)]
    )
    for title, part in titled:
        if not isinstance(part, BoardSnapshot):
            game, _, number = part.board.partition(" ")
            text = part if isinstance(part, TextMessage) else None
            yield MessageData(
                title=title,
                game=game or None,
                board=int(number) if number else None,
                tournament=(text and text.tournament) or None,
                page=text.page if text else "",
                writer=(part.writer or None)
                if isinstance(part, TextMessage | ChatMessage)
                else None,
                text=words.cut(_text(part)),
                tables=text.tables if text else (),
                refusal=text is not None and text.refusal,
                asks=bool(part.confirm) or (text is not None and text.asks),
            )


def _text(part: TextMessage | ChatMessage | FileMessage) -> str:
    if isinstance(part, TextMessage) and part.code:
        return ""
    return part.note if isinstance(part, FileMessage) else part.text
