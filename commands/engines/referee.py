"""One game between engines, from its start to its scores."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from commands.engines.command_line import Argv
from commands.engines.engine_player import EnginePlayer
from commands.engines.limits import EngineLimits
from commands.engines.process import EngineFailed
from pbm import protocol
from pbm.board.ratings import NEWCOMER, Rating, rate
from pbm.games import AnyGame
from pbm.randomness import MAX_SEED

NO_MOVE_LEFT = "couldn't move"


@dataclass(frozen=True, slots=True)
class MoveMade:
    """A move that was made."""

    seat: int
    square: str
    comment: str


@dataclass(frozen=True, slots=True)
class Departure:
    """A player's leaving of the game, by an error or without a move left."""

    seat: int
    ply: int
    """The number of moves that had been played."""
    reason: str
    failed: bool
    """True if the engine itself failed: then it scores -1."""


@dataclass
class RefereeGame:
    """A game in progress."""

    game: AnyGame
    seed: int
    position: Any
    moves: list[MoveMade] = field(default_factory=list)
    left: list[Departure] = field(default_factory=list)

    @classmethod
    def start(cls, game: AnyGame, seed: int) -> "RefereeGame":
        """Returns a game at the start position that the seed determines."""
        options = game.resolve(game.options(), seed)
        return cls(game, seed, game.start(options))

    def play(self, engines: Sequence[EnginePlayer]) -> None:
        """Asks the engines for moves, by seat, until the game is over; one that fails leaves it."""
        while (seat := self.game.to_move(self.position)) is not None:
            try:
                self._move(seat, engines[seat])
            except EngineFailed as failure:
                self._leave(seat, str(failure))
            for departed in self._departed_seats():
                engines[departed].close()

    def scores(self) -> tuple[int, ...]:
        """Returns the scores by seat, once the game is over."""
        outcome = self.game.outcome(self.position)
        assert outcome is not None  # noqa: S101 - for mypy
        return protocol.scores(outcome, [left.seat for left in self.left if left.failed])

    def _move(self, seat: int, engine: EnginePlayer) -> None:
        seed = protocol.random_move_seed(self.seed, len(self.moves) + 1)
        move, reply = engine.move(self.game, self.position, self._last_squares(), seed)
        square = protocol.square_of(self.game, self.position, move)
        self.moves.append(MoveMade(seat, square, reply.comment))
        self.position = self.game.play(self.position, move)
        self._record_stuck()

    def _leave(self, seat: int, reason: str) -> None:
        self.left.append(Departure(seat, len(self.moves), reason, failed=True))
        self.position = self.game.leave(self.position, seat)
        self._record_stuck()

    def _record_stuck(self) -> None:
        """Records the players who have left the game because they couldn't move."""
        ply, known = len(self.moves), [left.seat for left in self.left]
        stuck = [seat for seat in self._departed_seats() if seat not in known]
        self.left += [Departure(seat, ply, NO_MOVE_LEFT, failed=False) for seat in stuck]

    def _departed_seats(self) -> list[int]:
        """Returns the seats out of the game, in the order of leaving once that is known."""
        outcome = self.game.outcome(self.position)
        if outcome is None:
            remaining = self.game.remaining(self.position)
            return [seat for seat in range(len(self.game.seats)) if seat not in remaining]
        losers = [seat for seat, place in enumerate(outcome.places) if place > 1]
        return sorted(losers, key=lambda seat: -outcome.places[seat])

    def _last_squares(self) -> list[str | None]:
        last = {made.seat: made.square for made in self.moves}
        return [last.get(seat) for seat in range(len(self.game.seats))]


def play_game(
    game: AnyGame,
    seed: int,
    commands: Sequence[Argv],
    limits: EngineLimits,
    errors: Sequence[BinaryIO | None],
) -> RefereeGame:
    """Plays a whole game between engines, by seat; none of their processes outlives it."""
    played = RefereeGame.start(game, seed)
    with ExitStack() as stack:
        engines = []
        for seat, command in enumerate(commands):
            engines.append(EnginePlayer(seat, command, limits, errors[seat]))
            stack.callback(engines[-1].close)
        played.play(engines)
    return played


# A series of games between the same engines, in which the seats rotate.

LETTERS = "ABC"
"""The names of the engines in reports, in the order of the command line."""


@dataclass(frozen=True, slots=True)
class Series:
    """The game, engines and number of games to be played."""

    game: AnyGame
    commands: tuple[Argv, ...]
    seed: int
    games: int
    limits: EngineLimits
    errors: Path | None = None
    """The folder in which the engines' standard error is saved; None to drop it."""


@dataclass(frozen=True, slots=True)
class EngineDeparture:
    """A `Departure` with the engine's letter instead of its seat."""

    bot: str
    ply: int
    reason: str
    failed: bool


@dataclass(frozen=True, slots=True)
class Result:
    """A game that was played."""

    number: int
    seed: int
    seats: tuple[str, ...]
    """The letters of the engines, by seat."""
    scores: tuple[int, ...]
    left: tuple[EngineDeparture, ...]
    moves: tuple[MoveMade, ...]

    @property
    def winner(self) -> str:
        """The letter of the engine that was left at the end."""
        gone = [departure.bot for departure in self.left]
        return next(engine for engine in self.seats if engine not in gone)


@dataclass(frozen=True, slots=True)
class Total:
    """An engine's results over all games."""

    bot: str
    games: int
    won: int
    score: int
    failed: int
    rating: Rating


def results(series: Series, jobs: int) -> Iterator[Result]:
    """Yields the results in the order of the games, of which `jobs` are played at once."""
    pool = ThreadPoolExecutor(jobs)
    try:
        yield from pool.map(lambda number: _play(series, number), range(1, series.games + 1))
    finally:  # a caller that stops early doesn't wait for running games
        pool.shutdown(wait=False, cancel_futures=True)


def totals(series: Series, found: Sequence[Result]) -> list[Total]:
    """Returns the totals of each engine, the best rated first."""
    engines = LETTERS[: len(series.commands)]
    ratings = dict.fromkeys(engines, NEWCOMER)
    for result in found:
        places = [sorted(result.scores, reverse=True).index(score) + 1 for score in result.scores]
        changes = rate([ratings[engine] for engine in result.seats], places)
        ratings |= {
            engine: change.after for engine, change in zip(result.seats, changes, strict=True)
        }
    found_totals = [_total(engine, found, ratings[engine]) for engine in engines]
    return sorted(found_totals, key=lambda total: -total.rating.points)


def seating(number: int, seats: int) -> tuple[int, ...]:
    """Returns by seat the index of the engine in game `number`, from 1.

    Engines move on by one seat a game, and in the other direction in every second round.
    """
    turn, direction = number - 1, 1 if (number - 1) // seats % 2 == 0 else -1
    return tuple((turn + direction * seat) % seats for seat in range(seats))


def seed_of(series: Series, number: int) -> int:
    """Returns the seed of a game; all games of one round of the seats have the same."""
    return (series.seed + (number - 1) // len(series.commands)) % (MAX_SEED + 1)


def _play(series: Series, number: int) -> Result:
    order, seed = seating(number, len(series.commands)), seed_of(series, number)
    seats = tuple(LETTERS[index] for index in order)
    with ExitStack() as stack:
        errors = [_error_file(series, stack, number, engine) for engine in seats]
        commands = [series.commands[index] for index in order]
        played = play_game(series.game, seed, commands, series.limits, errors)
    return _result(number, seats, played)


def _result(number: int, seats: tuple[str, ...], played: RefereeGame) -> Result:
    left = tuple(
        EngineDeparture(seats[each.seat], each.ply, each.reason, each.failed)
        for each in played.left
    )
    return Result(number, played.seed, seats, played.scores(), left, tuple(played.moves))


def _error_file(series: Series, stack: ExitStack, number: int, engine: str) -> BinaryIO | None:
    if series.errors is None:
        return None
    path = series.errors / f"game-{number:03}-{engine}.txt"
    return stack.enter_context(path.open("wb", buffering=0))


def _total(engine: str, found: Sequence[Result], rating: Rating) -> Total:
    score = sum(result.scores[result.seats.index(engine)] for result in found)
    failed = sum(each.failed for result in found for each in result.left if each.bot == engine)
    won = sum(result.winner == engine for result in found)
    return Total(engine, len(found), won, score, failed, rating)
