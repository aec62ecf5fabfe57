"""Links that open an email to the server in the reader's mail program, ready to send."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from urllib.parse import quote

from commands.content.faces import Action
from commands.content.messages import BoardSnapshot, ChatMessage, TextMessage
from commands.views.board_parts import moves_wanted, page_words, seat_in_words
from commands.views.reply_target import ReplyTarget
from commands.views.text.board_text import thread_subject
from pbm.match.match import Match
from pbm.match.match_state import REPETITIONS

CHAT = "chat"
MAX_MOVES = 60
"""Maximum number of moves that are shown as links. If there are more, each piece is a link that
requests its moves by email.
"""


@dataclass(frozen=True, slots=True)
class Link:
    """The words of a link, and the URI that opens an email with a command."""

    words: str
    href: str
    name: str = ""
    """Name for screen readers, if it differs from the words."""
    quiet: bool = False
    """Whether the link is shown less prominently, because readers seldom need it."""


@dataclass(frozen=True)
class Links:
    """All links in one reader's email about a board.

    There are no reply links if the reader has no reply address.
    """

    content: BoardSnapshot
    match: Match
    reply_to: ReplyTarget

    @property
    def may_move(self) -> bool:
        """Whether it is the reader's turn and the reader has a reply address."""
        seat, content = self.match.to_move, self.content
        mine = seat is not None and content.acts_for == content.players[seat]
        return bool(self.reply_to) and mine and self.ongoing and content.ply is None

    @property
    def ongoing(self) -> bool:
        """Whether the board exists and its game isn't over."""
        return not self.content.removed and self.match.to_move is not None

    @property
    def seat_description(self) -> str:
        """The game's description of the reader's seat. Empty unless it is the reader's turn."""
        return seat_in_words(self.content, self.match) if self.may_move else ""

    @cached_property
    def shown_moves(self) -> list[str]:
        """The moves to show. Empty for an earlier position and for a finished game."""
        looking_back = self.content.ply is not None and not self.content.piece
        return moves_wanted(self.content, self.match) if self.ongoing and not looking_back else []

    @cached_property
    def pieces(self) -> dict[str, str]:
        """Links by the square of each piece.

        Empty unless there are too many moves to link each one.
        """
        too_many = len(self.shown_moves) > MAX_MOVES and not self.content.piece
        if not (self.may_move and too_many):
            return {}
        squares = filter(None, self.match.legal_by_piece)
        return {square: self._href(f"legal {square}") for square in squares}

    @cached_property
    def targets(self) -> dict[str, str]:
        """Links by the target square of each move, for games in which a player has one piece."""
        one_piece = self.may_move and [*self.match.legal_by_piece] == [""]
        return {move: self._href(move) for move in self.match.legal} if one_piece else {}

    @cached_property
    def moves(self) -> list[tuple[str, list[Link]]]:
        """Links for moves, grouped by the square of the piece."""
        if not self.may_move or self.pieces:
            return []
        by_piece = self.match.legal_by_piece.items()
        return [
            (
                square,
                [Link(move.removeprefix(f"{square}-"), self._href(move), move) for move in moves],
            )
            for square, moves in by_piece
            if self.content.piece in ("", square)
        ]

    @cached_property
    def offers(self) -> list[Link]:
        """Links that answer or withdraw an open offer, or that play a previewed move."""
        content = self.content
        if not (self.reply_to and content.to in content.players and self.ongoing):
            return []
        if content.preview:
            return [self._link(f"Play {self.match.last_move}", "confirm")]
        if not content.offer or content.ply is not None:
            return []
        asked = content.to in content.asked
        accept = [self._link("Accept", "accept")] if asked else []
        refuse = self._link("Decline" if asked else "Withdraw the offer", "reject")
        return [*accept, replace(refuse, quiet=True)]

    @cached_property
    def afterwards(self) -> list[Link]:
        """Links for actions after the end of a game, such as a rematch or a review."""
        content = self.content
        over = self.match.outcome and content.ply is None and not content.removed
        if not (self.reply_to and content.to in content.players and over):
            return []
        rematch = [] if content.tournament else [self._link("Rematch", "rematch")]
        review, whole = self._link("Review", "review"), self._link("The whole game", "record")
        return [*rematch, replace(review, quiet=True), replace(whole, quiet=True)]

    @cached_property
    def foot(self) -> list[Link]:
        """Links at the end of the email: replies possible now, the board's page, rules and help."""
        page, words = self.content.page, page_words(self.match)
        explained = [self._link("Rules", "rules"), self._link("Help", "help")]
        return [
            *self._answers,
            *([Link(words, page)] if page else []),
            *(explained if self.reply_to else []),
        ]

    @property
    def _answers(self) -> list[Link]:
        content, match = self.content, self.match
        if not self.reply_to or content.to not in content.players or content.removed:
            return []
        chat = self._link("Chat", f"{CHAT}\r\n")
        if match.outcome and content.ply is None:
            return [chat]
        if content.ply is not None or not self.ongoing:
            return [self._link("The board now", "show")]
        if content.players.index(content.to) not in match.game.remaining(match.state.position):
            return [chat]
        return [chat, *self._possible_offers(), self._link("Resign", "resign")]

    def _possible_offers(self) -> list[Link]:
        """Returns links that make an offer. Empty while another offer is open."""
        if self.content.offer:
            return []
        departed = self.match.state.event.startswith("leave ")
        repeated = self.content.repetitions >= REPETITIONS
        draw = self._link("Claim a draw" if repeated else "Offer a draw", "propose")
        undo = self._link("Take back", "undo")
        return [
            *([draw] if self.match.game.drawn_by_agreement else []),
            *([undo] if self.match.ply and not departed else []),
        ]

    def _link(self, words: str, body: str) -> Link:
        return Link(words, self._href(body))

    def _href(self, body: str) -> str:
        return f"{self._new_mail}{_quoted(body)}"

    @cached_property
    def _new_mail(self) -> str:
        """The URI prefix of all reply links. Only the text of the email is missing."""
        content = self.content
        subject = thread_subject(content.game, content.number, content.players)
        return mailto(self.reply_to, f"Re: {subject}", "")


def chat_link(content: ChatMessage, reply_to: ReplyTarget) -> Link:
    """Returns a link that answers chat. The text of the answer is chat, too."""
    subject = thread_subject(content.game, content.number, content.players)
    return Link("Answer", mailto(reply_to, f"Re: {subject}", ""))


def answer_links(content: TextMessage, reply_to: ReplyTarget) -> list[Link]:
    """Returns the link that sends pending chat. Other replies are actions of the email's face."""
    if not (reply_to and content.asks):
        return []
    return [Link("Yes, send it", mailto(reply_to, f"Re: {content.subject}", "yes"))]


def action_links(
    actions: Iterable[Action], content: TextMessage, reply_to: ReplyTarget, address: str
) -> list[Link]:
    """Returns links that open an email for each action: a reply, or a new email to the server.

    Actions whose address is unknown are left out.
    """
    links = (_action_link(each, content, reply_to, address) for each in actions)
    return [link for link in links if link]


def _action_link(
    action: Action, content: TextMessage, reply_to: ReplyTarget, address: str
) -> Link | None:
    target = ReplyTarget(address) if action.line else reply_to
    subject = action.line or f"Re: {content.subject}"
    return Link(action.label, mailto(target, subject, action.reply), quiet=True) if target else None


def mailto(target: ReplyTarget, subject: str, body: str) -> str:
    """Returns a URI that opens a new email (RFC 6068)."""
    address, subject = quote(target.address, safe="@"), _quoted(target.subject(subject))
    return f"mailto:{address}?subject={subject}&body={_quoted(body)}"


@lru_cache(1024)
def _quoted(text: str) -> str:
    """Returns quoted text for a URI. It is cached because the same texts occur in many emails."""
    return quote(text, safe="")
