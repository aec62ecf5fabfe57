"""The base class of games: stateless rules over immutable positions.

A game is a subclass of `Game`, of a package that names it in its entry points, or in a file of
`pbm/games/`. Facts about it are class attributes; the players' choices are a frozen dataclass of
options.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

from pbm import options as declared
from pbm.diagram import Diagram
from pbm.errors import IllegalError, UnreadableMoveError
from pbm.wording import listing

Position = TypeVar("Position")
Move = TypeVar("Move")
Options = TypeVar("Options")
Result = TypeVar("Result")
Step = tuple[int, ...]
"""The rows and columns from one square to another, and the levels if there are several."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A side such as `White`, drawn as `o`."""

    name: str
    sign: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a game."""

    places: tuple[int, ...]
    """The place of each seat, 1 the best; equal for all when the game is drawn."""
    reason: str
    """The deciding reason, as words that may follow `because`."""

    @classmethod
    def won_by(cls, seat: int, reason: str) -> "Outcome":
        """Returns the result of a game of two that a seat has won."""
        return cls((2, 1) if seat else (1, 2), reason)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that came first; none in a draw."""
        return winners_of(self.places)


def winners_of(places: Sequence[int]) -> tuple[int, ...]:
    """Returns the seats that came first; none in a draw."""
    if len(set(places)) == 1:
        return ()
    return tuple(seat for seat, place in enumerate(places) if place == 1)


def are_places(places: Sequence[int]) -> bool:
    """Returns True for places as outcomes have them: from 1, shared by who is equal."""
    return all(sum(other < place for other in places) == place - 1 for place in places)


@dataclass(frozen=True, slots=True)
class Movement:
    """The ways of a diagram's pieces as data: pages play out lines with it, and know no rules.

    A piece goes along a leap to a square without a piece. One that supports others on the level
    above stays; a place there needs all four of its supports.
    """

    leaps: tuple[tuple[Step, ...], ...]
    """Each leap, and the steps to squares that must be empty for it."""
    still: frozenset[str] = frozenset()
    """The squares of pieces that never move."""
    takes: bool = False
    """True if a piece may land on another seat's, which ends the game."""
    closes: bool = False
    """True if no square is entered twice."""
    goals: tuple[str, ...] = ()
    """By seat, the closed square that may yet be entered, which ends the game."""
    any_stuck: bool = False
    """True if a piece without a move ends the game, or a side that supports others with all of its
    pieces. Else a seat without a move on its turn is out, and the last one left wins."""
    square: str = "{column}{row}"
    """The form of a square's name, with its labels."""
    levels: int = 1
    columns: tuple[str, ...] = ()
    """The labels of several levels: every other one, from the first, is of the lowest level."""
    rows: tuple[str, ...] = ()


class Game(ABC, Generic[Position, Move, Options]):
    """The rules of one game. Positions and moves are immutable and hashable."""

    name: ClassVar[str]
    """The first word of its commands: lower case, no spaces."""
    title: ClassVar[str]
    aliases: ClassVar[tuple[str, ...]] = ()
    summary: ClassVar[str]
    """The game in one sentence, of at most 60 characters so that lists fit 80 columns."""
    rules: ClassVar[str]
    """The help page: the rules, the notation, and our rulings, as plain text."""
    example: ClassVar[tuple[str, tuple[str, ...]]]
    """A worked game for the help page: options as typed, and moves to its end."""
    seats: ClassVar[tuple[Seat, ...]]
    version: ClassVar[int] = 1
    """Increased when a ruling changes the result of replaying a stored log."""
    drawn_by_agreement: ClassVar[bool] = False
    leaves_trails: ClassVar[bool] = False
    """True if each seat's only piece leaves a trail, and its moves are the squares it goes to."""
    largest: ClassVar[int] = 100
    """The most rows or columns served, for games without a limit in their rules; our choice."""
    levels: ClassVar[str] = ""
    """The lines of `pbm/robots/levels.tsv` for this game, if its rated levels were measured."""
    options: type[Options]

    def read_options(self, words: Iterable[str] = ()) -> Options:
        """Returns the options in words as they are typed; raises UserError for wrong ones."""
        return declared.read_options(self.options, words, self.title)

    def resolve(self, options: Options, seed: int) -> Options:
        """Returns complete options, with random choices made; refuses invalid combinations.

        `seed`: a number from 0, drawn for each board; options that are complete stay as they are.
        """
        return options

    def by_hand(self, options: Options) -> bool:
        """Returns True if options that are usually drawn at random were given: then unrated."""
        return False

    def without_seed(self, options: Options) -> Options:
        """Returns the options without the ones that only affect the random setup, such as the seed.

        Games in which the others are equal have the same rules.
        """
        return options

    def strict(self, options: Options) -> bool:
        """Returns True if a seat that sends an illegal move on its own turn leaves the game."""
        return False

    def aim(self, options: Options) -> str:
        """Returns the aim of a game with these options, as a sentence to a player."""
        return self.summary

    def describe_options(self, options: Options) -> tuple[str, ...]:
        """Returns the options as phrases, such as `4x4` and `flat`.

        The usual choice may be left out, but no two games with other rules read the same.
        """
        return declared.plain_phrases(options)

    @abstractmethod
    def start(self, options: Options) -> Position:
        """Returns the initial position of a game with these (resolved) options."""

    @abstractmethod
    def to_move(self, position: Position) -> int | None:
        """Returns the seat to move, or None when the game is over."""

    def remaining(self, position: Position) -> tuple[int, ...]:
        """Returns the seats that haven't left the game, and aren't out by its rules."""
        return tuple(range(len(self.seats)))

    @abstractmethod
    def moves(self, position: Position) -> Iterator[Move]:
        """Yields the legal moves in a fixed order; none when the game is over."""

    def count(self, position: Position) -> int:
        """Returns the number of legal moves; a game may know it without generating them."""
        return sum(1 for _ in self.moves(position))

    def count_replies(self, position: Position) -> int:
        """Returns the number of lines of two plies; a game may know it without playing them."""
        return sum(self.count(self.play(position, move)) for move in self.moves(position))

    @abstractmethod
    def play(self, position: Position, move: Move) -> Position:
        """Returns the position after a legal move."""

    @abstractmethod
    def leave(self, position: Position, seat: int) -> Position:
        """Returns the position after a seat resigned or forfeited."""

    @abstractmethod
    def outcome(self, position: Position) -> Outcome | None:
        """Returns the result of the game, or None while it goes on."""

    @abstractmethod
    def read(self, position: Position, text: str) -> Move:
        """Returns the legal move in a text; raises ParseError or IllegalError with the reason."""

    @abstractmethod
    def write(self, position: Position, move: Move) -> str:
        """Returns the canonical notation, without spaces; the inverse of `read`."""

    @abstractmethod
    def diagram(self, position: Position) -> Diagram:
        """Returns the position as a diagram."""

    def mover_square(self, position: Position, move: Move) -> str:
        """Returns the square of the piece that moves; empty if a seat has only one piece."""
        return ""

    def describe_move(self, position: Position, move: Move) -> str:
        """Returns the predicate of a sentence on a legal move, to follow the player's name.

        If there are more than two seats, who is out after it is named, too.
        """
        told = f"moves {self.write(position, move)}."
        if len(self.seats) == 2:
            return told
        left = self.remaining(self.play(position, move))
        out = [self.seats[seat].name for seat in self.remaining(position) if seat not in left]
        return f"{told} {listing(out)} {'is' if len(out) == 1 else 'are'} out." if out else told

    def describe_seat(self, position: Position, seat: int) -> str:
        """Returns a sentence to a player on the seat's position; empty if the diagram suffices."""
        return ""

    def trapped(self, position: Position) -> tuple[str, ...]:
        """Returns the squares of the pieces that ended the game, as they can't move."""
        return ()

    def movement(self, position: Position) -> Movement | None:
        """Returns how pieces move on the diagram, if data can tell it."""
        return None

    def longest(self, options: Options) -> int | None:
        """Returns an upper bound of the plies of a game, or None for games that may never end."""
        return None

    def likeness(self, position: Position) -> Any:
        """Returns a JSON value that all positions share whose values are equal by symmetry.

        It covers the rules, but not how a position came about. None means that only equal
        positions of games with equal options are alike.
        """
        return None

    def origins(self, position: Position) -> Iterator[Position]:
        """Yields the positions from which one move may have led to this one.

        It may yield impossible ones as well.
        """
        yield from ()

    def evaluate(self, position: Position) -> tuple[float, ...]:
        """Returns a value for each seat, higher for a better one, in steps of a path if it may be.

        Robots search for what is best by it; zeros if only finished games have a value.
        """
        return (0.0,) * len(self.seats)

    def facts(self, step: Any) -> Iterator[str]:
        """Yields sentences on a move (a `pbm.review.step.Step`), the most telling first."""
        yield from ()

    def ending(self, positions: Sequence[Position], moves: Sequence[Move]) -> str:
        """Returns a sentence on how a line of moves ends, given all its positions; or nothing."""
        return ""

    def knowledge(self) -> Any:
        """Returns a `pbm.proofs.knowledge.Knowledge`, if more is known than a search finds."""
        return None

    def compute(self, work: Callable[[], Result]) -> Result:
        """Returns the result of work that compares, hashes or stores the game's own objects."""
        return work()

    @cached_property
    def usage(self) -> str:
        """The options as a usage line shows them."""
        return " ".join(declared.usage(self.options))

    def unreadable(self, text: str, right: str) -> UnreadableMoveError:
        """Returns the error for text that isn't a move, with an example of one that is."""
        shown = text if len(text) <= 40 else f"{text[:40]}..."
        problem = f'"{shown}" isn\'t a move of {self.title}.'
        return UnreadableMoveError(problem, f" Write it like this: {right}")

    def check_ongoing(self, position: Position) -> None:
        """Raises IllegalError if the game is over."""
        if self.to_move(position) is None:
            raise IllegalError("The game is over.")


def legal(game: Game[Position, Move, Options], position: Position) -> list[str]:
    """Returns the legal moves in canonical notation, sorted by code point."""
    return sorted(game.write(position, move) for move in game.moves(position))


def perft(game: Game[Any, Any, Any], position: Any, depth: int) -> int:
    """Returns the number of lines of exactly this many plies; finished games aren't expanded."""
    if depth == 0:
        return 1
    if depth == 1:
        return game.count(position)
    if depth == 2:
        return game.count_replies(position)
    return sum(perft(game, game.play(position, move), depth - 1) for move in game.moves(position))


def table(game: Game[Any, Any, Any], position: Any, depth: int) -> Iterator[tuple[int, int]]:
    """Yields each depth from 1 with its count."""
    for reached in range(1, depth + 1):
        yield reached, perft(game, position, reached)
