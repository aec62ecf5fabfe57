"""The proved values of the positions of a game that was played, and its decisive mistake."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from pbm.games import AnyGame
from pbm.proofs.proving import Tables, evaluate
from pbm.proofs.value import Result, Value
from pbm.search_budget import SearchBudget

WORTH = {Result.WON: 2, Result.DRAWN: 1, Result.LOST: 0}
"""The order of results: the higher, the better for the player to move."""


def review_values(
    game: AnyGame, positions: Sequence[Any], budget: SearchBudget, tables: Tables
) -> list[Value | None]:
    """Returns the value of each position for the player to move; None where unproved.

    The last positions come first: their proofs are the cheapest, and the budget is for all.
    """
    first = game.to_move(positions[0]) or 0
    numbered = reversed(list(enumerate(positions, first)))
    found = [value_of(game, seat % 2, position, budget, tables) for seat, position in numbered]
    return found[::-1]


def values_with_moves(
    game: AnyGame,
    position: Any,
    moves: Sequence[str],
    budget: SearchBudget,
    tables: Tables,
    *,
    known: Value | None = None,
) -> list[Value | None]:
    """Returns the value of a position and the values of its moves, for the player to move.

    None stands where nothing is proved. The moves come first: their proofs are cheaper. `known`:
    the value of the position if it needn't be searched for.
    """
    seat = game.to_move(position)
    if seat is None or len(game.seats) != 2:
        return [None] * (1 + len(moves))
    after = [game.play(position, game.read(position, move)) for move in moves]
    found = [value_of(game, 1 - seat, each, budget, tables) for each in after]
    values = [value and value.before for value in found]
    return [known or value_of(game, seat, position, budget, tables), *values]


def decisive_mistake(values: Sequence[Value | None]) -> int | None:
    """Returns the last move, counted from 0, that worsened the result for its player.

    Each move leads from a value to the next one, which is the other player's.
    """
    pairs = list(enumerate(pairwise(values)))
    return next((number for number, pair in reversed(pairs) if _worse(*pair)), None)


def value_of(
    game: AnyGame, seat: int, position: Any, budget: SearchBudget, tables: Tables
) -> Value | None:
    """Returns the value of a position, also of a finished one, for the seat to move."""
    outcome = game.outcome(position)
    if outcome:
        return Value(Result.WON if outcome.winners == (seat,) else Result.LOST, 0)
    found = evaluate(game, position, budget, tables)
    return found and found[0]


def _worse(before: Value | None, after: Value | None) -> bool:
    if before is None or after is None:
        return False
    return WORTH[after.result.turned] < WORTH[before.result]
