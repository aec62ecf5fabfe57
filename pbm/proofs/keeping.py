"""Which moves keep what a position is proved to be worth."""

from typing import Any

from pbm.games import AnyGame
from pbm.proofs.budget import Budget
from pbm.proofs.proving import Tables, evaluate, prove
from pbm.proofs.value import Proof, Result


def keeping(game: AnyGame, position: Any, budget: Budget, tables: Tables) -> tuple[Any, ...]:
    """Moves that are as good as any: the quickest win, or the slowest loss, or all that draw.

    None where nothing is proved, or where it makes no difference.
    """
    proof = prove(game, position, budget, tables)
    if proof is None:
        return ()
    if proof.value.result is Result.DRAWN:
        moves = game.moves(position)
        return tuple(move for move in moves if _draws(game, position, move, budget, tables))
    return (game.read(position, proof.line[0]),) if _tells(proof) else ()


def _tells(proof: Proof) -> bool:
    """Whether its first move is better than others; all moves of a lost race are alike."""
    known = proof.value.result is Result.WON or proof.value.plies is not None
    return known and bool(proof.line)


def _draws(game: AnyGame, position: Any, move: Any, budget: Budget, tables: Tables) -> bool:
    after = game.play(position, move)
    outcome = game.outcome(after)
    if outcome:
        return not outcome.winners
    found = evaluate(game, after, budget, tables)
    return found is not None and found[0].result is Result.DRAWN
