"""Proofs about the games: exact values, distances and best lines."""

from pbm.proofs.best_moves import best_moves
from pbm.proofs.game_review import decisive_mistake, review_values
from pbm.proofs.knowledge import Numbering
from pbm.proofs.proving import NewTables, Tables, covered, knowledge, prove
from pbm.proofs.retrograde import Progress, Scores, analyse
from pbm.proofs.value import Proof, Result, Value
from pbm.search_budget import SearchBudget

__all__ = [
    "NewTables",
    "Numbering",
    "Progress",
    "Proof",
    "Result",
    "Scores",
    "SearchBudget",
    "Tables",
    "Value",
    "analyse",
    "best_moves",
    "covered",
    "decisive_mistake",
    "knowledge",
    "prove",
    "review_values",
]
