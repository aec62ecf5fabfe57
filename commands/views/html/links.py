"""Links that open an email to the server in the reader's mail program, ready to send."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from urllib.parse import quote

from commands.content.banners_and_actions import Action
from commands.content.messages import BoardSnapshot, ChatMessage, TextMessage
from commands.views.board_paragraphs import (
    asked_about,
    moves_wanted,
    offer_noun,
    page_words,
    seat_in_words,
)
from commands.views.board_view import BoardView
from commands.views.move_choices import MAX_MOVES, Groups, group_kind, grouped_moves
from commands.views.reply_target import ReplyTarget
from commands.views.text.board_text import thread_subject
from pbm.board.draws_and_undos import WITHDRAW
from pbm.match.match import Match
from pbm.match.match_state import REPETITIONS

CHAT = "chat"
MAX_UNGROUPED = 2 * MAX_MOVES
"""Maximum number of links for moves that can't be grouped. They are shorter than a list by piece.
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
    view: BoardView
    reply_to: ReplyTarget

    @property
    def match(self) -> Match:
        return self.view.match

    @cached_property
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
    def listed_moves(self) -> list[str]:
        """The moves to list for a reader without a reply address. Empty if there are too many."""
        is_short = self.content.piece or len(self.shown_moves) <= MAX_MOVES
        return self.shown_moves if is_short and self.content.number and not self.reply_to else []

    @property
    def asked_about(self) -> str:
        """A sentence that names the moves that the reader asked about. Empty without any."""
        return asked_about(self.content, self.match)

    @cached_property
    def groups(self) -> dict[str, str]:
        """Links that request the moves of a piece, or the moves that begin with some words.

        Empty unless there are too many moves to link each one.
        """
        return {
            name: self._href(f"legal {name}")
            for name, moves in self._groups.items()
            if name and moves != [name]
        }

    @property
    def group_kind(self) -> str:
        """The word for the groups: beginning, square or piece."""
        return group_kind(self.match, self.content.piece, self.groups)

    @cached_property
    def spots(self) -> dict[str, str]:
        """The groups by the square on which they are linked: of the piece, or where it moves."""
        return {_target(name, self.content.piece): href for name, href in self.groups.items()}

    @cached_property
    def targets(self) -> dict[str, str]:
        """Links by the square that a move names, in games whose moves name only one square each."""
        by_piece = self.match.legal_by_piece if self.may_move else {}
        if not by_piece or self.content.piece:
            return {}
        if placements := self.view.placements:
            return {move: self._square_href(move) for move in placements.squares}
        return {move: self._href(move) for move in self.match.legal} if [*by_piece] == [""] else {}

    @cached_property
    def moves(self) -> list[tuple[str, list[Link]]]:
        """Links for moves, grouped by the square of the piece.

        Moves that name one empty square of many are left out, because their squares are links.
        """
        if not self.may_move:
            return []
        if self._are_many:
            moves = [move for name, some in self._groups.items() if not name for move in some]
            moves += [name for name, some in self._groups.items() if some == [name]]
            links = [Link(move, self._href(move)) for move in moves]
            return [("", links)] if 0 < len(links) <= MAX_UNGROUPED else []
        beginning, by_piece = self.content.piece, self.match.legal_by_piece
        pieces = {beginning: self.shown_moves} if beginning else by_piece
        return [
            (square, [Link(_target(move, square), self._href(move), move) for move in moves])
            for square, moves in pieces.items()
        ]

    @property
    def _are_many(self) -> bool:
        """Whether there are too many moves to link each one below the board."""
        return len(self.shown_moves) > MAX_MOVES

    @cached_property
    def _groups(self) -> Groups:
        if not (self.may_move and self._are_many):
            return {}
        placements = None if self.content.piece else self.view.placements
        return grouped_moves(
            self.match, self.content.piece, placements.squares if placements else ()
        )

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
        withdraw = self._link(f"Withdraw the {offer_noun(content)}", WITHDRAW)
        refuse = self._link("Decline", "reject") if asked else withdraw
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

    def _square_href(self, move: str) -> str:
        """Returns a short link for a move, because a board may have hundreds of them."""
        content = self.content
        subject = f"{self.match.game.title} {content.number}"
        return mailto(self.reply_to, subject, move)

    def _href(self, body: str) -> str:
        return f"{self._new_mail}{_quoted(body)}"

    @cached_property
    def _new_mail(self) -> str:
        """The URI prefix of all reply links. Only the text of the email is missing."""
        content = self.content
        subject = thread_subject(content.game, content.number, content.players)
        return mailto(self.reply_to, f"Re: {subject}", "")


def _target(move: str, beginning: str) -> str:
    """Returns the rest of a move that begins so, such as `c3` of `a1-c3`."""
    rest = move.removeprefix(beginning)
    return rest.lstrip("-/") if beginning and rest != move else move


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
