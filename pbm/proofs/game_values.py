"""The proved values of the positions of a finished game, and its decisive mistake."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from pbm.games import AnyGame
from pbm.proofs.proving import Tables, evaluate
from pbm.proofs.value import Result, Value
from pbm.search.budget import SearchBudget

WORTH = {Result.WON: 2, Result.DRAWN: 1, Result.LOST: 0}
"""Numbers to compare results. The highest is the best for the player to move."""


def review_values(
    game: AnyGame, positions: Sequence[Any], budget: SearchBudget, tables: Tables
) -> list[Value | None]:
    """Returns the value of each position for the player to move, or None where it isn't proved.

    The last positions are proved first, because their proofs are short and all positions share the
    budget.
    """
    first = game.to_move(positions[0]) or 0
    numbered = reversed(list(enumerate(positions, first)))
    values = [value_of(game, seat % 2, position, budget, tables) for seat, position in numbered]
    return values[::-1]


def values_with_moves(
    game: AnyGame,
    position: Any,
    moves: Sequence[str],
    budget: SearchBudget,
    tables: Tables,
    *,
    known_value: Value | None = None,
) -> list[Value | None]:
    """Returns the value of a position, followed by the values of its moves.

    All values are for the player to move, or None if nothing is proved. The moves are proved first,
    because their proofs are shorter.

    `known_value`: the value of the position, if it needs no search.
    """
    seat = game.to_move(position)
    if seat is None or len(game.seats) != 2:
        return [None] * (1 + len(moves))
    after = [game.play(position, game.read(position, move)) for move in moves]
    move_values = [value_of(game, 1 - seat, each, budget, tables) for each in after]
    values = [value and value.before for value in move_values]
    return [known_value or value_of(game, seat, position, budget, tables), *values]


def decisive_mistake(values: Sequence[Value | None]) -> int | None:
    """Returns the index of the last move that worsened the result for its player.

    Move number n leads from value n to value n + 1. Each value is from the view of the player to
    move in its position.
    """
    pairs = list(enumerate(pairwise(values)))
    return next((number for number, pair in reversed(pairs) if _worse(*pair)), None)


def value_of(
    game: AnyGame, seat: int, position: Any, budget: SearchBudget, tables: Tables
) -> Value | None:
    """Returns the value of a position for the seat to move. The game may be over."""
    outcome = game.outcome(position)
    if outcome:
        return Value(Result.WON if outcome.winners == (seat,) else Result.LOST, 0)
    evaluation = evaluate(game, position, budget, tables)
    return evaluation and evaluation[0]


def _worse(before: Value | None, after: Value | None) -> bool:
    if before is None or after is None:
        return False
    return WORTH[after.result.turned] < WORTH[before.result]
