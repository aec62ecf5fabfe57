"""Boards: matches between players, with clocks, offers and visibility."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import islice
from typing import Any, Literal

from pbm.board.players import Player
from pbm.board.ratings import Change, Rating
from pbm.board.terms import Terms
from pbm.board.time_control.board_clock import NO_DEADLINES, BoardClock, Deadlines
from pbm.board.time_control.rest import Rest
from pbm.board.viewers import MEMBERS, PRIVATE, PUBLIC, Viewer
from pbm.game import Game
from pbm.match.match import Event, Match
from pbm.match.queued_moves import Plan
from pbm.wording import listing

FIRST_BOARD = 101
"""The number of the first board of each game."""


OFFER_NOUNS = {"draw": "draw offer", "undo": "request"}


@dataclass(frozen=True, slots=True)
class Offer:
    """A draw offer, or a request to take the last move back."""

    kind: Literal["draw", "undo"]
    by: int
    accepted: frozenset[int] = frozenset()

    @property
    def noun(self) -> str:
        """The word for it in sentences to players."""
        return OFFER_NOUNS[self.kind]


@dataclass(frozen=True, slots=True)
class TournamentGame:
    """A game in a tournament."""

    name: str
    """The tournament's name."""
    round: int
    number: int
    """The number of the game in its round."""
    ends: datetime | None = field(default=None, compare=False)
    """When the round ends, in UTC. Null if the round is closed."""

    def __str__(self) -> str:
        return f"round {self.round} of the {self.name} tournament"


@dataclass(frozen=True, slots=True)
class Board:
    """A match between registered players. Boards of each game are numbered."""

    id: int
    number: int
    players: tuple[Player, ...]
    match: Match
    terms: Terms
    begun: datetime
    clock: BoardClock
    resigning: frozenset[int] = frozenset()
    """Seats that resigned out of turn. The resignation takes effect on their next turn."""
    removed: str = ""
    """Reason why an admin removed the board. Empty if it wasn't removed."""
    offer: Offer | None = None
    plans: Mapping[int, Plan] = field(default_factory=dict)
    submitted: Mapping[int, str] = field(default_factory=dict)
    """Moves waiting for confirmation, with their plies, by seat."""
    notes: Mapping[int, str] = field(default_factory=dict, repr=False)
    """The players' private notes, by seat. Only their writers may see them."""
    ratings: tuple[Change, ...] = ()
    """Rating changes caused by the end of the game, by seat. Empty if there were none."""
    current_ratings: tuple[Rating | None, ...] = field(default=(), compare=False)
    """The players' ratings when the board was loaded, by seat. None for an unrated player."""
    generation: int = 0
    """Generation of the database in which the board reached its current epoch and ply."""
    tournament: TournamentGame | None = None
    """The tournament game that is played on this board, or None."""

    @property
    def game(self) -> Game[Any, Any, Any]:
        return self.match.game

    @property
    def result(self) -> str:
        """The result as a clause, such as `alice won`. Only meaningful once the game is over."""
        winners = [player.userid for player in self.winners()]
        return f"{listing(winners)} won" if winners else "it was drawn"

    @property
    def active(self) -> bool:
        """Whether the game is unfinished and the board wasn't removed."""
        return not self.removed and self.match.outcome is None

    @property
    def is_contest(self) -> bool:
        """Whether help is forbidden.

        It is forbidden in rated games, in ladder games and in tournaments.
        """
        return not self.terms.unrated or self.terms.ladder or self.tournament is not None

    @property
    def is_public(self) -> bool:
        hidden = self.terms.private or self.removed
        return not hidden and all(player.visibility in ("", PUBLIC) for player in self.players)

    @property
    def is_private(self) -> bool:
        """Whether only its players may see the board."""
        return self.terms.private or any(player.visibility == PRIVATE for player in self.players)

    def is_seen_by(self, viewer: Viewer) -> bool:
        """Whether this viewer may see the board. It may have been removed."""
        hidden = (PRIVATE,) if viewer.member else (MEMBERS, PRIVATE)
        is_player = viewer.board == self.id or any(
            player.id in viewer.players for player in self.players
        )
        is_visible = not self.terms.private and all(
            player.visibility not in hidden for player in self.players
        )
        return viewer.admin or is_player or is_visible

    def is_turned_for(self, player: Player) -> bool:
        """Whether the player sees the board from the second side."""
        return self.game.perspective and self.seat_of(player) not in (None, 0)

    def seat_of(self, player: Player) -> int | None:
        seats = (seat for seat, other in enumerate(self.players) if other.id == player.id)
        return next(seats, None)

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that haven't answered the open offer yet. Empty without an offer."""
        if self.offer is None:
            return ()
        answered = self.offer.accepted | {self.offer.by}
        remaining = self.game.remaining(self.match.state.position)
        return tuple(seat for seat in remaining if seat not in answered)

    @property
    def mover(self) -> Player | None:
        """The player to move, or None."""
        seat = self.match.to_move
        return None if seat is None or self.removed else self.players[seat]

    @property
    def deadlines(self) -> Deadlines | None:
        """The deadlines of the player to move. None if nobody is to move."""
        seat = self.match.to_move
        if seat is None or self.removed:
            return None
        if self.players[seat].robot:
            return NO_DEADLINES
        deadlines = self.clock.deadlines(seat, self.terms)
        ends = self.tournament.ends if self.tournament else None
        return deadlines.within(ends, self.clock.began) if ends else deadlines

    def winners(self) -> Iterator[Player]:
        """Yields the winners. Yields nobody if the game is unfinished or was drawn."""
        outcome = self.match.outcome
        return (self.players[seat] for seat in (outcome.winners if outcome else ()))

    def moved(self, seat: int) -> bool:
        """Whether this seat has made a move."""
        return seat in self.match.state.movers

    def with_match(self, match: Match) -> "Board":
        return replace(self, match=match)

    def resign(self, seat: int, at: datetime, author: str) -> "Board":
        """Returns the board after the resignation of a seat."""
        match = self.match.add(Event(f"leave {seat} resigned", at, author))
        return replace(self, match=match, offer=None)

    def forfeit(self, seat: int, at: datetime, author: str) -> "Board":
        """Returns the board after a seat has run out of time."""
        match = self.match.add(Event(f"leave {seat} forfeited", at, author))
        return replace(self, match=match, offer=None)

    def timed(self, before: "Board", at: datetime) -> "Board":
        """Returns the board with its clock updated for the change from `before` to this board."""
        if _turn(self.match) == _turn(before.match):
            return replace(self, clock=before.clock)
        clock = before.clock.next_turn(before.match.to_move, at)
        if self.terms.increment:
            new = self.match.events[len(before.match.events) :]
            # An undone move gives no time back.
            moves = sum(event.text.startswith("move ") for event in new)
            played = (state for state in self.match.state.backwards() if state.is_move)
            movers = [state.mover for state in islice(played, moves)]
            clock = clock.credited(movers, timedelta(days=self.terms.increment))
        return replace(self, clock=self._clock_with_rest(clock))

    def with_rest(self) -> "Board":
        """Returns the board with days off and sleep of the player to move.

        Call it when the turn begins.
        """
        return replace(self, clock=self._clock_with_rest(self.clock))

    def _clock_with_rest(self, clock: BoardClock) -> BoardClock:
        """Returns the clock with days off and sleep of the player to move."""
        seat = self.match.to_move
        if seat is None:
            return clock
        rest = Rest.read(self.players[seat].rest, self.terms.daysoff)
        return clock if rest == clock.rest else replace(clock, rest=rest)

    def replay_clock(self) -> "Board":
        """Returns the board with its clock computed from its log."""
        board = replace(self, match=Match.begin(self.game, self.match.options)).with_rest()
        for event in self.match.events:
            board = board.with_match(board.match.add(event)).timed(board, event.at)
        return replace(board, match=self.match)

    def in_generation(self, number: int, before: "Board") -> "Board":
        """Returns this board with the generation in which it reached its epoch and ply.

        `number`: the current generation.
        `before`: the board before the change.
        """
        state, earlier = self.match.state, before.match.state
        stays = (state.epoch, self.match.ply) == (earlier.epoch, before.match.ply)
        number = before.generation if stays else number
        return self if number == self.generation else replace(self, generation=number)

    def decide(self, text: str, at: datetime, author: str) -> "Board":
        """Returns the board after an admin's decision.

        The decision cancels offers and queued moves.
        """
        match = self.match.add(Event(text, at, author))
        return replace(self, match=match, resigning=frozenset(), offer=None, plans={}, submitted={})


def _turn(match: Match) -> tuple[int, int, int | None]:
    """Returns a value that differs between any two turns."""
    return match.state.epoch, match.ply, match.to_move


@dataclass(frozen=True, slots=True)
class BoardReference:
    """A board number, optionally with an earlier ply."""

    number: int
    ply: int | None = None


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A board as lists show it, without its moves."""

    game: str
    number: int
    players: tuple[str, ...]
    """Userids by seat."""
    ply: int
    to_move: int | None
    winners: tuple[int, ...] | None
    """The seats that came first. Empty in a draw, None for an unfinished game."""
    changed: datetime
    """Time of the last change."""
    unreachable: tuple[str, ...] = ()
    """Userids of players whose mail bounces. Empty for a finished game."""
    robots: tuple[str, ...] = ()
    """Userids of robots."""
    deadline: datetime | None = None
    """Time at which the player to move forfeits. None if no clock runs."""
