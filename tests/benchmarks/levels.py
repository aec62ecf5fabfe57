"""The ratings of the ten levels, from games between them.

python -m tests.benchmarks.levels [--game G] [--games N] [--check] [--write]

Each level plays N games against the next one, and some against levels further apart; of Mad
Knights, three neighbours play each other. Levels 1 and 10 also play --distant games against level
5. Seats rotate on each start, and starts vary. A draw is half a win. The highest level searches
fewer positions than on a server, where each of its moves takes seconds. With --results FILE the
games are kept, and none of them is played twice. --check fails if the levels aren't ordered by
their ratings, or if one scores too little against a lower one; --write puts the ratings into the
table that is shipped.
"""

import argparse
import itertools
import random
import statistics
import sys
import time
from collections import defaultdict
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from tempfile import TemporaryDirectory

from pbm.board.ratings import Rating, rate
from pbm.games import games
from pbm.robots.levels import HEADING, HIGHEST, TABLE, rated_levels
from pbm.solver.prover import Prover
from tests.benchmarks.level_games import DISTANT, Results, interval, schedule, strengths_of

ORDERS = range(20)
"""The orders in which the same games are rated: the last games of one count more than others."""
WANTED = {2: 0.6, 3: 0.55}
"""The share that each level is to score against the next lower one, by the number of players.

Among three, the best finishes ahead of random moves in six of seven games: too few for nine steps
of 0.6.
"""
CLEAR = 0.7
"""The share that a level is to score against one that is much lower."""
HEAD = "level  positions  depth  random        rating  games  against the next lower level"


@dataclass
class Tally:
    """The games of the levels of one game, and their scores against each other."""

    games: list[tuple[tuple[int, ...], list[int]]] = field(default_factory=list)
    """The levels of each game by seat, and their places."""
    scores: dict[tuple[int, int], list[float]] = field(default_factory=lambda: defaultdict(list))
    """The scores of each higher level against each lower one."""

    def count(self, levels, places):
        """Counts a game."""
        self.games.append((levels, places))
        for one, other in itertools.permutations(zip(levels, places, strict=True), 2):
            if one[0] > other[0]:
                score = (other[1] > one[1]) + 0.5 * (other[1] == one[1])
                self.scores[one[0], other[0]].append(score)

    def count_of(self, level):
        """Returns the number of a level's games."""
        return sum(level in levels for levels, _ in self.games)

    @cached_property
    def ratings(self):
        """The mean rating of each level when the same games come in several orders."""
        found = [
            _rated(random.Random(order).sample(self.games, len(self.games))) for order in ORDERS
        ]
        return {level: _mean([each[level] for each in found]) for level in range(1, HIGHEST + 1)}

    def share(self, level, lower):
        """Returns a level's score against a lower one, and its interval."""
        found = self.scores[level, lower] or [0.5]
        share = sum(found) / len(found)
        return share, *interval(share, len(found))

    def problems(self):
        """Yields what isn't as it should be."""
        wanted = WANTED[len(self.games[0][0])]
        for level in range(2, HIGHEST + 1):
            if self.ratings[level].mu <= self.ratings[level - 1].mu:
                yield f"level {level} isn't rated above level {level - 1}"
            if self.share(level, level - 1)[2] < wanted:
                yield f"level {level} scores too little against level {level - 1}"
        for lower, level in DISTANT:
            if self.scores[level, lower] and self.share(level, lower)[0] < CLEAR:
                yield f"level {level} doesn't win clearly against level {lower}"

    def rows(self, strengths):
        """Yields a line for each level."""
        for number, level in sorted(strengths.items()):
            rating = self.ratings[number].write()
            row = (
                f"{number:>5}{level.positions:>11}{level.deepest:>7}{level.random_move_rate:>8.2f}"
                f"{rating:>14}{self.count_of(number):>7}"
            )
            yield row + (self._score(number, number - 1) if number > 1 else "")
        for lower, level in DISTANT:
            if self.scores[level, lower]:
                yield f"level {level} against level {lower}:{self._score(level, lower)}"

    def _score(self, number, lower):
        share, low, high = (100 * value for value in self.share(number, lower))
        count = len(self.scores[number, lower])
        return f"  {share:.0f}% ({low:.0f} to {high:.0f}) of {count}"


def _rated(played):
    """Returns the ratings of levels after these games, in this order."""
    ratings = defaultdict(Rating)
    for levels, places in played:
        changes = rate([ratings[level] for level in levels], places)
        ratings.update(zip(levels, (change.after for change in changes), strict=True))
    return ratings


def _mean(ratings):
    mus, sigmas = [each.mu for each in ratings], [each.sigma for each in ratings]
    return Rating(statistics.mean(mus), statistics.mean(sigmas))


def measured(game, given, results, proved_moves):
    """Returns the tally of a game; plays what isn't kept, until the time is up."""
    strengths, tally = strengths_of(game, given.best), Tally()
    until = time.monotonic() + 60 * given.minutes
    for each in schedule(game, given.games, given.games_of_best, given.distant):
        key = each.key(strengths)
        places = results.places(key)
        if places is None and time.monotonic() < until:
            places = each.play(strengths, proved_moves)
            results.add(key, places)
        if places is not None:
            tally.count(each.levels, places)
    return tally


def write(game, tally):
    """Puts the ratings of a game into the table; leaves the lines of others as they are."""
    rows = [
        replace(rated, game=game, mu=rating.mu, sigma=rating.sigma, games=tally.count_of(number))
        for number, rated in sorted(rated_levels(game).items())
        for rating in [tally.ratings[number]]
    ]
    lines = TABLE.read_text().splitlines()[1:]
    others = [line for line in lines if line.partition("\t")[0] != game]
    written = sorted([*others, *(row.write() for row in rows)], key=_place)
    TABLE.write_text("\n".join([HEADING, *written]) + "\n")


def _place(line):
    """Returns the place of a line in the table: by game, `*` first, and by level."""
    game, level, *_ = line.split("\t")
    return game, int(level)


def arguments():
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--game", choices=games(), help="this game alone")
    asked.add_argument("--games", type=int, default=200, help="games of neighbours")
    asked.add_argument("--games-of-best", type=int, default=80, help="the same of the best level")
    asked.add_argument("--distant", type=int, default=0, help="games against level 5 of 1 and 10")
    asked.add_argument("--best", type=int, default=40_000, help="positions of the best level")
    asked.add_argument("--proving", type=float, default=0, help="seconds a move for its proofs")
    asked.add_argument("--minutes", type=float, default=1e6, help="the longest time for a game")
    asked.add_argument("--results", type=Path, help="the file of games")
    asked.add_argument("--check", action="store_true", help="fail if levels aren't as they should")
    asked.add_argument("--write", action="store_true", help="write the ratings into the table")
    return asked.parse_args()


def prover(folder, seconds):
    """Returns a function for the moves that are proved in this time; None for no time."""
    proofs = Prover(folder, seconds)
    return partial(_proved_moves, proofs) if seconds else None


def _proved_moves(proofs, game, position, _seconds):
    return proofs.best_moves(game, position, proofs.seconds)


def main():
    """Prints a table for each game; returns the exit status."""
    given, found = arguments(), []
    with TemporaryDirectory() as made:
        results = Results(given.results or Path(made, "results"))
        for game in [given.game] if given.game else games():
            tally = measured(game, given, results, prover(Path(made), given.proving))
            print(f"{game}\n{HEAD}", *tally.rows(strengths_of(game, given.best)), "", sep="\n")
            problems = [f"{game}: {problem}" for problem in tally.problems()]
            print(*problems, sep="\n", flush=True)
            found += problems
            if given.write:
                write(game, tally)
    return 1 if found and given.check else 0


if __name__ == "__main__":
    sys.exit(main())
