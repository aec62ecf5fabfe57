"""Which moves keep what a position is proved to be worth."""

from typing import Any

from pbm.games import AnyGame
from pbm.proofs.game_review import value_of
from pbm.proofs.proving import Tables, evaluate, knowledge, prove
from pbm.proofs.value import Proof, Result
from pbm.search_budget import SearchBudget


def best_moves(
    game: AnyGame, position: Any, budget: SearchBudget, tables: Tables
) -> tuple[Any, ...]:
    """Moves that are as good as any: the quickest win, or all that draw, or the slowest loss.

    Where a table knows all, a lost player sets traps instead: the fewer answers win, the better.

    None where nothing is proved, or where it makes no difference.
    """
    proof = prove(game, position, budget, tables)
    if proof is None:
        return ()
    if proof.value.result is Result.DRAWN:
        moves = game.moves(position)
        return tuple(move for move in moves if _draws(game, position, move, budget, tables))
    if proof.value.result is Result.LOST and knowledge(game).numbering(position):
        return _traps(game, position, budget, tables)
    return (game.read(position, proof.line[0]),) if _tells(proof) else ()


def _traps(game: AnyGame, position: Any, budget: SearchBudget, tables: Tables) -> tuple[Any, ...]:
    risks = {
        move: _risk(game, game.play(position, move), budget, tables)
        for move in game.moves(position)
    }
    return tuple(move for move, risk in risks.items() if risk == min(risks.values()))


def _risk(game: AnyGame, after: Any, budget: SearchBudget, tables: Tables) -> float:
    """What share of the other's answers wins."""
    answers = [game.play(after, answer) for answer in game.moves(after)]
    seat = 1 - (game.to_move(after) or 0)
    values = [value_of(game, seat, answer, budget, tables) for answer in answers]
    won = sum(value is not None and value.result is Result.LOST for value in values)
    return won / len(answers) if answers else 1


def _tells(proof: Proof) -> bool:
    """Whether its first move is better than others; all moves of a lost race are alike."""
    known = proof.value.result is Result.WON or proof.value.plies is not None
    return known and bool(proof.line)


def _draws(game: AnyGame, position: Any, move: Any, budget: SearchBudget, tables: Tables) -> bool:
    after = game.play(position, move)
    outcome = game.outcome(after)
    if outcome:
        return not outcome.winners
    found = evaluate(game, after, budget, tables)
    return found is not None and found[0].result is Result.DRAWN
