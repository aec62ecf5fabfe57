"""Tables made in waves, of so few placements that this takes no time."""

import numpy as np

from pbm.games import find
from pbm.geometry.bit_sets import mask_of
from pbm.proofs.knightpanic import PanicNumbering
from pbm.proofs.tables.flat_panic import FlatNumbering
from pbm.proofs.tables.flat_placements import flat_placements
from pbm.proofs.tables.placements import placements_of
from pbm.proofs.tables.retrograde import analyse
from pbm.proofs.tables.stored_tables import RESULT_BITS, SCORE_BITS, open_table, pack_results

PANIC = find("knightpanic")


class NoProgress:
    """An observer that doesn't look."""

    def begin(self, stage, rows):
        """Begins a stage."""

    def row_done(self):
        """Counts a row."""


def position_of(pieces, tie="mover_wins"):
    """Returns a position of the flat 4 by 4 board with so many pieces of each player."""
    options = PANIC.resolve(PANIC.read_options([f"-{tie}"]), 0)
    sides = mask_of(range(pieces)), mask_of(range(16 - pieces, 16))
    return PANIC.start(options)._replace(sides=sides)


def numbering_of(pieces, tie="mover_wins"):
    """Returns the numbering of its table that is made in waves."""
    return FlatNumbering(position_of(pieces, tie))


def all_scores(pieces, tie="mover_wins"):
    """Returns the score of each of its entries, as the analysis in memory has it."""
    position, placements = position_of(pieces, tie), flat_placements(4, pieces)
    numbering = PanicNumbering(position.board, position.options, pieces)
    scores = analyse(numbering.graph())
    columns = [placements.columns(row) for row in range(placements.rows.size)]
    own = np.repeat(placements.sets[placements.rows], placements.width)
    other = placements.sets[np.concatenate(columns)]
    return scores[placements_of(position.board, pieces).numbers(own, other)]


def made(pieces, tie="mover_wins"):
    """Returns the scores that the waves find, and the counts of the placements."""
    numbering = numbering_of(pieces, tie)
    scores = np.full(numbering.entries(), 99, np.int8)
    analysis = numbering.analysis(scores)
    assert analysis.resume(0) == 0
    waves = 0
    while analysis.wave(waves):
        waves += 1
    return scores, analysis.counts()


def tables(scores):
    """Returns the table with distances, and the one without."""
    packed = pack_results(scores)
    assert packed.size == -(-scores.size // 4)
    return open_table(scores.view(np.uint8), SCORE_BITS), open_table(packed, RESULT_BITS)
