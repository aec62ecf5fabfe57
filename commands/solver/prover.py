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
    from commands.solver.tablebases import KeptTables
    from pbm.proofs import Numbering, Proof, Scores, Value

AT_ONCE_SECONDS = 0.02
JUDGING_SECONDS = 0.1
AT_ONCE_PLACEMENTS = 10_000
"""A table of so many placements is made within a few milliseconds."""
MOST_PLACEMENTS = 2_000_000


@dataclass(frozen=True, slots=True)
class Judgement:
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
        self._tables: KeptTables | None = None

    def at_once(self, match: Match) -> "Proof | None":
        """The value, where a table that is there covers it, or it is found in no time."""
        return self._prove(match, AT_ONCE_SECONDS, AT_ONCE_PLACEMENTS)

    def known(self, match: Match) -> "Proof | None":
        """The value, where it takes no search."""
        return self._prove(match, 0, AT_ONCE_PLACEMENTS)

    def patiently(self, match: Match) -> "Proof | None":
        """The value, if it can be proved with what may be spent; shows a person how far it is."""
        return self._prove(match, self.seconds, MOST_PLACEMENTS)

    def keeping(self, game: AnyGame, position: Any, seconds: float) -> Sequence[Any]:
        """Moves that keep what a position is proved to be worth; none where nothing is proved."""
        from pbm.proofs import Budget, keeping  # noqa: PLC0415 - see above

        tables = _Tables(self._kept(), MOST_PLACEMENTS)
        return keeping(game, position, Budget(seconds), tables)

    def judged(self, match: Match) -> Judgement:
        """What can be said at once of a game that is over, move by move."""
        from pbm.proofs import Budget, decisive, judge  # noqa: PLC0415 - see above

        if len(match.game.seats) != 2:
            return Judgement()
        positions = _positions(match)
        tables = _Tables(self._kept(), AT_ONCE_PLACEMENTS)
        values = judge(match.game, positions, Budget(JUDGING_SECONDS), tables)
        return Judgement(values[:-1], decisive(values))

    def _prove(self, match: Match, seconds: float, largest: int) -> "Proof | None":
        from pbm.proofs import Budget, prove  # noqa: PLC0415 - see above

        if match.outcome:
            return None
        tables = _Tables(self._kept(), largest)
        return prove(match.game, match.state.position, Budget(seconds), tables)

    def _kept(self) -> "KeptTables":
        from commands.solver.tablebases import KeptTables  # noqa: PLC0415 - see above

        if self._tables is None:
            self._tables = KeptTables(self._folder)
        return self._tables


def _positions(match: Match) -> list[Any]:
    """The first one, and that after each move."""
    game = match.game
    found = [game.start(match.options)]
    for move in match.moves:
        found.append(game.play(found[-1], game.read(found[-1], move)))
    return found


class _Tables:
    """Tables as proofs ask for them."""

    def __init__(self, kept: "KeptTables", largest: int) -> None:
        self._kept = kept
        self._largest = largest

    def scores(self, numbering: "Numbering") -> "Scores | None":
        """Large ones are shown being made."""
        if self._largest <= AT_ONCE_PLACEMENTS:
            return self._kept.scores(numbering, self._largest)
        with _shown(numbering.placements) as progress:
            return self._kept.scores(numbering, self._largest, progress)


@contextmanager
def _shown(placements: int) -> Iterator[Callable[[int], None]]:
    """A bar on standard error, where that is a terminal."""
    from rich.console import Console  # noqa: PLC0415 - rich is slow to load
    from rich.progress import Progress  # noqa: PLC0415

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("Making a table", total=placements)
        yield partial(_move, bar, task)


def _move(bar: Any, task: Any, decided: int) -> None:
    bar.update(task, completed=decided)
