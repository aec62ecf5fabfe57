"""Proves values of positions: within milliseconds for an answer, or by a long search.

Modules that use numpy are imported late, because numpy is slow to load and few commands need it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbm.games import AnyGame
from pbm.match.match import Match
from pbm.proofs.value import Proof, Value
from pbm.search.budget import MAX_ENTRIES, SearchBudget
from pbm.solver.shown_progress import shown_progress
from pbm.solver.sized_tablebases import SizedTablebases

if TYPE_CHECKING:
    from pbm.proofs.proving import Tables
    from pbm.solver.tablebases import TablebaseCache

IMMEDIATE_POSITIONS = 500
"""Number of positions to search for an immediate answer. This takes about 20 ms.

The limit isn't a time, so that all nodes and pages show the same value of a game.
"""


@dataclass(frozen=True, slots=True)
class GameReview:
    """The proved values of the positions of a finished game."""

    values: "Sequence[Value | None]" = ()
    """The value before each move, for the player who made it."""
    mistake: int | None = None
    """Index of the last move that lost a win or a draw."""


@dataclass(frozen=True, slots=True)
class Unproved:
    """The reason why nothing was proved."""

    limit: str = ""
    """The limit that ended the search, `time` or `memory`. Empty if no limit did."""
    untried: int = 0
    """Number of entries of the position's tablebase if it is too large to make, or 0."""


class Prover:
    """Proves values with the tablebases of a data folder."""

    def __init__(self, folder: Path | None = None, seconds: float = 60) -> None:
        self.folder = folder
        self.seconds = seconds
        """Maximum number of seconds for a search by `prove`."""
        self._tables: TablebaseCache | None = None

    def prove_quickly(self, match: Match, budget: SearchBudget | None = None) -> "Proof | None":
        """Returns the value if a stored tablebase has it, or if the budget is enough to prove it.

        `budget`: IMMEDIATE_POSITIONS by default, as in the methods below.
        """
        budget = budget or _immediate()
        return self._prove(match, budget, self._immediate_tables(budget))

    def prove_start(self, match: Match, budget: SearchBudget | None = None) -> "Proof | None":
        """Returns the value of the match's start if it is shipped or needs no search."""
        from pbm.proofs.starts.proved_starts import proved_start  # noqa: PLC0415 - few commands need it

        begun = Match.begin(match.game, match.options)
        if start := proved_start(match.game, match.options):
            return start.proof
        tables = self._immediate_tables(budget or _immediate())
        return self._prove(begun, SearchBudget(positions=0), tables)

    def prove(self, match: Match) -> "Proof | None":
        """Returns the value if it is shipped or can be proved within `seconds`."""
        proof = self.solve(match)
        return None if isinstance(proof, Unproved) else proof

    def solve(self, match: Match) -> "Proof | Unproved":
        """Returns the proof that `prove` returns, or the reason why there is no proof.

        Shows progress if standard error is a terminal.
        """
        budget = SearchBudget(self.seconds)
        with shown_progress(partial(_searched, budget)):
            proof = self._prove(match, budget, self.tables())
        # Values are only shipped for starts.
        if (proof is None or proof.value.plies is None) and not (match.ply or match.outcome):
            proof = _with_distance(proof, self.prove_start(match))
        return proof or Unproved(budget.ended_by, _untried(match))

    def tables(self) -> "Tables":
        """Returns the tablebases of up to MAX_ENTRIES. Missing tables are made when needed."""
        return SizedTablebases(self._tablebases())

    def best_moves(self, game: AnyGame, position: Any, seconds: float) -> Sequence[Any]:
        """Returns the moves that keep a position's proved value, or nothing if it is unproved."""
        from pbm.proofs.best_moves import best_moves  # noqa: PLC0415 - see above

        return best_moves(game, position, SearchBudget(seconds), self.tables())

    def value_in_table(self, game: AnyGame, position: Any) -> "Value | None":
        """Returns the value of a position from its tablebase.

        Returns None if the position has no tablebase, or if the game is over.
        """
        from pbm.proofs.proving import by_table  # noqa: PLC0415 - see above

        seat = game.to_move(position)
        table = None if seat is None else by_table(game, position, self.tables())
        return table.value(position, seat) if table and seat is not None else None

    def review(self, match: Match, budget: SearchBudget | None = None) -> GameReview:
        """Returns the values of a finished game's positions that can be proved immediately."""
        from pbm.proofs.game_values import decisive_mistake, review_values  # noqa: PLC0415 - see above

        if len(match.game.seats) != 2:
            return GameReview()
        reached, budget = _positions(match), budget or _immediate()
        values = review_values(match.game, reached, budget, self._immediate_tables(budget))
        return GameReview(values[:-1], decisive_mistake(values))

    def values(
        self, match: Match, moves: Sequence[str], budget: SearchBudget
    ) -> "Sequence[Value | None]":
        """Returns the values of the position and of each of these moves, or None where unproved.

        All values are for the player to move. The value of a start may be a shipped value.
        """
        from pbm.proofs.game_values import values_with_moves  # noqa: PLC0415 - see above
        from pbm.proofs.starts.proved_starts import proved_start  # noqa: PLC0415

        tables = self._immediate_tables(budget)
        start = None if match.ply else proved_start(match.game, match.options)
        start_value, position = start.value if start else None, match.state.position
        return values_with_moves(
            match.game, position, moves, budget, tables, known_value=start_value
        )

    def _prove(self, match: Match, budget: SearchBudget, tables: "Tables") -> "Proof | None":
        from pbm.proofs.proving import prove  # noqa: PLC0415 - see above

        if match.outcome:
            return None
        return prove(match.game, match.state.position, budget, tables)

    def _immediate_tables(self, budget: SearchBudget) -> "Tables":
        return SizedTablebases(self._tablebases(), budget)

    def _tablebases(self) -> "TablebaseCache":
        from pbm.solver.tablebases import TablebaseCache  # noqa: PLC0415 - see above

        if self._tables is None:
            self._tables = TablebaseCache(self.folder)
        return self._tables


def _with_distance(searched: "Proof | None", start: "Proof | None") -> "Proof | None":
    """Returns the more precise proof of a start.

    That is the shipped one if it has a distance, or if the search proved nothing.
    """
    knows_more = start is not None and start.value.plies is not None
    return start if searched is None or knows_more else searched


def _immediate() -> SearchBudget:
    return SearchBudget(positions=IMMEDIATE_POSITIONS)


def _positions(match: Match) -> list[Any]:
    """Returns the first position and the positions after each move."""
    return [match.state.first.position, *(state.position for state in match.state.played)]


def _searched(budget: SearchBudget) -> str:
    """Returns the progress of a search as a text, or an empty string before the search begins."""
    if not budget.used:
        return ""
    return f"Searched {budget.used:,} positions (limit: {budget.seconds:g} seconds)"


def _untried(match: Match) -> int:
    """Returns the size of the position's tablebase in entries if it is too large to make, or 0."""
    from pbm.proofs.proving import knowledge  # noqa: PLC0415 - see above

    numbering = knowledge(match.game).numbering(match.state.position)
    return numbering.entries if numbering and numbering.entries > MAX_ENTRIES else 0
