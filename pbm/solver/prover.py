"""Proves values of positions: quickly, where somebody waits, or by a long search.

numpy is slow to load, and few commands need it: so modules that use it are imported late.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbm.games import AnyGame
from pbm.match.match import Match
from pbm.proofs.value import Proof, Value
from pbm.search_budget import MAX_ENTRIES, SearchBudget
from pbm.solver.shown_progress import shown_progress
from pbm.solver.sized_tablebases import SizedTablebases

if TYPE_CHECKING:
    from pbm.proofs.proving import Tables
    from pbm.solver.tablebases import TablebaseCache

IMMEDIATE_POSITIONS = 500
"""Searched within some 20 ms. Not a time: so all nodes and pages say the same of a game."""


@dataclass(frozen=True, slots=True)
class GameReview:
    """The proved values of a game that was played."""

    values: "Sequence[Value | None]" = ()
    """The value before each move, for the player who made it."""
    mistake: int | None = None
    """The last move, counted from 0, that lost a win or a draw."""


@dataclass(frozen=True, slots=True)
class Unproved:
    """The reason for which nothing was proved."""

    limit: str = ""
    """The limit that the search reached, `time` or `memory`; empty if it ended before."""
    untried: int = 0
    """The entries of the tablebase that was too large to be tried; 0 if there is none."""


class Prover:
    """Proves values, with the tablebases of a data folder."""

    def __init__(self, folder: Path | None = None, seconds: float = 60) -> None:
        self.folder = folder
        self.seconds = seconds
        """The longest time of a search by `prove`."""
        self._tables: TablebaseCache | None = None

    def prove_quickly(self, match: Match, budget: SearchBudget | None = None) -> "Proof | None":
        """Returns the value if a stored tablebase has it, or the budget suffices.

        `budget`: IMMEDIATE_POSITIONS by default, here and below.
        """
        budget = budget or _immediate()
        return self._prove(match, budget, self._immediate_tables(budget))

    def prove_start(self, match: Match, budget: SearchBudget | None = None) -> "Proof | None":
        """Returns the value of the match's start if it is shipped as proved, or takes no search."""
        from pbm.proofs.starts.proved_starts import proved_start  # noqa: PLC0415 - few commands need it

        begun = Match.begin(match.game, match.options)
        if start := proved_start(match.game, match.options):
            return start.proof
        tables = self._immediate_tables(budget or _immediate())
        return self._prove(begun, SearchBudget(positions=0), tables)

    def prove(self, match: Match) -> "Proof | None":
        """Returns the value if it can be proved within the limits, or is shipped as proved."""
        found = self.solve(match)
        return None if isinstance(found, Unproved) else found

    def solve(self, match: Match) -> "Proof | Unproved":
        """Returns what `prove` does, or the reason for which there is no proof.

        Shows progress in a terminal.
        """
        budget = SearchBudget(self.seconds)
        with shown_progress(partial(_searched, budget)):
            proof = self._prove(match, budget, self.tables())
        if (proof is None or proof.value.plies is None) and not (match.ply or match.outcome):
            proof = _with_distance(proof, self.prove_start(match))
        return proof or Unproved(budget.ended_by, _untried(match))

    def tables(self) -> "Tables":
        """Returns the tablebases up to MAX_ENTRIES, which are made where they are missing."""
        return SizedTablebases(self._tablebases())

    def best_moves(self, game: AnyGame, position: Any, seconds: float) -> Sequence[Any]:
        """Returns the moves that keep a position's proved value; none if nothing is proved."""
        from pbm.proofs.best_moves import best_moves  # noqa: PLC0415 - see above

        return best_moves(game, position, SearchBudget(seconds), self.tables())

    def value_in_table(self, game: AnyGame, position: Any) -> "Value | None":
        """Returns the value of a position if a tablebase has it; None also if the game is over."""
        from pbm.proofs.proving import by_table  # noqa: PLC0415 - see above

        seat = game.to_move(position)
        table = None if seat is None else by_table(game, position, self.tables())
        return table.value(position, seat) if table and seat is not None else None

    def review(self, match: Match, budget: SearchBudget | None = None) -> GameReview:
        """Returns the values of a finished game, move by move, that are proved at once."""
        from pbm.proofs.game_values import decisive_mistake, review_values  # noqa: PLC0415 - see above

        if len(match.game.seats) != 2:
            return GameReview()
        reached, budget = _positions(match), budget or _immediate()
        values = review_values(match.game, reached, budget, self._immediate_tables(budget))
        return GameReview(values[:-1], decisive_mistake(values))

    def values(
        self, match: Match, moves: Sequence[str], budget: SearchBudget
    ) -> "Sequence[Value | None]":
        """Returns the values of the position and of each of these moves, as far as proved.

        They are for the player to move; a start's may be shipped as proved.
        """
        from pbm.proofs.game_values import values_with_moves  # noqa: PLC0415 - see above
        from pbm.proofs.starts.proved_starts import proved_start  # noqa: PLC0415

        tables = self._immediate_tables(budget)
        start = None if match.ply else proved_start(match.game, match.options)
        known, position = start.value if start else None, match.state.position
        return values_with_moves(match.game, position, moves, budget, tables, known=known)

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


def _with_distance(found: "Proof | None", start: "Proof | None") -> "Proof | None":
    """Returns what was found of a start, unless more is shipped: its value, or the distance."""
    knows_more = start is not None and start.value.plies is not None
    return start if found is None or knows_more else found


def _immediate() -> SearchBudget:
    return SearchBudget(positions=IMMEDIATE_POSITIONS)


def _positions(match: Match) -> list[Any]:
    """Returns the first position, and that after each move."""
    return [match.state.first.position, *(state.position for state in match.state.played)]


def _searched(budget: SearchBudget) -> str:
    """Returns the progress of a search in words; empty before it begins."""
    if not budget.used:
        return ""
    return f"Searched {budget.used:,} positions, for at most {budget.seconds:g} seconds"


def _untried(match: Match) -> int:
    """Returns the size of the position's tablebase if it is too large to be made; else 0."""
    from pbm.proofs.proving import knowledge  # noqa: PLC0415 - see above

    numbering = knowledge(match.game).numbering(match.state.position)
    return numbering.entries if numbering and numbering.entries > MAX_ENTRIES else 0
