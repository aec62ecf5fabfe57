"""The review of a finished game, move by move."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, NamedTuple

from pbm.match.match import Match
from pbm.match.match_state import State
from pbm.proofs.proving import Tables
from pbm.proofs.starts.proved_starts import proved_start
from pbm.proofs.value import Value
from pbm.review.assessment import UNKNOWN, Assessment
from pbm.review.move_estimates import estimated_moves
from pbm.review.move_notes import MAX_NOTES, Choice, notes
from pbm.review.proved_values import Proofs, ProvedMove
from pbm.review.reviewed_step import Step
from pbm.search.budget import SearchBudget

MAX_REVIEWED_MOVES = 100
"""Maximum number of moves that a review covers. In longer games, it covers the last moves, because
they matter most.
"""
MARGIN = 0.15
"""A review calls a move better than another if their estimates differ by at least this much."""
Progress = Callable[[int, int], None]
"""Called after each move, with the number of moves reviewed and the total."""


@dataclass(frozen=True, slots=True)
class ReviewLimits:
    """The time and the positions that a review may search."""

    seconds: float = float("inf")
    """Maximum time in seconds. Values, better moves and estimates get a third of it each."""
    proof_positions: int = 1_000_000
    """Maximum number of positions searched for values. Better moves have the same limit."""
    estimate_positions: int = 4_000
    """Maximum number of positions searched to estimate the moves of one position."""


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move, the values before and after it for the player who made it, and notes on it."""

    ply: int
    seat: int
    move: str
    before: Assessment
    after: Assessment
    better: str = ""
    better_value: Assessment = UNKNOWN
    notes: tuple[str, ...] = ()
    lost: bool = False
    """Whether the move provably worsened the result."""

    @property
    def drop(self) -> float:
        """How much value the move lost, from 0 to 1.

        It is 0 if the value before the move is proved and the value after it is only an estimate,
        because an estimate can't refute a proof.
        """
        if not (self.before.is_known and self.after.is_known) or (
            self.before.proved and not self.after.proved
        ):
            return 0.0
        return self.before.worth - self.after.worth


class _PlayedMove(NamedTuple):
    """A move that was made, and its proved values."""

    state: State
    reply: str
    """The next move, or an empty string if there was none."""
    values: ProvedMove
    better: tuple[Any, Value] | None
    """A move that is proved to be better, with its value, or None."""


@dataclass(frozen=True)
class Reviewer:
    """Reviews one match within the limits."""

    match: Match
    names: Sequence[str]
    """The players' names, by seat."""
    limits: ReviewLimits
    tables: Tables
    progress: Progress = lambda _done, _all: None
    clock: Callable[[], float] = field(default=time.monotonic)

    def review(self) -> tuple[ReviewedMove, ...]:
        """Returns the reviews of the last MAX_REVIEWED_MOVES moves of the match."""
        until = self.clock() + self.limits.seconds
        states = self.match.state.played[-MAX_REVIEWED_MOVES:]
        if not states:
            return ()
        proofs = Proofs(self.match.game, self._budget(), self._budget(2), self.tables)
        positions = [*(_position_before(state) for state in states), states[-1].position]
        proved = proofs.moves(positions, self._start_value(states[0]))
        better_moves, replies = proofs.better_moves(positions, proved), [*self.match.moves, ""]
        reviewed = []
        for number, (state, values) in enumerate(zip(states, proved, strict=True)):
            move = _PlayedMove(state, replies[state.ply], values, better_moves.get(number))
            share = max(until - self.clock(), 0) / (len(states) - number)
            reviewed.append(self._move(move, proofs, share))
            self.progress(number + 1, len(states))
        return tuple(reviewed)

    def _start_value(self, first: State) -> Value | None:
        """Returns the shipped value of the start if `first` is the state after the first move."""
        is_start = first.ply == 1 and len(self.match.game.seats) == 2
        start = proved_start(self.match.game, self.match.options) if is_start else None
        return start.proof.value if start else None

    def _budget(self, thirds: int = 1) -> SearchBudget:
        """Returns a budget for proofs that ends after this many thirds of the time."""
        seconds = self.limits.seconds * thirds / 3
        return SearchBudget(seconds, self.limits.proof_positions, self.clock)

    def _move(self, played: _PlayedMove, proofs: Proofs, seconds: float) -> ReviewedMove:
        game, (state, reply, values, better_move) = self.match.game, played
        before = _position_before(state)
        estimates = self._estimates(before, values, seconds)
        move = game.read(before, state.move)
        value = Assessment(values.after) if values.after else estimates.get(move, UNKNOWN)
        best, best_value = _estimated_better(move, values, estimates)
        if better_move:
            best, best_value = better_move[0], Assessment(better_move[1])
        step = Step(game, before, state.position, state.mover or 0, self.names)
        better = "" if best is None else game.write(before, best)
        choice = Choice(step, state.ply - 1, state.move, reply, values, better, best_value, value)
        return ReviewedMove(
            ply=state.ply,
            seat=step.seat,
            move=state.move,
            before=Assessment(values.before) if values.before else _highest(estimates),
            after=value,
            better=better,
            better_value=best_value,
            notes=tuple(islice(notes(choice, proofs), MAX_NOTES)),
            lost=values.is_mistake,
        )

    def _estimates(
        self, position: Any, values: ProvedMove, seconds: float
    ) -> Mapping[Any, Assessment]:
        """Returns estimates of all moves, or nothing if both values of the move are proved."""
        if values.before and values.after:
            return {}
        moves = list(self.match.game.moves(position))
        budget = SearchBudget(seconds, self.limits.estimate_positions, self.clock)
        return estimated_moves(self.match.game, position, moves, budget)


def decisive_move(reviewed: Sequence[ReviewedMove], winners: Sequence[int]) -> ReviewedMove | None:
    """Returns the last move that provably worsened the result.

    If there is none, returns the loser's move with the largest drop by estimates, or None if no
    drop reaches MARGIN.
    """
    proved = [each for each in reviewed if each.lost]
    if proved:
        return proved[-1]
    losers = [each for each in reviewed if each.seat not in winners and each.drop >= MARGIN]
    return max(losers, key=lambda each: each.drop, default=None)


def _estimated_better(
    move: Any, values: ProvedMove, estimates: Mapping[Any, Assessment]
) -> tuple[Any, Assessment]:
    """Returns the best move by estimates, and its value.

    The move is None unless it is better than the move that was made by at least MARGIN.
    """
    worth = 0.0 if values.is_proved_loss else estimates.get(move, Assessment(estimate=1.0)).worth
    best = max(estimates, key=lambda each: estimates[each].worth, default=None)
    if best is None or best == move or estimates[best].worth - worth < MARGIN:
        return None, UNKNOWN
    return best, estimates[best]


def _position_before(state: State) -> Any:
    assert state.before is not None  # noqa: S101 - a move leads from one state to another
    return state.before.position


def _highest(estimates: Mapping[Any, Assessment]) -> Assessment:
    return max(estimates.values(), key=lambda each: each.worth, default=UNKNOWN)
