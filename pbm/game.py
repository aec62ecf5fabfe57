"""The base class of games: stateless rules over immutable positions.

A game is a subclass of `Game`. It is defined in a file in `pbm/games/`, or in another package that
declares it by an entry point. Facts about the game are class attributes. The choices that players
make are the fields of a frozen dataclass of options.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

from pbm import options as declared
from pbm.diagram import Diagram
from pbm.errors import IllegalError, UnreadableMoveError
from pbm.search.effort import Effort
from pbm.standard_records.exported_game import RecordFacts
from pbm.standard_records.imported_game import RecordedGame
from pbm.standard_records.notated_game import NotatedGame
from pbm.wording import listing

Position = TypeVar("Position")
Move = TypeVar("Move")
Options = TypeVar("Options")
Result = TypeVar("Result")
OTHER = "Other games"
"""The family of games that declare none. It comes last in lists."""
Step = tuple[int, ...]
"""The difference between two squares: rows, columns, and levels if there are several."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A side such as `White`, and its symbol in diagrams, such as `o`."""

    name: str
    sign: str


@dataclass(frozen=True, slots=True)
class Outcome:
    places: tuple[int, ...]
    """The place of each seat. 1 is the best. In a draw all are equal."""
    reason: str
    """The reason, as a clause that may follow `because`."""

    @classmethod
    def won_by(cls, seat: int, reason: str) -> "Outcome":
        """Returns the result of a game of two that a seat has won."""
        return cls((2, 1) if seat else (1, 2), reason)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that came first. Empty in a draw."""
        return winners_of(self.places)


def winners_of(places: Sequence[int]) -> tuple[int, ...]:
    """Returns the seats that came first. Empty in a draw."""
    if len(set(places)) == 1:
        return ()
    return tuple(seat for seat, place in enumerate(places) if place == 1)


def are_places(places: Sequence[int]) -> bool:
    """Whether these are valid places: they begin at 1, and equal seats share one."""
    return all(sum(other < place for other in places) == place - 1 for place in places)


@dataclass(frozen=True, slots=True)
class Movement:
    """How pieces move on a diagram, as data. With it pages can play out lines without the rules.

    A piece moves by a leap to a square without a piece. A piece that supports others on the level
    above can't move. A square on a higher level can only be entered if all four of its supports are
    occupied.
    """

    leaps: tuple[tuple[Step, ...], ...]
    """Each leap, with the steps to squares that must be empty for it."""
    still: frozenset[str] = frozenset()
    """Squares of pieces that never move."""
    takes: bool = False
    """Whether a piece may capture a piece of another seat. A capture ends the game."""
    closes: bool = False
    """Whether no square can be entered twice."""
    goals: tuple[str, ...] = ()
    """For each seat, the closed square that its piece may still enter. Entering it ends the game.
    """
    any_stuck: bool = False
    """Whether the game ends when a piece has no move, or when all pieces of a side support other
    pieces.

    Otherwise, a seat that has no move on its turn is out, and the last remaining seat wins.
    """
    square: str = "{column}{row}"
    """Form of a square's name, with its labels."""
    levels: int = 1
    columns: tuple[str, ...] = ()
    """Column labels, if there are several levels. Labels of the lowest level are every other one,
    beginning with the first.
    """
    rows: tuple[str, ...] = ()


class Game(ABC, Generic[Position, Move, Options]):
    """The rules of one game.

    Positions and moves may be of any type, if they are immutable and hashable. pbm compares them,
    but never looks into them. A position doesn't have to survive serialization: pbm can make it
    again from the moves.
    """

    name: ClassVar[str]
    """The first word of its commands, in lower case and without spaces."""
    title: ClassVar[str]
    family: ClassVar[str] = OTHER
    """The heading above this game and similar ones in lists of many games, such as `Chess`."""
    aliases: ClassVar[tuple[str, ...]] = ()
    summary: ClassVar[str]
    """The game in one sentence of at most 60 characters, so that lists fit 80 columns."""
    rules: ClassVar[str]
    """The rules and the notation of moves, in plain text, for the help page."""
    notes: ClassVar[str] = ""
    """Rulings, known results and other details, for the end of the help page. May be empty."""
    example: ClassVar[tuple[str, tuple[str, ...]]]
    """An example game for the help page: options as typed, and all moves."""
    seats: ClassVar[tuple[Seat, ...]]
    version: ClassVar[int] = 1
    """Increased if a ruling changes the result of replaying a stored log."""
    drawn_by_agreement: ClassVar[bool] = False
    """Whether players can offer and accept draws."""
    perspective: ClassVar[bool] = False
    """Whether the second seat sees the board turned by 180 degrees, as in chess."""
    paired: ClassVar[bool] = False
    """Whether players on ladders and in tournaments play two games, with the seats swapped.

    Games whose standard start is solved need this, because a player who knows the solution wins
    from the better seat.
    """
    case_matters: ClassVar[bool] = False
    """Whether two moves may differ only in capitals, such as `bxc3` and `Bxc3` in chess.

    `read` then only has to read moves in their own capitals. pbm accepts other capitals if they fit
    only one legal move.
    """
    reads_any_case: ClassVar[bool] = False
    """Whether `read` raises ParseError only for text that is no move in other capitals, either."""
    piece_words: ClassVar[Mapping[str, str]] = {}
    """For each letter with which moves name a piece, the words for this piece, separated by spaces,
    such as `{"N": "knight horse", "": "pawn"}`. The letter is empty for pieces without one.

    With these words, pbm reads "knight takes e5" in a reply as `Nxe5`.
    """
    leaves_trails: ClassVar[bool] = False
    """Whether each seat has a single piece that leaves a trail, and moves are its target squares.
    """
    record_form: ClassVar[str] = ""
    """The standard format of `standard_record`: `pgn`, `pdn`, `sgf`, or empty if there is none."""
    largest: ClassVar[int] = 100
    """Maximum number of rows or columns on this server, for games whose rules have no limit."""
    levels: ClassVar[str] = ""
    """The lines for this game in `pbm/robots/levels.tsv`, if its rated levels were measured."""
    options: type[Options] = declared.NoOptions  # type: ignore[assignment]

    def read_options(self, words: Iterable[str] = ()) -> Options:
        """Returns the options in words as players type them. Raises UserError for wrong ones."""
        return declared.read_options(self.options, words, self.title)

    def resolve(self, options: Options, seed: int) -> Options:
        """Returns complete options, with random choices made.

        Raises UserError for invalid combinations.

        `seed`: a number from 0, drawn for each board. If the options are complete, it has no
        effect.
        """
        return options

    def by_hand(self, options: Options) -> bool:
        """Whether a player chose options that are usually drawn at random.

        Such games are unrated.
        """
        return False

    def without_seed(self, options: Options) -> Options:
        """Returns the options without any that only affect the random setup, such as the seed.

        Two games have the same rules if these options are equal.
        """
        return options

    def strict(self, options: Options) -> bool:
        """Whether a seat that sends an illegal move on its turn leaves the game."""
        return False

    def aim(self, options: Options) -> str:
        """Returns the aim of a game with these options, as a sentence addressed to a player.

        It has at most 120 characters.
        """
        return self.summary

    def describe_options(self, options: Options) -> tuple[str, ...]:
        """Returns the options as phrases, such as `4x4` and `flat`.

        Defaults may be omitted, but two games with different rules must not have the same phrases.
        """
        return declared.plain_phrases(options)

    @abstractmethod
    def start(self, options: Options) -> Position:
        """Returns the initial position. `options`: resolved options."""

    @abstractmethod
    def to_move(self, position: Position) -> int | None:
        """Returns the seat to move, or None if the game is over."""

    def remaining(self, position: Position) -> tuple[int, ...]:
        """Returns the seats that haven't left the game and aren't out by its rules."""
        return tuple(range(len(self.seats)))

    @abstractmethod
    def moves(self, position: Position) -> Iterator[Move]:
        """Yields the legal moves in a fixed order. Yields none if the game is over."""

    def count(self, position: Position) -> int:
        """Returns the number of legal moves. A game may compute it without generating the moves."""
        return sum(1 for _ in self.moves(position))

    def count_replies(self, position: Position) -> int:
        """Returns the number of lines of two plies. A game may compute it without playing them."""
        return sum(self.count(self.play(position, move)) for move in self.moves(position))

    @abstractmethod
    def play(self, position: Position, move: Move) -> Position:
        """Returns the position after a legal move."""

    @abstractmethod
    def leave(self, position: Position, seat: int) -> Position:
        """Returns the position after a seat has resigned or forfeited."""

    @abstractmethod
    def outcome(self, position: Position) -> Outcome | None:
        """Returns the result of the game, or None if it isn't over."""

    @abstractmethod
    def read(self, position: Position, text: str) -> Move:
        """Returns the legal move in a text. Raises ParseError or IllegalError with the reason."""

    @abstractmethod
    def write(self, position: Position, move: Move) -> str:
        """Returns the canonical notation, without spaces. `read` is the inverse."""

    @abstractmethod
    def diagram(self, position: Position) -> Diagram:
        """Returns the position as a diagram."""

    def mover_square(self, position: Position, move: Move) -> str:
        """Returns the square of the piece that moves. Empty if each seat has one piece.

        If several moves put a piece on the same empty square, it is that square.
        """
        return ""

    def written_moves(self, position: Position) -> Iterator[tuple[str, str]]:
        """Yields `mover_square` and `write` of each legal move, in the order of `moves`."""
        for move in self.moves(position):
            yield self.mover_square(position, move), self.write(position, move)

    def write_position(self, position: Position) -> Any:
        """Returns the position as a JSON value, or None if pbm should replay the moves instead.

        `read_position` is the inverse. Equal positions must have equal values, in all processes and
        versions, because pbm also stores keys made of them.
        """
        return None

    def read_position(self, options: Options, value: Any) -> Position:
        """Returns the position that `write_position` wrote in a game with these options."""
        raise NotImplementedError

    def describe_move(self, position: Position, move: Move) -> str:
        """Returns the predicate of a sentence about a legal move. The player's name precedes it.

        If there are more than two seats, it also names the seats that are out after the move.
        """
        sentence = f"moves {self.write(position, move)}."
        if len(self.seats) == 2:
            return sentence
        remaining = self.remaining(self.play(position, move))
        out = [self.seats[seat].name for seat in self.remaining(position) if seat not in remaining]
        return (
            f"{sentence} {listing(out)} {'is' if len(out) == 1 else 'are'} out."
            if out
            else sentence
        )

    def describe_seat(self, position: Position, seat: int) -> str:
        """Returns a sentence to a player about the seat's position.

        Empty if the diagram is sufficient.
        """
        return ""

    def trapped(self, position: Position) -> tuple[str, ...]:
        """Returns the squares of the pieces that ended the game because they can't move."""
        return ()

    def movement(self, position: Position) -> Movement | None:
        """Returns how pieces move on the diagram, or None if `Movement` can't describe it."""
        return None

    def longest(self, options: Options) -> int | None:
        """Returns an upper bound for the plies of a game, or None if a game may never end."""
        return None

    def likeness(self, position: Position) -> Any:
        """Returns a JSON value that is equal for positions that are equivalent by symmetry.

        It covers the rules, but not how a position was reached. None means that positions are only
        equivalent if both they and the options of their games are equal.
        """
        return None

    def origins(self, position: Position) -> Iterator[Position]:
        """Yields the positions from which one move may have led to this position.

        They may include positions that can't occur in a game.
        """
        yield from ()

    def evaluate(self, position: Position) -> tuple[float, ...]:
        """Returns a value for each seat.

        Higher is better. Robots search for the move with the best value.

        If possible, the unit is one step of a path. All values are zero if the game can only
        evaluate finished games.
        """
        return (0.0,) * len(self.seats)

    def choose(self, position: Position, effort: Effort) -> Move | None:
        """Returns the legal move of a robot, or None if pbm should search for one.

        pbm itself makes the random moves of weak robots. On servers, this runs in a child process.
        """
        return None

    def estimate(
        self, position: Position, moves: Sequence[Move], effort: Effort
    ) -> Sequence[float] | None:
        """Returns an estimate of the result of each of these legal moves, for the player to move.

        0 is a loss, and 1 is a win. Reviews show the estimates, and robots accept draws by them.
        None means that pbm estimates the moves by its own search, which uses `evaluate`.
        """
        return None

    def facts(self, step: Any) -> Iterator[str]:
        """Yields sentences about a move, the most informative first.

        `step`: a `pbm.review.reviewed_step.Step`.
        """
        yield from ()

    def ending(self, positions: Sequence[Position], moves: Sequence[Move]) -> str:
        """Returns a sentence about the end of a line of moves, or an empty string.

        `positions`: all positions of the line.
        """
        return ""

    def knowledge(self) -> Any:
        """Returns a `pbm.proofs.knowledge.Knowledge`, if any.

        It contains facts about the game that a search wouldn't find.
        """
        return None

    def standard_record(self, facts: RecordFacts) -> str:
        """Returns the record of a game in the format `record_form`."""
        raise NotImplementedError

    def read_standard_record(self, notated: NotatedGame) -> RecordedGame | None:
        """Returns a game that a file in the format `record_form` contains.

        Returns None if it is another game, such as another variant of chess. Raises UserError for a
        game that can't be imported. pbm checks the moves.
        """
        return None

    def compute(self, work: Callable[[], Result]) -> Result:
        """Returns the result of work that compares, hashes or stores the game's own objects.

        Games of other packages run it with limits.
        """
        return work()

    @cached_property
    def usage(self) -> str:
        """The options, written as a usage line."""
        return " ".join(declared.usage(self.options))

    def unreadable(self, text: str, right: str) -> UnreadableMoveError:
        """Returns the error for text that isn't a move.

        `right`: an example of one that is, without a period at its end. The answers to players list
        the legal moves instead, because hasty readers would send the example.
        """
        quoted = text if len(text) <= 40 else f"{text[:40]}..."
        problem = f'"{quoted}" isn\'t a {self.title} move.'
        return UnreadableMoveError(problem, f" Write it like this: {right.removesuffix('.')}.")

    def check_ongoing(self, position: Position) -> None:
        """Raises IllegalError if the game is over."""
        if self.to_move(position) is None:
            raise IllegalError("The game is over.")


def legal(game: Game[Position, Move, Options], position: Position) -> list[str]:
    """Returns the legal moves in canonical notation, sorted by code point."""
    return sorted(game.write(position, move) for move in game.moves(position))


def perft(game: Game[Any, Any, Any], position: Any, depth: int) -> int:
    """Returns the number of sequences of exactly `depth` moves from a position.

    Games that end earlier aren't counted.
    """
    if depth == 0:
        return 1
    if depth == 1:
        return game.count(position)
    if depth == 2:
        return game.count_replies(position)
    return sum(perft(game, game.play(position, move), depth - 1) for move in game.moves(position))


def table(game: Game[Any, Any, Any], position: Any, depth: int) -> Iterator[tuple[int, int]]:
    """Yields each depth from 1, with the number of move sequences of that length."""
    for reached in range(1, depth + 1):
        yield reached, perft(game, position, reached)
