"""What a game is: stateless rules over immutable positions.

A game is one file in `pbm/games/` with a subclass of `Game`. Facts about it are class
attributes; what players may choose is a frozen dataclass of options.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Generic, TypeVar

from pbm import options as declared
from pbm.diagram import Diagram
from pbm.errors import IllegalError, ParseError

Position = TypeVar("Position")
Move = TypeVar("Move")
Options = TypeVar("Options")


@dataclass(frozen=True, slots=True)
class Seat:
    """A side: `White`, drawn as `o`."""

    name: str
    sign: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended."""

    places: tuple[int, ...]
    """The place of each seat, 1 the best; all alike when the game is drawn."""
    reason: str
    """What decided it, as words that may stand after `because`."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that came first; none in a draw."""
        if len(set(self.places)) == 1:
            return ()
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


class Game(ABC, Generic[Position, Move, Options]):
    """The rules of one game. Positions and moves are immutable and hashable."""

    name: ClassVar[str]
    """The first word of its commands: small letters, no spaces."""
    title: ClassVar[str]
    aliases: ClassVar[tuple[str, ...]] = ()
    summary: ClassVar[str]
    """The game in one sentence, of at most 60 characters so that lists fit 80 columns."""
    rules: ClassVar[str]
    """Its help page: the rules, the notation, and our rulings, as plain text."""
    example: ClassVar[tuple[str, tuple[str, ...]]]
    """A worked game for the help page: options as typed, and moves to its end."""
    seats: ClassVar[tuple[Seat, ...]]
    version: ClassVar[int] = 1
    """Raised when a ruling changes what a stored log would replay to."""
    drawn_by_agreement: ClassVar[bool] = False
    largest: ClassVar[int] = 100
    """The most rows or columns served, for games whose rules set no limit; a server's choice."""
    options: type[Options]

    def resolve(self, options: Options, seed: int) -> Options:
        """Options with everything spelt out, chance included; refuses what can't be combined."""
        return options

    def by_hand(self, options: Options) -> bool:
        """Whether these options, as typed, set by hand what is usually drawn: then unrated."""
        return False

    def strict(self, options: Options) -> bool:
        """Whether a seat that sends an illegal move on its own turn leaves the game."""
        return False

    @abstractmethod
    def start(self, options: Options) -> Position:
        """The first position of a game with these (resolved) options."""

    @abstractmethod
    def to_move(self, position: Position) -> int | None:
        """The seat to move, or None when the game is over."""

    def remaining(self, position: Position) -> tuple[int, ...]:
        """The seats that haven't left the game."""
        return tuple(range(len(self.seats)))

    @abstractmethod
    def moves(self, position: Position) -> Iterator[Move]:
        """The legal moves, lazily, in an order that never changes; none when over."""

    def count(self, position: Position) -> int:
        """How many moves there are; a game may know without making them."""
        return sum(1 for _ in self.moves(position))

    @abstractmethod
    def play(self, position: Position, move: Move) -> Position:
        """The position after a legal move."""

    @abstractmethod
    def leave(self, position: Position, seat: int) -> Position:
        """The position after a seat gave up its game."""

    @abstractmethod
    def outcome(self, position: Position) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    @abstractmethod
    def read(self, position: Position, text: str) -> Move:
        """The legal move a player means; raises Unreadable or Illegal, each with its reason."""

    @abstractmethod
    def write(self, position: Position, move: Move) -> str:
        """The canonical notation, without spaces; the inverse of `read`."""

    @abstractmethod
    def diagram(self, position: Position) -> Diagram:
        """What a reader of the position sees."""

    def mover_square(self, position: Position, move: Move) -> str:
        """The diagram's square of the piece that moves; empty where a seat has but one piece."""
        return ""

    def told(self, position: Position, move: Move) -> str:
        """What a legal move does, as words after its maker's name, to the full stop."""
        return f"moves {self.write(position, move)}."

    def stands(self, position: Position, seat: int) -> str:
        """Where a seat stands, as a sentence to its player; empty where the diagram says it all."""
        return ""

    def longest(self, options: Options) -> int | None:
        """A number of plies no game exceeds, or None where games can go on for ever."""
        return None

    @cached_property
    def usage(self) -> str:
        """Its options as a usage line shows them."""
        return " ".join(declared.usage(self.options))

    def unreadable(self, text: str, right: str) -> ParseError:
        """The refusal of text that isn't a move, with an example of one that is."""
        shown = text if len(text) <= 40 else f"{text[:40]}..."
        return ParseError(f'"{shown}" isn\'t a move of {self.title}. Write it like this: {right}')

    def demand_ongoing(self, position: Position) -> None:
        """Refuses to read moves of a game that is over."""
        if self.to_move(position) is None:
            raise IllegalError("The game is over.")


def legal(game: Game[Position, Move, Options], position: Position) -> list[str]:
    """The legal moves in canonical notation, sorted by code point."""
    return sorted(game.write(position, move) for move in game.moves(position))
