"""Review of a game that was played, by the proved values of its positions."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from pbm.games import AnyGame
from pbm.proofs.proving import Tables, evaluate, knowledge, prove
from pbm.proofs.value import Proof, Result, Value
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


# Moves that keep the proved value of a position.


def best_moves(
    game: AnyGame, position: Any, budget: SearchBudget, tables: Tables
) -> tuple[Any, ...]:
    """Returns the best moves: the quickest win, or all that draw, or the slowest loss.

    In a lost position covered by a table the player sets traps instead: moves with few winning
    replies. If a table has no distances, all winning moves are equal. Returns nothing if nothing is
    proved, or if all moves are equally good.
    """
    proof = prove(game, position, budget, tables)
    if proof is None:
        return ()
    if proof.value.result is Result.DRAWN:
        moves = game.moves(position)
        return tuple(move for move in moves if _draws(game, position, move, budget, tables))
    if proof.value.result is Result.LOST and _in_table(game, position, tables):
        return _traps(game, position, budget, tables)
    if proof.value == Value(Result.WON) and _in_table(game, position, tables):
        moves = game.moves(position)
        return tuple(move for move in moves if _wins(game, position, move, budget, tables))
    return (game.read(position, proof.line[0]),) if _has_best_move(proof) else ()


def _traps(game: AnyGame, position: Any, budget: SearchBudget, tables: Tables) -> tuple[Any, ...]:
    risks = {
        move: _risk(game, game.play(position, move), budget, tables)
        for move in game.moves(position)
    }
    return tuple(move for move, risk in risks.items() if risk == min(risks.values()))


def _risk(game: AnyGame, after: Any, budget: SearchBudget, tables: Tables) -> float:
    """Returns the share of the opponent's answers that win."""
    answers = [game.play(after, answer) for answer in game.moves(after)]
    seat = 1 - (game.to_move(after) or 0)
    values = [value_of(game, seat, answer, budget, tables) for answer in answers]
    won = sum(value is not None and value.result is Result.LOST for value in values)
    return won / len(answers) if answers else 1


def _has_best_move(proof: Proof) -> bool:
    """Returns True if the first move of the proof is best; all moves of a lost race are equal."""
    known = proof.value.result is Result.WON or proof.value.plies is not None
    return known and bool(proof.line)


def _in_table(game: AnyGame, position: Any, tables: Tables) -> bool:
    """Returns True if a position is covered by a table, which has been looked up or made."""
    known = knowledge(game)
    stored = known.stored_numbering(position)
    in_stored = stored is not None and tables.stored(stored) is not None
    return in_stored or known.numbering(position) is not None


def _wins(game: AnyGame, position: Any, move: Any, budget: SearchBudget, tables: Tables) -> bool:
    other = 1 - (game.to_move(position) or 0)
    value = value_of(game, other, game.play(position, move), budget, tables)
    return value is not None and value.result is Result.LOST


def _draws(game: AnyGame, position: Any, move: Any, budget: SearchBudget, tables: Tables) -> bool:
    after = game.play(position, move)
    outcome = game.outcome(after)
    if outcome:
        return not outcome.winners
    found = evaluate(game, after, budget, tables)
    return found is not None and found[0].result is Result.DRAWN
