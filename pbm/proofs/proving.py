"""Exact values: of a position of a game of two players, where they can be proved."""

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol

from pbm.games import AnyGame
from pbm.proofs.knowledge import Knowledge, Numbering
from pbm.proofs.methods import ByRace, ByReflection, ByRules, ByTable, ProofMethod
from pbm.proofs.retrograde import Progress, Scores, analyse
from pbm.proofs.value import Proof, Result, Value
from pbm.search_budget import BudgetExhausted, SearchBudget

EASY = 36
"""Free squares up to which a lost game of reflections is searched for its distance too."""
LONGEST_DRAW = 6
"""How many moves of an endless game are shown."""


class Tables(Protocol):
    """Where tables are kept."""

    def scores(self, numbering: Numbering) -> Scores | None:
        """The table of this numbering; None where it would have to be made first."""
        ...


class NewTables:
    """Tables that are made anew each time, if they aren't larger than this."""

    def __init__(self, largest: int, progress: Progress = lambda _: None) -> None:
        self._largest = largest
        self._progress = progress

    def scores(self, numbering: Numbering) -> Scores | None:
        """Makes it."""
        if numbering.placements > self._largest:
            return None
        return analyse(numbering.graph(), self._progress)


@cache
def knowledge(game: AnyGame) -> Knowledge:
    """What is known of a game besides its rules."""
    name = f"pbm.proofs.{game.name}"
    if find_spec(name) is None:
        return Knowledge()
    found = vars(import_module(name)).values()
    kinds = (kind for kind in found if isinstance(kind, type) and kind.__module__ == name)
    return next(kind() for kind in kinds if issubclass(kind, Knowledge))


def covered(game: AnyGame, options: Any) -> Numbering | None:
    """The table that covers a game with these (resolved) options from beginning to end."""
    return knowledge(game).numbering(game.start(options))


def prove(game: AnyGame, position: Any, budget: SearchBudget, tables: Tables) -> Proof | None:
    """The value of a position; None where it is over, has three players, or can't be proved."""
    found = evaluate(game, position, budget, tables)
    if found is None:
        return None
    value, way = found
    ground = way.ground  # best play may take some more searching
    line = _line(game, way, position, game.to_move(position) or 0, value)
    unknown = value.plies is None and value.result is not Result.DRAWN
    return Proof(value, line, ground, open=unknown and way.open)


def evaluate(
    game: AnyGame, position: Any, budget: SearchBudget, tables: Tables
) -> tuple[Value, ProofMethod] | None:
    """The same without best play: the value, and how it was found."""
    seat = game.to_move(position)
    if seat is None or len(game.seats) != 2:
        return None
    found = ((way.value(position, seat), way) for way in _ways(game, position, budget, tables))
    return next(((value, way) for value, way in found if value), None)


def _ways(
    game: AnyGame, position: Any, budget: SearchBudget, tables: Tables
) -> Iterator[ProofMethod]:
    """Those that may lead to the value, the best first."""
    known = knowledge(game)
    numbering, walk = known.numbering(position), known.walk(position)
    if numbering:
        scores = tables.scores(numbering)
        if scores is not None:
            yield ByTable(numbering, scores)
    elif walk is None:
        yield ByRules(game, budget)
    else:
        easy = walk.free.bit_count() <= EASY
        reflection = ByReflection(game, known, searchable=easy)
        if not easy:
            yield reflection
        yield ByRace(game, known, position, budget)
        yield reflection


def _line(
    game: AnyGame, way: ProofMethod, position: Any, seat: int, value: Value
) -> tuple[str, ...]:
    """Best play to the end; of an endless game a few moves."""
    if value.plies is None and value.result is not Result.DRAWN:
        return way.hint(position)
    line: list[str] = []
    length = LONGEST_DRAW if value.plies is None else value.plies
    try:
        for left in range(length, 0, -1):
            move = _best(game, way, position, seat, Value(value.result, left))
            line.append(game.write(position, move))
            position, seat, value = game.play(position, move), 1 - seat, Value(value.result.turned)
    except BudgetExhausted:  # what comes after is as true, but would take longer to find
        pass
    return tuple(line)


def _best(game: AnyGame, way: ProofMethod, position: Any, seat: int, value: Value) -> Any:
    """The first move that keeps the value: the winner hurries, the loser delays."""
    turned, left = value.result.turned, value.plies or 0
    for move in game.moves(position):
        after = game.play(position, move)
        if value.result is Result.LOST:
            keeps = not _is(game, way, after, 1 - seat, Value(turned, left - 2))
        else:
            keeps = _is(game, way, after, 1 - seat, Value(turned, left - 1))
        if keeps:
            return move
    raise AssertionError(f"no move of {game.name} keeps what was proved")


def _is(game: AnyGame, way: ProofMethod, position: Any, seat: int, value: Value) -> bool:
    """Whether a position, over or not, has this result in so many plies or fewer."""
    outcome = game.outcome(position)
    if outcome is None:
        return way.within(position, seat, value)
    winners = {Result.WON: (seat,), Result.LOST: (1 - seat,), Result.DRAWN: ()}
    return outcome.winners == winners[value.result] and (value.plies or 0) >= 0
