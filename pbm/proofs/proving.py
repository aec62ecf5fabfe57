"""Exact values of positions of games of two players, where they can be proved."""

from collections.abc import Iterator
from functools import cache
from typing import Any, Protocol

from pbm.games import AnyGame, module_of
from pbm.proofs.knowledge import Knowledge, Numbering, StoredNumbering
from pbm.proofs.methods import ByRace, ByReflection, ByRules, ByTable, ProofMethod
from pbm.proofs.tables.retrograde import Progress, Scores, analyse
from pbm.proofs.tables.stored_tables import ScoreTable, StoredTable
from pbm.proofs.value import Proof, Result, Value
from pbm.search_budget import BudgetExhausted, SearchBudget

EASY = 36
"""The most free squares with which a game lost by reflection is searched for its distance too."""
MAX_DRAW_PLIES = 6
"""The number of moves shown of an endless game."""


class Tables(Protocol):
    """A source of tables."""

    def stored(self, numbering: StoredNumbering) -> StoredTable | None:
        """Returns the table of this numbering if it is stored."""
        ...

    def scores(self, numbering: Numbering) -> Scores | None:
        """Returns the table of this numbering; None if it would have to be made first."""
        ...


class NewTables:
    """Tables that are made on each request, up to a largest size."""

    def __init__(self, largest: int, progress: Progress = lambda _: None) -> None:
        self._largest = largest
        self._progress = progress

    def stored(self, numbering: StoredNumbering) -> StoredTable | None:
        """Returns None: nothing is stored."""
        return None

    def scores(self, numbering: Numbering) -> Scores | None:
        """Returns a new table, or None if it would be too large."""
        if numbering.entries > self._largest:
            return None
        return analyse(numbering.graph(), self._progress)


@cache
def knowledge(game: AnyGame) -> Knowledge:
    """Returns the knowledge of a game besides its rules."""
    module = module_of("pbm.proofs", game)
    if module is None:
        known = game.knowledge()
        return known if isinstance(known, Knowledge) else Knowledge()
    kinds = (kind for kind in vars(module).values() if isinstance(kind, type))
    own = (kind for kind in kinds if kind.__module__ == module.__name__)
    return next(kind() for kind in own if issubclass(kind, Knowledge))


def covered(game: AnyGame, options: Any) -> Numbering | None:
    """Returns the numbering that covers a whole game with these (resolved) options."""
    return knowledge(game).numbering(game.start(options))


def prove(
    game: AnyGame, position: Any, budget: SearchBudget, tables: Tables, *, distance: bool = True
) -> Proof | None:
    """Returns a position's value; None if it is finished, has three players, or isn't proved.

    `distance` as for `evaluate`.
    """
    found = evaluate(game, position, budget, tables, distance=distance)
    if found is None:
        return None
    value, method = found
    reason = method.reason  # finding best play may take some more searching
    line = _line(game, method, position, game.to_move(position) or 0, value)
    unknown = value.plies is None and value.result is not Result.DRAWN
    return Proof(value, line, reason, open=unknown and method.open)


def evaluate(
    game: AnyGame, position: Any, budget: SearchBudget, tables: Tables, *, distance: bool = True
) -> tuple[Value, ProofMethod] | None:
    """Returns the value and its method, without best play; None if it isn't proved.

    Without `distance` the search of a race ends as soon as it is known who wins.
    """
    seat = game.to_move(position)
    if seat is None or len(game.seats) != 2:
        return None
    for method in _methods(game, position, budget, tables, distance=distance):
        value = method.value(position, seat)
        if value:
            return value, method
    return None


def by_table(game: AnyGame, position: Any, tables: Tables) -> ByTable | None:
    """Returns the look-up in the table that has a position; None if there is no such table."""
    known = knowledge(game)
    if stored := known.stored_numbering(position):
        table = tables.stored(stored)
        return ByTable(game, stored, table.value) if table else None
    numbering = known.numbering(position)
    scores = tables.scores(numbering) if numbering else None
    if numbering is None or scores is None:
        return None
    return ByTable(game, numbering, ScoreTable(scores).value)


def _methods(
    game: AnyGame, position: Any, budget: SearchBudget, tables: Tables, *, distance: bool
) -> Iterator[ProofMethod]:
    """Yields the methods that may lead to the value, the best first."""
    known = knowledge(game)
    table, race = by_table(game, position, tables), known.race(position)
    if table:
        yield table
    elif race is None:
        yield ByRules(game, budget)
    else:
        easy = race.free.bit_count() <= EASY
        reflection = ByReflection(game, known, searchable=easy)
        if not easy:
            yield reflection
        yield ByRace(game, known, position, budget, distance=distance)
        yield reflection


def _line(
    game: AnyGame, method: ProofMethod, position: Any, seat: int, value: Value
) -> tuple[str, ...]:
    """Returns best play to the end; of an endless game a few moves."""
    if value.plies is None and value.result is not Result.DRAWN:
        return method.hint(position)
    line: list[str] = []
    length = MAX_DRAW_PLIES if value.plies is None else value.plies
    try:
        for left in range(length, 0, -1):
            move = _best(game, method, position, seat, Value(value.result, left))
            line.append(game.write(position, move))
            position, seat, value = game.play(position, move), 1 - seat, Value(value.result.turned)
    except BudgetExhausted:  # later moves would be as good, but take longer to find
        pass
    return tuple(line)


def _best(game: AnyGame, method: ProofMethod, position: Any, seat: int, value: Value) -> Any:
    """Returns the first move that keeps the value: the winner hurries, the loser delays."""
    turned, left = value.result.turned, value.plies or 0
    for move in game.moves(position):
        after = game.play(position, move)
        if value.result is Result.LOST:
            keeps = not _has_value(game, method, after, 1 - seat, Value(turned, left - 2))
        else:
            keeps = _has_value(game, method, after, 1 - seat, Value(turned, left - 1))
        if keeps:
            return move
    raise AssertionError(f"no move of {game.name} keeps what was proved")


def _has_value(game: AnyGame, method: ProofMethod, position: Any, seat: int, value: Value) -> bool:
    """Returns True if a position, finished or not, has this result within this many plies."""
    outcome = game.outcome(position)
    if outcome is None:
        return method.within(position, seat, value)
    winners = {Result.WON: (seat,), Result.LOST: (1 - seat,), Result.DRAWN: ()}
    return outcome.winners == winners[value.result] and (value.plies or 0) >= 0
