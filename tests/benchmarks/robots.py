"""The win rates of our engine for Mad Knights against others, and of robot3 against robot1.

python -m tests.benchmarks.robots [--games N] [--seed S]
python -m tests.benchmarks.robots --robot1 [--games N] [--proving SECONDS]

Seats rotate. Engines have the limits of `pbm referee`, so nothing else may run meanwhile. Against
robot1, a game of more than 200 plies is drawn; with --proving SECONDS the best robot plays proved
moves, as on a server, and must win each game that was proved to be won.
"""

import argparse
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pbm.games import games
from pbm.match.match import Match, State
from pbm.proofs.value import Result
from pbm.robots.levels import DEFAULT_POSITIONS
from pbm.robots.move_choice import SearchLimit, choose_move
from pbm.solver.prover import Prover
from tests.benchmarks import opponents

MAX_PLIES = 200
WANTED = {2: 90, 3: 60}
"""The percentage of games to be won, by the number of players."""


@dataclass
class Tally:
    """The results of one game's matches."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    moves: int = 0
    seconds: float = 0.0
    proved: int = 0
    """The games in which the best robot stood in a position that was proved to be won."""

    def row(self, game):
        """Returns a line of the table."""
        games_played = self.won + self.drawn + self.lost
        share = 100 * self.won / games_played
        each = self.seconds / max(self.moves, 1)
        wanted = WANTED[len(game.seats)]
        return (
            f"{game.name:<13}{self.won:>5}{self.drawn:>7}{self.lost:>6}"
            f"{share:>7.0f}%{wanted:>8}%{self.proved:>8}{each:>10.2f}"
        )


@dataclass
class Watched:
    """The proved moves that a server's robots use, and whether one of them promised a win."""

    prover: Prover
    promised: bool = False

    def __call__(self, game, position, _seconds):
        """Returns the moves that keep the proved result."""
        moves = self.prover.best_moves(game, position, self.prover.seconds)
        if moves and not self.promised:
            proof = self.prover.prove(Match(game, None, State(position, None)))
            self.promised = proof is not None and proof.value.result is Result.WON
        return moves


@dataclass(frozen=True)
class Round:
    """One match between one robot3 and robots of level 1."""

    game: Any
    number: int
    search_limit: SearchLimit
    proved_moves: Watched | None

    @property
    def best_seat(self):
        """Returns robot3's seat."""
        return self.number % len(self.game.seats)

    def play(self, asked, tally):
        """Plays the match to its end, or to the limit of plies."""
        position, seen = self.game.start(self.game.resolve(asked, self.number)), []
        for ply in range(MAX_PLIES):
            if self.game.to_move(position) is None:
                break
            move = self._move(position, ply, seen, tally)
            seen.append(position)
            position = self.game.play(position, move)
        self._count(self.game.outcome(position), tally)

    def _move(self, position, ply, seen, tally):
        level = 3 if self.game.to_move(position) == self.best_seat else 1
        seed, started = self.number * MAX_PLIES + ply, time.perf_counter()
        move = choose_move(
            self.game, position, level, seed, self.proved_moves, limit=self.search_limit, seen=seen
        )
        if level == 3:
            tally.moves += 1
            tally.seconds += time.perf_counter() - started
        return move

    def _count(self, outcome, tally):
        won = outcome is not None and self.best_seat in outcome.winners
        promised = self.proved_moves is not None and self.proved_moves.promised
        assert won or not promised, f"{self.game.name}, game {self.number}: it was won"
        tally.proved += promised
        tally.won += won
        tally.drawn += not won and not (outcome and outcome.winners)
        tally.lost += not won and bool(outcome and outcome.winners)


def match(game, typed, count, search_limit, prover):
    """Plays these matches; returns their tally."""
    tally, asked = Tally(), game.read_options(typed)
    for number in range(count):
        watched = Watched(prover) if prover else None
        Round(game, number, search_limit, watched).play(asked, tally)
    return tally


def play_robot1(given):
    """Prints the table of robot3 against robot1."""
    print("robot3 against robot1   won  drawn  lost  share  wanted  proved  s a move")
    with tempfile.TemporaryDirectory() as folder:
        prover = Prover(Path(folder), given.proving) if given.proving else None
        for game in games().values():
            if given.only in (None, game.name):
                limit = SearchLimit(given.nodes)
                tally = match(game, given.options, given.games, limit, prover)
                print(" " * 9 + tally.row(game), flush=True)


def main():
    """Prints the table that was asked for."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--games", type=int, default=60, help="games of each kind")
    asked.add_argument("--seed", type=int, default=1, help="decides the engines' starting squares")
    asked.add_argument("--robot1", action="store_true", help="robot3 against robot1")
    asked.add_argument("--nodes", type=int, default=DEFAULT_POSITIONS, help="positions a move")
    asked.add_argument("--proving", type=float, default=0, help="seconds a move for proofs")
    asked.add_argument("--only", choices=games(), help="robot3 at this game alone")
    asked.add_argument("options", nargs="*", help="the game's options, after --")
    given = asked.parse_args()
    if given.robot1:
        play_robot1(given)
    else:
        opponents.play(given.games, given.seed)


if __name__ == "__main__":
    main()
