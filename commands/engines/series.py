"""A series of games between the same programs, in which the seats rotate."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from commands.engines.command_line import Argv
from commands.engines.limits import EngineLimits
from commands.engines.referee import MoveMade, RefereeGame, play_game
from pbm.games import AnyGame
from pbm.games.madknights import LARGEST_SEED
from pbm.ratings import NEWCOMER, Rating, rate

LETTERS = "ABC"
"""What programs are called, in the order named."""


@dataclass(frozen=True, slots=True)
class Series:
    """What is to be played."""

    game: AnyGame
    commands: tuple[Argv, ...]
    seed: int
    games: int
    limits: EngineLimits
    errors: Path | None = None
    """The folder in which standard errors are kept."""


@dataclass(frozen=True, slots=True)
class EngineDeparture:
    """Which program left, when, and why."""

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
    """The letters of the programs, by seat."""
    scores: tuple[int, ...]
    left: tuple[EngineDeparture, ...]
    moves: tuple[MoveMade, ...]

    @property
    def winner(self) -> str:
        """Who was left at the end."""
        gone = [departure.bot for departure in self.left]
        return next(engine for engine in self.seats if engine not in gone)


@dataclass(frozen=True, slots=True)
class Total:
    """What a program has reached."""

    bot: str
    games: int
    won: int
    score: int
    failed: int
    rating: Rating


def results(series: Series, jobs: int) -> Iterator[Result]:
    """The games in their order, of which so many are played at once."""
    pool = ThreadPoolExecutor(jobs)
    try:
        yield from pool.map(lambda number: _game(series, number), range(1, series.games + 1))
    finally:  # whoever has enough doesn't wait for the games that are being played
        pool.shutdown(wait=False, cancel_futures=True)


def totals(series: Series, found: Sequence[Result]) -> list[Total]:
    """Of each program, the best rated first."""
    engines = LETTERS[: len(series.commands)]
    ratings = dict.fromkeys(engines, NEWCOMER)
    for result in found:
        places = [sorted(result.scores, reverse=True).index(score) + 1 for score in result.scores]
        changes = rate([ratings[engine] for engine in result.seats], places)
        ratings |= {
            engine: change.after for engine, change in zip(result.seats, changes, strict=True)
        }
    every = [_total(engine, found, ratings[engine]) for engine in engines]
    return sorted(every, key=lambda total: -total.rating.points)


def seating(number: int, seats: int) -> tuple[int, ...]:
    """Which program sits where in a game: they move on by one a game, each round the other way."""
    turn, way = number - 1, 1 if (number - 1) // seats % 2 == 0 else -1
    return tuple((turn + way * seat) % seats for seat in range(seats))


def seed_of(series: Series, number: int) -> int:
    """Of a game; all games of a round of the seats have the same."""
    return (series.seed + (number - 1) // len(series.commands)) % (LARGEST_SEED + 1)


def _game(series: Series, number: int) -> Result:
    order, seed = seating(number, len(series.commands)), seed_of(series, number)
    seats = tuple(LETTERS[index] for index in order)
    with ExitStack() as stack:
        errors = [_errors(series, stack, number, engine) for engine in seats]
        commands = [series.commands[index] for index in order]
        table = play_game(series.game, seed, commands, series.limits, errors)
    return _result(number, seats, table)


def _result(number: int, seats: tuple[str, ...], table: RefereeGame) -> Result:
    left = (EngineDeparture(seats[one.seat], one.ply, one.reason, one.failed) for one in table.left)
    moves = tuple(table.moves)
    return Result(number, table.seed, seats, table.scores(), tuple(left), moves)


def _errors(series: Series, stack: ExitStack, number: int, engine: str) -> BinaryIO | None:
    if series.errors is None:
        return None
    path = series.errors / f"game-{number:03}-{engine}.txt"
    return stack.enter_context(path.open("wb", buffering=0))


def _total(engine: str, found: Sequence[Result], rating: Rating) -> Total:
    score = sum(result.scores[result.seats.index(engine)] for result in found)
    failed = sum(one.failed for result in found for one in result.left if one.bot == engine)
    won = sum(result.winner == engine for result in found)
    return Total(engine, len(found), won, score, failed, rating)
