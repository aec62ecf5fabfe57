"""How often the best robot beats the casual one: python -m tests.benchmarks.robots [--games N].

Seats go round. A game that goes on for more than 200 plies is drawn.
"""

import argparse
import time
from dataclasses import dataclass

from pbm.games import games
from pbm.options import read_options
from pbm.robots import POSITIONS, Effort, choose

MOST_PLIES = 200
WANTED = {2: 90, 3: 60}
"""Percent to be won, by the number of players."""


@dataclass
class Tally:
    """What became of one game's matches."""

    won: int = 0
    drawn: int = 0
    lost: int = 0
    moves: int = 0
    seconds: float = 0.0

    def row(self, game):
        """A line of the table."""
        games_played = self.won + self.drawn + self.lost
        share = 100 * self.won / games_played
        each = self.seconds / max(self.moves, 1)
        wanted = WANTED[len(game.seats)]
        return (
            f"{game.name:<13}{self.won:>5}{self.drawn:>7}{self.lost:>6}"
            f"{share:>7.0f}%{wanted:>8}%{each:>10.2f}"
        )


def play_one(game, options, best_seat, seed, *, effort, tally):
    """The outcome of a game between one robot3 and robots of level 1; None when it is drawn."""
    position, seen = game.start(options), []
    for ply in range(MOST_PLIES):
        seat = game.to_move(position)
        if seat is None:
            return game.outcome(position)
        begun = time.perf_counter()
        level = 3 if seat == best_seat else 1
        number = seed * MOST_PLIES + ply
        move = choose(game, position, level, number, effort=effort, seen=seen)
        if level == 3:
            tally.moves += 1
            tally.seconds += time.perf_counter() - begun
        seen.append(position)
        position = game.play(position, move)
    return game.outcome(position)


def match(game, typed, count, effort):
    """Plays these games; what became of them."""
    tally = Tally()
    asked = read_options(game.options, typed, game.title)
    for number in range(count):
        best_seat = number % len(game.seats)
        options = game.resolve(asked, number)
        outcome = play_one(game, options, best_seat, number, effort=effort, tally=tally)
        if outcome is None or not outcome.winners:
            tally.drawn += 1
        elif best_seat in outcome.winners:
            tally.won += 1
        else:
            tally.lost += 1
    return tally


def main():
    """Prints the table."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("--games", type=int, default=50, help="matches a game")
    asked.add_argument("--nodes", type=int, default=POSITIONS, help="positions a move")
    asked.add_argument("--only", choices=games(), help="this game alone")
    asked.add_argument("options", nargs="*", help="the game's options, after --")
    given = asked.parse_args()
    effort = Effort(given.nodes)
    print("robot3 against robot1   won  drawn  lost  share  wanted  s a move")
    for game in games().values():
        if given.only in (None, game.name):
            tally = match(game, given.options, given.games, effort)
            print(" " * 9 + tally.row(game), flush=True)


if __name__ == "__main__":
    main()
