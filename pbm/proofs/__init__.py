"""What can be proved about the games: exact values, distances and best lines."""

from pbm.proofs.best_moves import keeping
from pbm.proofs.game_review import decisive, judge
from pbm.proofs.knowledge import Numbering
from pbm.proofs.proving import NewTables, Tables, covered, knowledge, prove
from pbm.proofs.retrograde import Progress, Scores, analyse
from pbm.proofs.value import Proof, Result, Value
from pbm.search_budget import Budget

__all__ = [
    "Budget",
    "NewTables",
    "Numbering",
    "Progress",
    "Proof",
    "Result",
    "Scores",
    "Tables",
    "Value",
    "analyse",
    "covered",
    "decisive",
    "judge",
    "keeping",
    "knowledge",
    "prove",
]
