"""Players, and the boards on which they meet."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Literal

from pbm.board_clock import NO_DEADLINES, BoardClock, Deadlines
from pbm.game import Game
from pbm.match import Event, Match
from pbm.options import days, flag, write_options
from pbm.queued_moves import Plan
from pbm.ratings import Change

FIRST_BOARD = 101
"""Board numbers count from here, for each game."""


@dataclass(frozen=True, slots=True)
class Player:
    """A registered player; `userid` as they wrote it first, compared without case."""

    id: int
    userid: str
    addresses: tuple[str, ...]
    password_hash: str = field(repr=False)
    banned: bool = False
    """Whether an admin has shut this player out: their boards wait for a decision."""
    unreachable: datetime | None = None
    """Since when mail to all of their addresses comes back, and their clocks stand still."""
    doubted: bool = field(default=False, compare=False)
    """Whether any mail came back since they were last heard of."""
    robot: str = ""
    """How a robot is played, such as `level 3`; empty for people."""

    def has_address(self, address: str) -> bool:
        """Whether this is one of the player's addresses, in any case."""
        return address.lower() in (own.lower() for own in self.addresses)

    @property
    def gone(self) -> bool:
        """Whether they signed off: the userid stays, for the records."""
        return not self.password_hash

    @property
    def confirmed(self) -> bool:
        """Whether any address was confirmed; until then none is theirs. Robots need none."""
        return bool(self.addresses or self.robot)


@dataclass(frozen=True)
class Terms:
    """What a challenge says besides the game's own options; times in days."""

    nagtime: float = days(7, help="when a player who hasn't moved is reminded")
    forfeittime: float = days(21, help="when a player who hasn't moved forfeits")
    totaltime: float | None = days(None, help="all the time that each player has")
    unrated: bool = flag("the game doesn't count for the ratings")
    hints: bool = flag("its players may ask for hints; the game doesn't count for the ratings")
    pair: bool = flag("start two boards, with the seats exchanged; for two players")

    def write(self) -> tuple[str, ...]:
        """The words of a challenge that differ from the usual."""
        usual = write_options(Terms())
        return tuple(word for word in write_options(self) if word not in usual)


@dataclass(frozen=True, slots=True)
class Offer:
    """A draw offered, or a request to take the last move back."""

    kind: Literal["draw", "undo"]
    by: int
    accepted: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class BoardReference:
    """A board, perhaps at an earlier ply."""

    number: int
    ply: int | None = None


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A board as lists show it, without its moves."""

    game: str
    number: int
    players: tuple[str, ...]
    """Userids, by seat."""
    ply: int
    to_move: int | None
    winners: tuple[int, ...] | None
    """The seats that came first; none in a draw, None while it goes on."""
    changed: datetime
    """When something last happened on it."""
    unreachable: tuple[str, ...] = ()
    """Those of its players whose mail comes back, while it goes on."""
    robots: tuple[str, ...] = ()
    """Those of its players who are robots."""


@dataclass(frozen=True, slots=True)
class Board:
    """A match between registered players, under a number of its game."""

    id: int
    number: int
    players: tuple[Player, ...]
    match: Match
    terms: Terms
    begun: datetime
    clock: BoardClock
    resigning: frozenset[int] = frozenset()
    """Seats that resigned out of turn: carried out when their turn comes."""
    removed: str = ""
    """Why the board was taken away; empty for one that stands."""
    offer: Offer | None = None
    plans: Mapping[int, Plan] = field(default_factory=dict)
    """What seats have said they will play, by seat."""
    submitted: Mapping[int, str] = field(default_factory=dict)
    """Moves to be confirmed, with their plies, by seat."""
    ratings: tuple[Change, ...] = ()
    """By seat, what its end did to the players' ratings; empty where it did nothing."""

    @property
    def game(self) -> Game[Any, Any, Any]:
        """The game played on it."""
        return self.match.game

    @property
    def active(self) -> bool:
        """Whether anybody has still to move."""
        return not self.removed and self.match.outcome is None

    def seat_of(self, player: Player) -> int | None:
        """Where this player sits, or None."""
        seats = (seat for seat, other in enumerate(self.players) if other.id == player.id)
        return next(seats, None)

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that have still to answer the open offer; none where there is none."""
        if self.offer is None:
            return ()
        answered = self.offer.accepted | {self.offer.by}
        remaining = self.game.remaining(self.match.state.position)
        return tuple(seat for seat in remaining if seat not in answered)

    @property
    def mover(self) -> Player | None:
        """Whose turn it is, or None when nobody's."""
        seat = self.match.to_move
        return None if seat is None or self.removed else self.players[seat]

    @property
    def deadlines(self) -> Deadlines | None:
        """What comes if the player to move doesn't; None when nobody is to move."""
        seat = self.match.to_move
        if seat is None or self.removed:
            return None
        return NO_DEADLINES if self.players[seat].robot else self.clock.deadlines(seat, self.terms)

    def winners(self) -> Iterator[Player]:
        """Who won; nobody while it goes on or when it was drawn."""
        outcome = self.match.outcome
        return (self.players[seat] for seat in (outcome.winners if outcome else ()))

    def moved(self, seat: int) -> bool:
        """Whether this seat has made a move."""
        return seat in self.match.state.movers

    def with_match(self, match: Match) -> "Board":
        """The board after something happened in its match."""
        return replace(self, match=match)

    def resign(self, seat: int, at: datetime, author: str) -> "Board":
        """The board after a seat gave up."""
        match = self.match.add(Event(f"leave {seat} resigned", at, author))
        return replace(self, match=match, offer=None)

    def forfeit(self, seat: int, at: datetime, author: str) -> "Board":
        """The board after a seat's time was up."""
        match = self.match.add(Event(f"leave {seat} forfeited", at, author))
        return replace(self, match=match, offer=None)

    def timed(self, before: "Board", at: datetime) -> "Board":
        """The board with its clock as it stands if this has become of `before` now."""
        if _turn(self.match) == _turn(before.match):
            return replace(self, clock=before.clock)
        return replace(self, clock=before.clock.next_turn(before.match.to_move, at))

    def decide(self, text: str, at: datetime, author: str) -> "Board":
        """The board after an admin's decision; what its players had offered or planned is off."""
        match = self.match.add(Event(text, at, author))
        return replace(self, match=match, resigning=frozenset(), offer=None, plans={}, submitted={})


def replay_clock(clock: BoardClock, match: Match) -> BoardClock:
    """What becomes of a clock by a log: each event ends the time of the seat to move."""
    before = Match.begin(match.game, match.options)
    for event in match.events:
        clock = clock.next_turn(before.to_move, event.at)
        before = before.add(event)
    return clock


def _turn(match: Match) -> tuple[int, int, int | None]:
    """What tells one turn from another."""
    return match.state.epoch, match.ply, match.to_move
