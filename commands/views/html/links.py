"""Links that open a reply, ready to send."""

from dataclasses import dataclass
from functools import cached_property
from urllib.parse import quote

from commands.messages.content import BoardSnapshot, ChatMessage
from commands.views.board_parts import moves_wanted
from commands.views.board_text import thread_subject
from pbm.match import Match

CHAT = "chat"
MAX_MOVES = 60
"""The most moves shown as links; else pieces are links, which ask for their moves by mail."""


@dataclass(frozen=True, slots=True)
class Link:
    """The text to send, and the URI that opens a mail with it."""

    word: str
    href: str


def chat_link(content: ChatMessage, reply_to: str) -> Link:
    """Returns the link to a chat's answer, to be written below the word."""
    subject = thread_subject(content.game, content.number, content.players)
    return Link(CHAT, mailto(reply_to, f"Re: {subject}", f"{CHAT}\r\n"))


def mailto(address: str, subject: str, body: str) -> str:
    """Returns the URI that opens a new mail (RFC 6068)."""
    return f"mailto:{quote(address, safe='@')}?subject={quote(subject, safe='')}&body={_body(body)}"


def _body(text: str) -> str:
    return quote(text, safe="")


@dataclass(frozen=True)
class Links:
    """Links for a reader's answers about a board; none without an address."""

    content: BoardSnapshot
    match: Match
    reply_to: str

    @property
    def may_move(self) -> bool:
        """True if the reader is to move, and has an address for it."""
        seat, content = self.match.to_move, self.content
        mine = seat is not None and content.to == content.players[seat]
        return bool(self.reply_to) and mine and self.ongoing and content.ply is None

    @property
    def ongoing(self) -> bool:
        """True if the board exists and its game isn't over."""
        return not self.content.removed and self.match.to_move is not None

    @property
    def seat_description(self) -> str:
        """The game's description of the reader's seat if the reader is to move; else empty."""
        position, seat = self.match.state.position, self.match.to_move
        return (
            self.match.game.describe_seat(position, seat)
            if self.may_move and seat is not None
            else ""
        )

    @cached_property
    def shown_moves(self) -> list[str]:
        """The moves to show; none at an earlier ply or at the end."""
        looking_back = self.content.ply is not None and not self.content.piece
        return moves_wanted(self.content, self.match) if self.ongoing and not looking_back else []

    @cached_property
    def pieces(self) -> dict[str, str]:
        """The links of pieces by their squares, if there are too many moves."""
        too_many = len(self.shown_moves) > MAX_MOVES and not self.content.piece
        if not (self.may_move and too_many):
            return {}
        squares = filter(None, self.match.legal_by_piece)
        return {square: self._href(f"legal {square}") for square in squares}

    @cached_property
    def moves(self) -> list[tuple[str, list[Link]]]:
        """The links of moves, grouped by the squares of their pieces."""
        if not self.may_move or self.pieces:
            return []
        by_piece = self.match.legal_by_piece.items()
        return [
            (square, [self._link(move) for move in moves])
            for square, moves in by_piece
            if self.content.piece in ("", square)
        ]

    @cached_property
    def actions(self) -> list[Link]:
        """The links of other answers."""
        return [self._link(word) for word in self._words()] if self.reply_to else []

    def _words(self) -> list[str]:
        """Returns the words that would not be refused."""
        content, match = self.content, self.match
        if content.to not in content.players or not self.ongoing:
            return ["show", "help"]
        if content.ply is not None:
            return [*(["confirm"] if content.preview else []), "show", "help"]
        if content.players.index(content.to) not in match.game.remaining(match.state.position):
            return [CHAT, "show", "help"]
        return [*self._offers(), "resign", CHAT, "show", "help"]

    def _offers(self) -> list[str]:
        """Returns the words for offers; an open one must be answered or taken back first."""
        if self.content.offer:
            return ["accept", "reject"] if self.content.to in self.content.asked else ["reject"]
        events = self.match.state.effective
        departed = any(event.startswith("leave ") for event in events)
        return [
            *(["propose"] if self.match.game.drawn_by_agreement else []),
            *(["undo"] if self.match.moves and not departed else []),
        ]

    def _link(self, word: str) -> Link:
        return Link(word, self._href(f"{word}\r\n" if word == CHAT else word))

    def _href(self, body: str) -> str:
        content = self.content
        subject = thread_subject(content.game, content.number, content.players)
        return mailto(self.reply_to, f"Re: {subject}", body)
