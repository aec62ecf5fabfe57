"""Levels of robots: three named levels, and ten levels by rated strength, which differ by game.

`levels.tsv` has one line for each rated level of each game. It contains the robot's parameters and
its rating. `python -m tests.benchmarks.levels` finds the ratings by games between the levels. Level
10 plays like the best robot. Games without lines use the lines of the game `*`. A line of 0 games
has a rating that wasn't measured. Other packages provide lines for their games.
"""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pbm.games import games

DEFAULT_POSITIONS = 150_000
"""Default number of positions that the best robot searches per move."""
HIGHEST = 10
"""The strongest rated level. The weakest is 1."""
NAMED_PREFIX, RATED_PREFIX = "level ", "rated "
"""Prefixes of the stored descriptions of robots with a named level and with a rated level."""
TABLE = Path(__file__).with_name("levels.tsv")
HEADING = "game\tlevel\tpositions\tdepth\trandom\tmu\tsigma\tgames"
OTHER_GAMES = "*"
NEAREST = {1: 2, 2: 9, 3: HIGHEST}
"""For each named level, the rated level of about the same strength. Named level 2 is between 9 and
10.
"""


@dataclass(frozen=True, slots=True)
class Level:
    """A robot's strength."""

    name: str
    positions: int
    """Number of positions that it searches when the best robot searches DEFAULT_POSITIONS."""
    deepest: int
    """Maximum search depth in plies."""
    random_move_rate: float = 0.0
    """The probability of a random move."""
    proofs: bool = False
    """Whether it plays moves that are proved best."""
    number: int = HIGHEST
    """Number of the rated level of about the same strength."""


@dataclass(frozen=True, slots=True)
class RatedLevel:
    """A level of a game, with its rating in openskill's units and the number of games behind it."""

    game: str
    number: int
    level: Level
    mu: float
    sigma: float
    games: int

    def write(self) -> str:
        """Returns the line of the table that `read_levels` reads."""
        level = self.level
        strength = f"{level.positions}\t{level.deepest}\t{level.random_move_rate:g}"
        return (
            f"{self.game}\t{self.number}\t{strength}\t{self.mu:.2f}\t{self.sigma:.2f}\t{self.games}"
        )


def rated_levels(game: str) -> Mapping[int, RatedLevel]:
    """Returns the rated levels of a game, by number."""
    return _levels_of(game) or _table()[OTHER_GAMES]


def has_measured_levels(game: str) -> bool:
    """Whether the strength of the rated levels was measured in this game."""
    levels = _levels_of(game)
    return levels is not None and any(rated.games for rated in levels.values())


def _levels_of(game: str) -> Mapping[int, RatedLevel] | None:
    return _table().get(game) or _levels_of_package(game)


def nearest_level(robot: str, game: str) -> RatedLevel | None:
    """Returns the rated level with about the same strength as a robot.

    Returns None for people and engines.

    `robot`: the robot's stored description. It is empty for a person.
    """
    for prefix, levels in ((RATED_PREFIX, range(HIGHEST + 1)), (NAMED_PREFIX, NEAREST)):
        if robot.startswith(prefix):
            return rated_levels(game)[levels[int(robot.removeprefix(prefix))]]
    return None


def read_levels(lines: Iterable[str]) -> Iterable[RatedLevel]:
    """Yields the rated levels from the lines of a table, without its heading."""
    for line in lines:
        game, number, positions, deepest, random, mu, sigma, games = line.split("\t")
        best = int(number) == HIGHEST
        strength = int(positions), int(deepest), float(random), best
        level = Level(f"level {number}", *strength, number=int(number))
        yield RatedLevel(game, int(number), level, float(mu), float(sigma), int(games))


def _levels_of_package(name: str) -> Mapping[int, RatedLevel]:
    """Returns the rated levels of a game of another package, or nothing unless all are there."""
    game = games().get(name)
    lines = game.levels.splitlines() if game else ()
    with suppress(ValueError):
        levels = {rated.number: rated for rated in read_levels(filter(None, lines))}
        if [*levels] == [*range(1, HIGHEST + 1)]:
            return levels
    return {}


@cache
def _table() -> Mapping[str, Mapping[int, RatedLevel]]:
    """Returns pbm's rated levels of each game, by number."""
    levels: dict[str, dict[int, RatedLevel]] = {}
    for rated in read_levels(TABLE.read_text().splitlines()[1:]):
        levels.setdefault(rated.game, {})[rated.number] = rated
    return levels


LEVELS = {
    1: Level("casual", 300, 1, random_move_rate=0.7, number=NEAREST[1]),
    2: Level("strong", 37_500, 60, number=NEAREST[2]),
    3: Level("best", DEFAULT_POSITIONS, 100, proofs=True, number=NEAREST[3]),
}
"""The levels with names, by number."""
