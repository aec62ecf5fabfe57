"""Notes on a move.

Each note is a sentence. It follows from the rules, is proved, or is marked as an estimate.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pbm.proofs.value import Result, Value
from pbm.review.assessment import UNKNOWN, Assessment
from pbm.review.facts import find_ending, find_facts
from pbm.review.proved_values import Proofs, ProvedMove
from pbm.review.reviewed_step import Step, can_win, reason_after, winning_moves

MAX_NOTES = 3
"""Maximum number of notes on a move."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A move that a player made, and a better one."""

    step: Step
    played: int
    """The number of moves made before."""
    move: str
    reply: str
    """The next move of the game, or an empty string if there was none."""
    proved: ProvedMove
    better: str = ""
    """A better move, or an empty string if none is known."""
    better_value: Assessment = UNKNOWN
    value: Assessment = UNKNOWN
    """The value of the move that the player made."""


def notes(choice: Choice, proofs: Proofs) -> Iterator[str]:
    """Yields the notes on a move, the most interesting ones first."""
    step = choice.step
    is_over = step.game.outcome(step.after)
    allowed = [] if is_over else list(_allowed_win(step, choice.reply))
    missed = _missed_win(step, choice.move)
    yield from missed
    if not missed:
        yield from _value_notes(choice, allows_win=bool(allowed))
    if is_over:
        return
    yield from allowed
    if choice.proved.is_mistake and choice.proved.is_short and not allowed:
        yield from _line(step, proofs)
    if not allowed:
        yield from find_facts(step.game)(step)


def _missed_win(step: Step, played: str) -> list[str]:
    """Returns a note if the mover missed a move that wins immediately."""
    wins = [step.game.write(step.before, move) for move in winning_moves(step.game, step.before)]
    if not wins or played in wins:
        return []
    best = min(wins)
    reason = reason_after(step.game, step.before, step.game.read(step.before, best))
    return [f"{step.mover} could have won immediately with {best} ({reason})."]


def _allowed_win(step: Step, reply: str) -> Iterator[str]:
    """Yields a note if the next player can win immediately.

    The note names a winning move. If `reply` wins, the note names that move. It also says whether
    every other move would have allowed a win.
    """
    game = step.game
    wins = [game.write(step.after, move) for move in winning_moves(game, step.after)]
    move = reply if reply in wins else min(wins, default="")
    seat = game.to_move(step.after)
    if not move or seat is None:
        return
    reason = reason_after(game, step.after, game.read(step.after, move))
    if all(can_win(game, after) for after in _alternatives(step)):
        winner = f"No matter what {step.mover} played, {step.names[seat]} could win immediately"
        yield f"{winner}, here with {move} ({reason})."
    else:
        yield f"This lets {step.names[seat]} win immediately with {move} ({reason})."


def _alternatives(step: Step) -> Iterator[Any]:
    """Yields the positions after each move that the mover could have made."""
    for move in step.game.moves(step.before):
        yield step.game.play(step.before, move)


def _value_notes(choice: Choice, *, allows_win: bool) -> Iterator[str]:
    """Yields notes on the proved or estimated value of the move.

    `allows_win`: whether a later note says that the opponent can win immediately. If so, these
    notes leave out who wins.
    """
    proved, played = choice.proved, choice.played
    before, after = proved.before, proved.after
    if proved.is_mistake and before and after:
        now = "" if allows_win else f" Now {_now(choice.step, after, played)}."
        yield f"{_result_given_away(choice, before)}.{now}"
    elif proved.is_slow and before and after:
        yield from _slow(choice, before, after)
    elif proved.gave_up_win and choice.better_value.proved is not None:
        yield f"{choice.better} was a proven win. After {choice.move}, no result is proven."
    elif proved.is_proved_loss and after:
        if not allows_win:
            yield f"Now {_now(choice.step, after, played)}."
        yield from _estimated(choice)
    else:
        yield from _estimated(choice)


def _slow(choice: Choice, before: Value, after: Value) -> Iterator[str]:
    """Yields a note on the known move that wins sooner, or loses later."""
    if before.plies is None or after.plies is None or not choice.better:
        return
    wins = before.result is Result.WON
    best, actual = (choice.played + plies for plies in (before.plies, after.plies))
    if wins:
        yield f"Still winning, but {choice.better} would have won by move {best}, not {actual}."
    else:
        lasted = f"{choice.better} would have lasted until move {best}, not {actual}"
        yield f"Already lost, but {lasted}."


def _result_given_away(choice: Choice, before: Value) -> str:
    """Returns which result the mover gave away, and the move that would have kept it."""
    mover, better = choice.step.mover, choice.better
    if before.result is Result.DRAWN:
        return f"{better} would have kept the draw" if better else "The position was a draw"
    by = "" if before.plies is None else f" by move {choice.played + before.plies}"
    return f"{better} would have won{by}" if better else f"{mover} had a proven win{by}"


def _now(step: Step, after: Value, played: int) -> str:
    if after.result is Result.DRAWN:
        return "neither player can force a win"
    by = "" if after.plies is None else f" by move {played + after.plies}"
    return f"{step.opponent} wins{by}"


def _estimated(choice: Choice) -> Iterator[str]:
    """Yields a note on the better move if it is proved or estimated to be better."""
    best, estimated = choice.better_value, choice.value.estimate
    if not choice.better:
        return
    if best.proved is not None:
        yield f"{choice.better} is a proven win."
        return
    rather = "" if estimated is None else f", not ~{round(100 * estimated)}"
    estimate = f"~{round(100 * best.worth)}{rather}"
    yield f"The robot prefers {choice.better}: {estimate}."


def _line(step: Step, proofs: Proofs) -> Iterator[str]:
    """Yields a note with best play after the move and how it ends, if the line is short."""
    game, position, moves = step.game, step.after, []
    positions = [position]
    for text in (line := proofs.line(step.after)):
        moves.append(game.read(position, text))
        position = game.play(position, moves[-1])
        positions.append(position)
    outcome = game.outcome(position)
    if not line or outcome is None:
        return
    ending = find_ending(game)(positions, moves) or "Best play continues"
    yield f"{ending}: {' '.join(line)} ({outcome.reason})."
