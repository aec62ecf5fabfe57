"""Proves values of positions of games for two players."""

from collections.abc import Iterator
from functools import cache
from typing import Any, Protocol

from pbm.games import AnyGame, module_of
from pbm.proofs.knowledge import Knowledge, Numbering, StoredNumbering
from pbm.proofs.methods import ByRace, ByReflection, ByRules, ByTable, ProofMethod
from pbm.proofs.tables.retrograde import Progress, Scores, analyse
from pbm.proofs.tables.stored_tables import ScoreTable, StoredTable
from pbm.proofs.value import Proof, Result, Value
from pbm.search.budget import BudgetExhausted, SearchBudget

MAX_EASY_SQUARES = 36
"""Maximum number of free squares with which a race is searched before symmetry is tried."""
MAX_DRAW_PLIES = 6
"""Number of moves of best play to show if the game is drawn by going on forever."""


class Tables(Protocol):
    """A source of tablebases."""

    def stored(self, numbering: StoredNumbering) -> StoredTable | None:
        """Returns the large table of this numbering if it is stored."""
        ...

    def scores(self, numbering: Numbering) -> Scores | None:
        """Returns the small table of this numbering, or None if the source doesn't have it."""
        ...


class NewTables:
    """Tables that are made for each request, up to a maximum number of entries."""

    def __init__(self, largest: int, progress: Progress = lambda _: None) -> None:
        self._largest = largest
        self._progress = progress

    def stored(self, numbering: StoredNumbering) -> StoredTable | None:
        """Returns None, because nothing is stored."""
        return None

    def scores(self, numbering: Numbering) -> Scores | None:
        """Returns a new table, or None if it would be too large."""
        if numbering.entries > self._largest:
            return None
        return analyse(numbering.graph(), self._progress)


@cache
def knowledge(game: AnyGame) -> Knowledge:
    """Returns the game's own `Knowledge`, or an empty one."""
    module = module_of("pbm.proofs", game)
    if module is None:
        game_knowledge = game.knowledge()
        return game_knowledge if isinstance(game_knowledge, Knowledge) else Knowledge()
    kinds = (kind for kind in vars(module).values() if isinstance(kind, type))
    own_kinds = (kind for kind in kinds if kind.__module__ == module.__name__)
    return next(kind() for kind in own_kinds if issubclass(kind, Knowledge))


def covered(game: AnyGame, options: Any) -> Numbering | None:
    """Returns the numbering of the table for games with these (resolved) options, or None."""
    return knowledge(game).numbering(game.start(options))


def prove(
    game: AnyGame, position: Any, budget: SearchBudget, tables: Tables, *, distance: bool = True
) -> Proof | None:
    """Returns a proof of the position's value.

    Returns None if the game is over, has three players, or if no value is proved. `distance` has
    the same meaning as for `evaluate`.
    """
    evaluation = evaluate(game, position, budget, tables, distance=distance)
    if evaluation is None:
        return None
    value, method = evaluation
    reason = method.reason  # Read before `_line` searches more positions.
    line = _line(game, method, position, game.to_move(position) or 0, value)
    unknown = value.plies is None and value.result is not Result.DRAWN
    return Proof(value, line, reason, open=unknown and method.open)


def evaluate(
    game: AnyGame, position: Any, budget: SearchBudget, tables: Tables, *, distance: bool = True
) -> tuple[Value, ProofMethod] | None:
    """Returns the value and the method that proved it, or None. Finds no line of play.

    `distance`: whether the search of a race continues after the winner is known, to find the
    distance.
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
    """Returns the lookup in the table that contains the position, or None if there is no table."""
    game_knowledge = knowledge(game)
    if stored := game_knowledge.stored_numbering(position):
        table = tables.stored(stored)
        return ByTable(game, stored, table.value) if table else None
    numbering = game_knowledge.numbering(position)
    scores = tables.scores(numbering) if numbering else None
    if numbering is None or scores is None:
        return None
    return ByTable(game, numbering, ScoreTable(scores).value)


def _methods(
    game: AnyGame, position: Any, budget: SearchBudget, tables: Tables, *, distance: bool
) -> Iterator[ProofMethod]:
    """Yields the methods that apply to a position, in the order in which to try them."""
    game_knowledge = knowledge(game)
    table, race = by_table(game, position, tables), game_knowledge.race(position)
    if table:
        yield table
    elif race is None:
        yield ByRules(game, budget)
    else:
        easy = race.free.bit_count() <= MAX_EASY_SQUARES
        reflection = ByReflection(game, game_knowledge, searchable=easy)
        # If the search is fast, it is tried first, because it also finds the distance.
        if not easy:
            yield reflection
        yield ByRace(game, game_knowledge, position, budget, distance=distance)
        yield reflection


def _line(
    game: AnyGame, method: ProofMethod, position: Any, seat: int, value: Value
) -> tuple[str, ...]:
    """Returns best play to the end, or a few moves if the game never ends."""
    if value.plies is None and value.result is not Result.DRAWN:
        return method.hint(position)
    line: list[str] = []
    length = MAX_DRAW_PLIES if value.plies is None else value.plies
    try:
        for plies_left in range(length, 0, -1):
            move = _best(game, method, position, seat, Value(value.result, plies_left))
            line.append(game.write(position, move))
            position, seat, value = game.play(position, move), 1 - seat, Value(value.result.turned)
    except BudgetExhausted:  # The line so far is correct. The rest would take longer to find.
        pass
    return tuple(line)


def _best(game: AnyGame, method: ProofMethod, position: Any, seat: int, value: Value) -> Any:
    """Returns the first move that keeps the value.

    The winner wins as soon as possible, and the loser loses as late as possible.
    """
    turned, plies_left = value.result.turned, value.plies or 0
    for move in game.moves(position):
        after = game.play(position, move)
        if value.result is Result.LOST:
            keeps = not _has_value(game, method, after, 1 - seat, Value(turned, plies_left - 2))
        else:
            keeps = _has_value(game, method, after, 1 - seat, Value(turned, plies_left - 1))
        if keeps:
            return move
    raise AssertionError(f"no move in {game.name} keeps the proven value")


def _has_value(game: AnyGame, method: ProofMethod, position: Any, seat: int, value: Value) -> bool:
    """Whether a position, finished or not, has this result within this many plies."""
    outcome = game.outcome(position)
    if outcome is None:
        return method.within(position, seat, value)
    winners = {Result.WON: (seat,), Result.LOST: (1 - seat,), Result.DRAWN: ()}
    return outcome.winners == winners[value.result] and (value.plies or 0) >= 0
