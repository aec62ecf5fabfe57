"""A series of games between the same engines, in which the seats rotate."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from pbm.board.ratings import NEWCOMER, Rating, rate
from pbm.engines.command_line import Argv
from pbm.engines.limits import EngineLimits
from pbm.engines.referee import MoveMade, RefereeGame, play_game
from pbm.games import AnyGame
from pbm.randomness import MAX_SEED

LETTERS = "ABC"
"""The engines' names in reports, in the order of the command line."""


@dataclass(frozen=True, slots=True)
class Series:
    """The game, the engines and the number of games to play."""

    game: AnyGame
    commands: tuple[Argv, ...]
    seed: int
    games: int
    limits: EngineLimits
    errors: Path | None = None
    """The folder in which to save the engines' standard error, or None to discard it."""


@dataclass(frozen=True, slots=True)
class EngineDeparture:
    """A `Departure` with the engine's letter instead of its seat."""

    bot: str
    ply: int
    reason: str
    failed: bool


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one game."""

    number: int
    seed: int
    seats: tuple[str, ...]
    """The engines' letters, by seat."""
    scores: tuple[int, ...]
    left: tuple[EngineDeparture, ...]
    moves: tuple[MoveMade, ...]

    @property
    def winner(self) -> str:
        """The letter of the last engine in the game."""
        gone = [departure.bot for departure in self.left]
        return next(engine for engine in self.seats if engine not in gone)


@dataclass(frozen=True, slots=True)
class Total:
    """The results of one engine over all games."""

    bot: str
    games: int
    won: int
    score: int
    failed: int
    rating: Rating


def results(series: Series, jobs: int) -> Iterator[Result]:
    """Yields the results in the order of the games. `jobs` games are played at the same time."""
    pool = ThreadPoolExecutor(jobs)
    try:
        yield from pool.map(lambda number: _play(series, number), range(1, series.games + 1))
    finally:  # A caller that stops early shouldn't wait for running games.
        pool.shutdown(wait=False, cancel_futures=True)


def totals(series: Series, results: Sequence[Result]) -> list[Total]:
    """Returns the totals of each engine, best rating first."""
    engines = LETTERS[: len(series.commands)]
    ratings = dict.fromkeys(engines, NEWCOMER)
    for result in results:
        places = [sorted(result.scores, reverse=True).index(score) + 1 for score in result.scores]
        changes = rate([ratings[engine] for engine in result.seats], places)
        ratings |= {
            engine: change.after for engine, change in zip(result.seats, changes, strict=True)
        }
    found_totals = [_total(engine, results, ratings[engine]) for engine in engines]
    return sorted(found_totals, key=lambda total: -total.rating.points)


def seating(number: int, seats: int) -> tuple[int, ...]:
    """Returns by seat the index of the engine in game `number`. The first game is number 1.

    Engines change to the next seat after each game, and in every second round to the previous seat.
    """
    turn, direction = number - 1, 1 if (number - 1) // seats % 2 == 0 else -1
    return tuple((turn + direction * seat) % seats for seat in range(seats))


def seed_of(series: Series, number: int) -> int:
    """Returns the seed of a game. All games of one round of the seats have the same seed."""
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
    leavers = tuple(
        EngineDeparture(seats[each.seat], each.ply, each.reason, each.failed)
        for each in played.left
    )
    return Result(number, played.seed, seats, played.scores(), leavers, tuple(played.moves))


def _error_file(series: Series, stack: ExitStack, number: int, engine: str) -> BinaryIO | None:
    if series.errors is None:
        return None
    path = series.errors / f"game-{number:03}-{engine}.txt"
    return stack.enter_context(path.open("wb", buffering=0))


def _total(engine: str, results: Sequence[Result], rating: Rating) -> Total:
    score = sum(result.scores[result.seats.index(engine)] for result in results)
    failed = sum(each.failed for result in results for each in result.left if each.bot == engine)
    won = sum(result.winner == engine for result in results)
    return Total(engine, len(results), won, score, failed, rating)
