"""Boards: matches between players, with their clocks, offers and visibility."""

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
from pbm.match.plans import Plan
from pbm.wording import listing

FIRST_BOARD = 101
"""The first board number of each game."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A draw offered, or a request to take the last move back."""

    kind: Literal["draw", "undo"]
    by: int
    accepted: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class TournamentGame:
    """A game of a tournament."""

    name: str
    """The tournament's name."""
    round: int
    number: int
    """The number of the game in its round."""
    ends: datetime | None = field(default=None, compare=False)
    """The end of the round, in UTC, while it is open."""

    def __str__(self) -> str:
        return f"round {self.round} of {self.name}"


@dataclass(frozen=True, slots=True)
class Board:
    """A match between registered players, with a number of its game."""

    id: int
    number: int
    players: tuple[Player, ...]
    match: Match
    terms: Terms
    begun: datetime
    clock: BoardClock
    resigning: frozenset[int] = frozenset()
    """Seats that resigned out of turn; the resignation takes effect on their next turn."""
    removed: str = ""
    """The reason for the board's removal; empty unless it was removed."""
    offer: Offer | None = None
    plans: Mapping[int, Plan] = field(default_factory=dict)
    """The queued moves of each seat."""
    submitted: Mapping[int, str] = field(default_factory=dict)
    """Moves to be confirmed, with their plies, by seat."""
    notes: Mapping[int, str] = field(default_factory=dict, repr=False)
    """The players' own notes, by seat; nobody but their writers may see them."""
    ratings: tuple[Change, ...] = ()
    """The rating changes by the end of the game, by seat; empty if there were none."""
    current_ratings: tuple[Rating | None, ...] = field(default=(), compare=False)
    """The players' ratings when the board was read, by seat; None for an unrated player."""
    generation: int = 0
    """The generation of the database in which the board came to its epoch and ply."""
    tournament: TournamentGame | None = None
    """The game of a tournament that is played on the board, if it is one."""

    @property
    def game(self) -> Game[Any, Any, Any]:
        """The game played on the board."""
        return self.match.game

    @property
    def result(self) -> str:
        """The result in words, such as `alice won`, once the game is over."""
        winners = [player.userid for player in self.winners()]
        return f"{listing(winners)} won" if winners else "it was drawn"

    @property
    def active(self) -> bool:
        """True if the game goes on."""
        return not self.removed and self.match.outcome is None

    @property
    def is_contest(self) -> bool:
        """True if nobody may be helped: the game is rated, for the ladder, or of a tournament."""
        return not self.terms.unrated or self.terms.ladder or self.tournament is not None

    @property
    def is_public(self) -> bool:
        """True if everybody may see the board."""
        hidden = self.terms.private or self.removed
        return not hidden and all(player.visibility in ("", PUBLIC) for player in self.players)

    @property
    def is_private(self) -> bool:
        """True if only its players may see the board."""
        return self.terms.private or any(each.visibility == PRIVATE for each in self.players)

    def is_seen_by(self, viewer: Viewer) -> bool:
        """Returns True if this viewer may see the board, removed or not."""
        hidden = (PRIVATE,) if viewer.member else (MEMBERS, PRIVATE)
        own = viewer.board == self.id or any(each.id in viewer.players for each in self.players)
        shown = not self.terms.private and all(
            each.visibility not in hidden for each in self.players
        )
        return viewer.admin or own or shown

    def seat_of(self, player: Player) -> int | None:
        """Returns the seat of this player, or None."""
        seats = (seat for seat, other in enumerate(self.players) if other.id == player.id)
        return next(seats, None)

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that haven't yet answered the open offer; none if there is no offer."""
        if self.offer is None:
            return ()
        answered = self.offer.accepted | {self.offer.by}
        remaining = self.game.remaining(self.match.state.position)
        return tuple(seat for seat in remaining if seat not in answered)

    @property
    def mover(self) -> Player | None:
        """The player to move, or None if nobody is."""
        seat = self.match.to_move
        return None if seat is None or self.removed else self.players[seat]

    @property
    def deadlines(self) -> Deadlines | None:
        """The deadlines of the player to move; None if nobody is to move."""
        seat = self.match.to_move
        if seat is None or self.removed:
            return None
        if self.players[seat].robot:
            return NO_DEADLINES
        deadlines = self.clock.deadlines(seat, self.terms)
        ends = self.tournament.ends if self.tournament else None
        return deadlines.within(ends, self.clock.began) if ends else deadlines

    def winners(self) -> Iterator[Player]:
        """Yields the winners; none while the game goes on or when it was drawn."""
        outcome = self.match.outcome
        return (self.players[seat] for seat in (outcome.winners if outcome else ()))

    def moved(self, seat: int) -> bool:
        """Returns True if this seat has made a move."""
        return seat in self.match.state.movers

    def with_match(self, match: Match) -> "Board":
        """Returns the board with a later state of its match."""
        return replace(self, match=match)

    def resign(self, seat: int, at: datetime, author: str) -> "Board":
        """Returns the board after a seat resigned."""
        match = self.match.add(Event(f"leave {seat} resigned", at, author))
        return replace(self, match=match, offer=None)

    def forfeit(self, seat: int, at: datetime, author: str) -> "Board":
        """Returns the board after a seat's time ran out."""
        match = self.match.add(Event(f"leave {seat} forfeited", at, author))
        return replace(self, match=match, offer=None)

    def timed(self, before: "Board", at: datetime) -> "Board":
        """Returns the board with its clock set, as the successor of `before` at this time."""
        if _turn(self.match) == _turn(before.match):
            return replace(self, clock=before.clock)
        clock = before.clock.next_turn(before.match.to_move, at)
        if self.terms.increment:
            new = self.match.events[len(before.match.events) :]
            moves = sum(event.text.startswith("move ") for event in new)  # what is undone is none
            played = (each for each in self.match.state.backwards() if each.is_move)
            movers = [each.mover for each in islice(played, moves)]
            clock = clock.credited(movers, timedelta(days=self.terms.increment))
        return replace(self, clock=self._rested(clock))

    def rested(self) -> "Board":
        """Returns the board with the rest of the player to move, whose turn begins now."""
        return replace(self, clock=self._rested(self.clock))

    def _rested(self, clock: BoardClock) -> BoardClock:
        """Returns a clock with that rest."""
        seat = self.match.to_move
        if seat is None:
            return clock
        rest = Rest.read(self.players[seat].rest, self.terms.offdays)
        return clock if rest == clock.rest else replace(clock, rest=rest)

    def replay_clock(self) -> "Board":
        """Returns the board with its clock after its log."""
        board = replace(self, match=Match.begin(self.game, self.match.options)).rested()
        for event in self.match.events:
            board = board.with_match(board.match.add(event)).timed(board, event.at)
        return replace(board, match=self.match)

    def in_generation(self, number: int, before: "Board") -> "Board":
        """Returns the successor of `before`, made in this generation of the database."""
        state, earlier = self.match.state, before.match.state
        stays = (state.epoch, self.match.ply) == (earlier.epoch, before.match.ply)
        number = before.generation if stays else number
        return self if number == self.generation else replace(self, generation=number)

    def decide(self, text: str, at: datetime, author: str) -> "Board":
        """Returns the board after an admin's decision, which cancels offers and queued moves."""
        match = self.match.add(Event(text, at, author))
        return replace(self, match=match, resigning=frozenset(), offer=None, plans={}, submitted={})


def _turn(match: Match) -> tuple[int, int, int | None]:
    """Returns a value that differs between any two turns."""
    return match.state.epoch, match.ply, match.to_move


@dataclass(frozen=True, slots=True)
class BoardReference:
    """A board, optionally at an earlier ply."""

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
    """The seats that came first; none in a draw, None for an unfinished game."""
    changed: datetime
    """The time of the last change."""
    unreachable: tuple[str, ...] = ()
    """Players whose mail bounces, while the game goes on."""
    robots: tuple[str, ...] = ()
    """Players who are robots."""
    deadline: datetime | None = None
    """The time at which the player to move forfeits; None if no clock runs."""
