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
from commands.views.text.banners_and_actions import with_face
from pbm.board.board import TournamentGame
from pbm.diagram import Diagram, Hand
from pbm.match.match import Match

MAX_SQUARES = 20_000
"""Maximum number of squares that one email lists. That many squares are about 200 kB."""


class Data(BaseModel):
    """A part of what programs read, described by the text below each field."""

    model_config = ConfigDict(frozen=True, defer_build=True, use_attribute_docstrings=True)


class ReplyData(Data):
    """Where to send moves and chat about a board in a new email, without a password."""

    to: str
    subject: str


class PieceData(Data):
    """A piece on the board."""

    square: str
    name: str
    """The piece's name, such as `white knight`."""
    seat: int | None
    """The seat of the piece's player."""
    marks: tuple[str, ...]
    """Further properties, such as `pinned`."""


class HandPieceData(Data):
    """Equal pieces in a player's hand."""

    symbol: str
    """The piece's symbol, as in the text."""
    name: str
    """The piece's name, such as `white knight`."""
    seat: int | None
    """The seat of the piece's player."""
    count: int


class HandData(Data):
    """The pieces that a player can put on the board, as in crazyhouse and shogi."""

    title: str
    """The heading, such as `White's pocket`."""
    pieces: tuple[HandPieceData, ...]


class PositionData(Data):
    """A position."""

    squares: dict[str, str]
    """The symbol of each square, as in the text's diagram. `notes` explains some of them."""
    pieces: tuple[PieceData, ...]
    hands: tuple[HandData, ...]
    """The players' hands. Empty hands may be missing."""
    notes: tuple[str, ...]


class ClockData(Data):
    """A board's clock. A field is null if its limit isn't set or its clock isn't running."""

    began: datetime
    """When the turn began."""
    reminder: datetime | None
    """When the player to move gets a reminder. Null if the deadline comes first."""
    deadline: datetime | None
    """When the player to move loses by time, or when the tournament's round ends."""
    used_seconds: tuple[int, ...]
    """The time that each seat has used, in seconds, excluding the current turn."""
    total_days: float | None
    """The total time of each player for the game, in days."""
    increment_days: float | None
    """The time that each move adds to the total time, in days."""


class RatingData(Data):
    """A player's rating before and after a game."""

    before: int
    after: int


class BoardData(Data):
    """A board as the text of the email shows it, with its latest events."""

    game: str
    board: int
    """The board's number."""
    players: tuple[str, ...]
    """The players' userids, by seat."""
    robots: tuple[str, ...]
    seat: int | None
    """The seat for which the reader plays, also as a deputy. Null for other readers."""
    ply: int
    """The number of moves made."""
    to_move: int | None
    """The seat of the player to move. Null if the game is over."""
    winners: tuple[int, ...] | None
    """The seats that won, or an empty list for a draw. Null while the game is running."""
    places: tuple[int, ...] | None
    """The place of each seat, with 1 as the best. Null while the game is running."""
    current: bool
    """Whether this is the current position. False for earlier positions and unmade moves."""
    removed: str
    """Why the board was removed. Empty if it wasn't."""
    options: tuple[str, ...]
    terms: tuple[str, ...]
    tournament: TournamentGame | None
    """The tournament game that is played on this board. Null if there is none."""
    position: PositionData | None
    """The position. Null if the boards of an email have more than 20,000 squares."""
    legal: tuple[str, ...]
    """The legal moves in this position, sorted. Empty if the game is over."""
    last_moves: tuple[str, ...]
    """The moves of the last rounds. The number of the last move is `ply`."""
    repetitions: int
    """How often this position has occurred. Always 1 in games of limited length."""
    clock: ClockData | None
    news: str
    """The latest events, in sentences."""
    reminder: bool
    """Whether the email reminds the player to move."""
    offer: str
    """An open offer, as a sentence. Empty if there is none."""
    asked: tuple[str, ...]
    """The userids of players who haven't answered the offer."""
    comments: tuple[Comment, ...]
    """The players' comments, the oldest first. Texts may be cut off in very long emails."""
    note: str
    """The reader's own note."""
    ratings: tuple[RatingData, ...]
    """How the end of the game changed the players' ratings, by seat."""
    unreachable: tuple[UnreachablePlayer, ...]
    """The players whose email bounces."""
    watchers: tuple[str, ...]
    page: str
    """The web address of the board's page. Empty if the board has no page."""
    reply: ReplyData | None
    """Where to send moves and chat. Null if commands about the board need the password."""


class MessageData(Data):
    """A text by the server or a player."""

    title: str
    """The subject. If the email answers several commands, the command that the text answers."""
    game: str | None
    board: int | None
    """The board that the text is about. Null if there is none."""
    tournament: str | None
    """The tournament that the text is about. Null if there is none."""
    page: str
    """The web address of the tournament's page. Empty if there is none."""
    writer: str | None
    """The player who wrote the text. Null for the server's own texts."""
    text: str
    """Empty if the text contains a one-time code, which only the text part of the email shows."""
    tables: tuple[Table, ...]
    """The tables below the text, in order."""
    refusal: bool
    """Whether the text explains why a command wasn't executed."""
    asks: bool
    """Whether the text asks for the reply `yes` or `no`."""


class MailData(Data):
    """The JSON part of an email."""

    version: Literal[1] = 1
    """The version increases when fields change or are removed. New fields don't increase it."""
    answers: tuple[Answer, ...]
    """The outcomes of the commands that the email answers, in the order of the commands."""
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
        news=" ".join(content.news.split()),
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
        hands=tuple(map(_hand, diagram.hands)),
        notes=(*diagram.notes, *diagram.text_notes),
    )


def _hand(hand: Hand) -> HandData:
    pieces = (
        HandPieceData(symbol=cell.text, name=cell.words, seat=cell.seat, count=count)
        for cell, count in hand.pieces
    )
    return HandData(title=hand.title, pieces=tuple(pieces))


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
    if isinstance(part, TextMessage):
        return with_face(part, part.text)
    return part.note if isinstance(part, FileMessage) else part.text
