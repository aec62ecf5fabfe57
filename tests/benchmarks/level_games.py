"""Games between rated levels, which are kept in a file so that none is played twice."""

import itertools
import json
import math
from dataclasses import dataclass, replace
from typing import Any

from pbm.games import find
from pbm.packages.guard import trusted
from pbm.robots.levels import HIGHEST, rated_levels
from pbm.robots.move_choice import SearchLimit, choose_move

MAX_PLIES = 500
"""A longer game is drawn."""
FURTHER = 4
"""Of so many games of neighbours, one is also played by levels that are further apart."""
APART = (2, 3)
DISTANT = ((1, 5), (5, HIGHEST))
"""Levels of which the higher one has to win clearly, in games for two."""
STARTS = {
    "go": ("-size=9",),
    "knightpanic": ("", "-size=5", "-size=6", "-3d"),
    "knightsdance": ("", "-rows=8 -cols=8", "-rows=8 -cols=9", "-rows=8 -cols=8 -jumpblock"),
    "knightsduel": ("", "-size=7", "-rows=7 -cols=8"),
    "madknights": ("", "-size=6", "-size=7"),
    "trailblazer": ("", "-size=6", "-size=8"),
}
"""Options that starts have by turns. Games without a line have the usual ones."""
NORMAL = 1.96
"""The deviations of a normal distribution within which lie 95 %."""


@dataclass(frozen=True)
class LevelGame:
    """A game to be played: the number of its start, and the levels by seat."""

    game: str
    options: str
    start: int
    levels: tuple[int, ...]

    def key(self, strengths):
        """Returns the text under which its result is kept; levels of other strengths have others.

        `strengths`: the levels by number.
        """
        played = [strengths[level] for level in self.levels]
        how = [(level.positions, level.deepest, level.random_move_rate) for level in played]
        return json.dumps([self.game, self.options, self.start, self.levels, how])

    def play(self, strengths, proved_moves=None):
        """Returns the places of the seats; equal ones if it is drawn or too long."""
        game, seen = find(self.game), set()
        asked = game.read_options(self.options.split())
        position = game.start(game.resolve(asked, self.start))
        limit = SearchLimit(seconds=math.inf)
        for ply in range(MAX_PLIES):
            seat = game.to_move(position)
            if seat is None:
                return list(game.outcome(position).places)
            level, seed = strengths[self.levels[seat]], (self.start << 16) + ply
            with trusted():  # as in a server's search process
                move = choose_move(
                    game, position, level, seed, proved_moves, limit=limit, seen=seen
                )
            seen.add(position)
            position = game.play(position, move)
        return [1] * len(game.seats)


def strengths_of(game, best):
    """Returns the levels of a game by number; the highest searches so many positions."""
    levels = {number: rated.level for number, rated in rated_levels(game).items()}
    return levels | {HIGHEST: replace(levels[HIGHEST], positions=best)}


def schedule(game, count, count_of_best, count_of_distant):
    """Yields the games of each group of levels, by turns; seats rotate within each start."""
    seats = len(find(game).seats)
    for number in range(count_of_distant if seats == 2 else 0):
        for pair in DISTANT:
            yield _level_game(game, number, pair)
    for number in range(count):
        for group in _groups(seats, number // math.factorial(seats) % FURTHER == 0):
            if number < count_of_best or HIGHEST not in group:
                yield _level_game(game, number, group)


def _level_game(game, number, group):
    """Returns the game of a group of levels with this number, which determines start and seats."""
    orders = list(itertools.permutations(group))
    start, order = divmod(number, len(orders))
    return LevelGame(game, _options(game, start), start, orders[order])


def _groups(seats, further):
    """Returns groups of neighbours, and of levels further apart."""
    levels = range(1, HIGHEST + 1)
    groups = [levels[low : low + seats] for low in range(HIGHEST - seats + 1)]
    if further and seats == 2:
        groups += [(low, low + gap) for gap in APART for low in levels if low + gap <= HIGHEST]
    return groups


def _options(game, start):
    """Returns the options of a start."""
    options = STARTS.get(game, ("",))
    return options[start % len(options)]


class Results:
    """The places of games by their keys, kept in a file of lines of JSON."""

    def __init__(self, path):
        self._path = path
        lines = path.read_text().splitlines() if path.exists() else []
        self._places: dict[str, Any] = dict(json.loads(line) for line in lines)

    def places(self, key):
        """Returns the places of a game; None if it hasn't been played."""
        return self._places.get(key)

    def add(self, key, places):
        """Keeps the result of a game."""
        self._places[key] = places
        with self._path.open("a") as file:
            file.write(json.dumps([key, places]) + "\n")


def interval(share, count):
    """Returns Wilson's interval of 95 % for a share of so many games."""
    square = NORMAL**2 / count
    middle = (share + square / 2) / (1 + square)
    half = NORMAL * math.sqrt(share * (1 - share) / count + square / count / 4) / (1 + square)
    return middle - half, middle + half
