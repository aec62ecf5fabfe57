"""Assigns numbers to all placements of Knight Panic on a flat board, for a large table."""

from math import comb
from random import Random

from pbm.games.knightpanic import KnightPanic, Position
from pbm.geometry.bit_sets import mask_of
from pbm.proofs.knowledge import StoredNumbering
from pbm.proofs.tables.flat_placements import FlatPlacements, flat_placements
from pbm.proofs.tables.panic_ends import PanicEnds
from pbm.proofs.tables.retrograde_waves import StoredScores, WaveAnalysis

MAX_SETS = 60_000
"""Maximum number of sets of one player's places. An analysis of n sets takes 2n² bits of memory."""


class FlatNumbering(StoredNumbering):
    """The numbering of all placements with the same rules and number of pieces."""

    version = KnightPanic.version

    def __init__(self, position: Position) -> None:
        options, self._start = position.options, position
        self._pieces = position.sides[0].bit_count()
        self._places = options.size**2
        self.key = f"knightpanic-{options.size}-2d-{self._pieces}-{options.tie}".replace("_", "-")
        self.placements = set_count(position) * comb(self._places - self._pieces, self._pieces)

    def entries(self) -> int:
        return self._placements().entries

    def number(self, position: Position) -> int:
        """Returns the number of a position. Some of its symmetric images have the same number."""
        return self._placements().number(
            position.sides[position.turn], position.sides[1 - position.turn]
        )

    def analysis(self, scores: StoredScores) -> WaveAnalysis:
        """Returns the analysis that fills this array of scores."""
        board, options = self._start.board, self._start.options
        return WaveAnalysis(
            self._placements(), board.attacks, PanicEnds(board, options).results, scores
        )

    def sample(self, chance: Random) -> Position:
        """Returns a random placement with a random player to move."""
        places = chance.sample(range(self._places), 2 * self._pieces)
        sides = mask_of(places[: self._pieces]), mask_of(places[self._pieces :])
        return self._start._replace(sides=sides, turn=chance.randrange(2))

    def _placements(self) -> FlatPlacements:
        return flat_placements(self._start.options.size, self._pieces)


def set_count(position: Position) -> int:
    """Returns the number of sets of places that one player's pieces can occupy on a flat board."""
    return comb(position.options.size**2, position.sides[0].bit_count())
