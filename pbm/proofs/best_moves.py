"""Finds the moves that keep the proved value of a position."""

from typing import Any

from pbm.games import AnyGame
from pbm.proofs.game_values import value_of
from pbm.proofs.proving import Tables, evaluate, knowledge, prove
from pbm.proofs.value import Proof, Result, Value
from pbm.search.budget import SearchBudget


def best_moves(
    game: AnyGame, position: Any, budget: SearchBudget, tables: Tables
) -> tuple[Any, ...]:
    """Returns the best moves: the quickest win, all moves that draw, or the slowest loss.

    In a lost position that is in a table, the player sets traps instead: the moves after which the
    smallest share of replies wins. If a table has no distances, all winning moves are returned.

    Returns nothing if no value is proved, or if all moves are equally good.
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
    """Returns the share of the opponent's replies that win."""
    answers = [game.play(after, answer) for answer in game.moves(after)]
    seat = 1 - (game.to_move(after) or 0)
    values = [value_of(game, seat, answer, budget, tables) for answer in answers]
    won = sum(value is not None and value.result is Result.LOST for value in values)
    return won / len(answers) if answers else 1


def _has_best_move(proof: Proof) -> bool:
    """Whether the first move of the proof is best. In a lost race, all moves are equal."""
    is_known = proof.value.result is Result.WON or proof.value.plies is not None
    return is_known and bool(proof.line)


def _in_table(game: AnyGame, position: Any, tables: Tables) -> bool:
    """Whether a position is in a table that is stored or was made for the proof."""
    game_knowledge = knowledge(game)
    stored = game_knowledge.stored_numbering(position)
    in_stored = stored is not None and tables.stored(stored) is not None
    return in_stored or game_knowledge.numbering(position) is not None


def _wins(game: AnyGame, position: Any, move: Any, budget: SearchBudget, tables: Tables) -> bool:
    other = 1 - (game.to_move(position) or 0)
    value = value_of(game, other, game.play(position, move), budget, tables)
    return value is not None and value.result is Result.LOST


def _draws(game: AnyGame, position: Any, move: Any, budget: SearchBudget, tables: Tables) -> bool:
    after = game.play(position, move)
    outcome = game.outcome(after)
    if outcome:
        return not outcome.winners
    evaluation = evaluate(game, after, budget, tables)
    return evaluation is not None and evaluation[0].result is Result.DRAWN
