"""Proving values of positions: at once, where somebody waits for it, or with patience.

numpy is slow to load, and few commands need it: so what uses it is imported when it is.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbm.games import AnyGame
from pbm.match import Match

if TYPE_CHECKING:
    from commands.solver.tablebases import TablebaseCache
    from pbm.proofs import Numbering, Proof, Scores, Value

IMMEDIATE_SECONDS = 0.02
REVIEW_SECONDS = 0.1
IMMEDIATE_PLACEMENTS = 10_000
"""A table of so many placements is made within a few milliseconds."""
MAX_PLACEMENTS = 2_000_000


@dataclass(frozen=True, slots=True)
class GameReview:
    """What is proved of a game that was played."""

    values: "Sequence[Value | None]" = ()
    """Before each move, for the player who made it."""
    mistake: int | None = None
    """The last move, counted from 0, that threw away a win or a draw."""


class Prover:
    """Proves values, with the tables of a data folder."""

    def __init__(self, folder: Path | None = None, seconds: float = 60) -> None:
        self._folder = folder
        self.seconds = seconds
        """How long a search may take."""
        self._tables: TablebaseCache | None = None

    def at_once(self, match: Match) -> "Proof | None":
        """The value, where a table that is there covers it, or it is found in no time."""
        return self._prove(match, IMMEDIATE_SECONDS, IMMEDIATE_PLACEMENTS)

    def known(self, match: Match) -> "Proof | None":
        """The value, where it takes no search."""
        return self._prove(match, 0, IMMEDIATE_PLACEMENTS)

    def patiently(self, match: Match) -> "Proof | None":
        """The value, if it can be proved with what may be spent; shows a person how far it is."""
        return self._prove(match, self.seconds, MAX_PLACEMENTS)

    def keeping(self, game: AnyGame, position: Any, seconds: float) -> Sequence[Any]:
        """Moves that keep what a position is proved to be worth; none where nothing is proved."""
        from pbm.proofs import SearchBudget, best_moves  # noqa: PLC0415 - see above

        tables = _SizedTablebases(self._kept(), MAX_PLACEMENTS)
        return best_moves(game, position, SearchBudget(seconds), tables)

    def judged(self, match: Match) -> GameReview:
        """What can be said at once of a game that is over, move by move."""
        from pbm.proofs import (  # noqa: PLC0415 - see above
            SearchBudget,
            decisive_mistake,
            review_values,
        )

        if len(match.game.seats) != 2:
            return GameReview()
        positions = _positions(match)
        tables = _SizedTablebases(self._kept(), IMMEDIATE_PLACEMENTS)
        values = review_values(match.game, positions, SearchBudget(REVIEW_SECONDS), tables)
        return GameReview(values[:-1], decisive_mistake(values))

    def _prove(self, match: Match, seconds: float, largest: int) -> "Proof | None":
        from pbm.proofs import SearchBudget, prove  # noqa: PLC0415 - see above

        if match.outcome:
            return None
        tables = _SizedTablebases(self._kept(), largest)
        return prove(match.game, match.state.position, SearchBudget(seconds), tables)

    def _kept(self) -> "TablebaseCache":
        from commands.solver.tablebases import TablebaseCache  # noqa: PLC0415 - see above

        if self._tables is None:
            self._tables = TablebaseCache(self._folder)
        return self._tables


def _positions(match: Match) -> list[Any]:
    """The first one, and that after each move."""
    game = match.game
    found = [game.start(match.options)]
    for move in match.moves:
        found.append(game.play(found[-1], game.read(found[-1], move)))
    return found


class _SizedTablebases:
    """Tables as proofs ask for them."""

    def __init__(self, kept: "TablebaseCache", largest: int) -> None:
        self._kept = kept
        self._largest = largest

    def scores(self, numbering: "Numbering") -> "Scores | None":
        """Large ones are shown being made."""
        if self._largest <= IMMEDIATE_PLACEMENTS:
            return self._kept.scores(numbering, self._largest)
        with _progress_bar(numbering.placements) as progress:
            return self._kept.scores(numbering, self._largest, progress)


@contextmanager
def _progress_bar(placements: int) -> Iterator[Callable[[int], None]]:
    """A bar on standard error, where that is a terminal."""
    from rich.console import Console  # noqa: PLC0415 - rich is slow to load
    from rich.progress import Progress  # noqa: PLC0415

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("Making a table", total=placements)
        yield partial(_advance, bar, task)


def _advance(bar: Any, task: Any, decided: int) -> None:
    bar.update(task, completed=decided)
