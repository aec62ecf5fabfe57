"""Facts about moves of Knight's Dance: attacks on a king, and jumps that capture nothing."""

from collections.abc import Iterator

from pbm.games.knightsdance import Position
from pbm.review.reviewed_step import Step, can_win


def facts(step: Step) -> Iterator[str]:
    """Yields sentences about an attack on a king or, under -misere, the last harmless jumps."""
    yield from _harmless(step) if step.after.misere else _attack(step)


def _attack(step: Step) -> Iterator[str]:
    """Yields a sentence if the knight attacks the opponent's king.

    Yields nothing if the opponent can win first.
    """
    if can_win(step.game, step.after):
        return
    placement = step.after.placement
    again = step.after._replace(placement=placement._replace(turn=step.seat))
    king = placement.kings[1 - step.seat]
    if king not in step.game.moves(again):
        return
    attack = f"It attacks {step.opponent}'s king on {step.game.write(again, king)}"
    if not step.after.jumpblock:
        yield f"{attack}, which can neither move away nor be protected."
    else:
        yield f"{attack}, which can't move away. Only blocking the jump could save it."


def _harmless(step: Step) -> Iterator[str]:
    """Yields a sentence if the opponent has at most one jump that captures nothing."""
    harmless = [move for move in step.game.moves(step.after) if not _captures(step.after, move)]
    if not harmless:
        yield f"Now every jump by {step.opponent} captures a piece, and so loses."
    elif len(harmless) == 1:
        only = step.game.write(step.after, harmless[0])
        yield f"It leaves {step.opponent} only one jump that captures nothing, to {only}."


def _captures(position: Position, move: int) -> bool:
    placement = position.placement
    other = 1 - placement.turn
    return move in (placement.kings[other], placement.knights[other])
