"""A robot's task on a board, as a value that can be sent to a worker process.

The result is text: a move or an answer, as a person would type it. A second line can contain a draw
offer.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from pbm import games
from pbm.games import AnyGame
from pbm.match.match import Match
from pbm.randomness import numbers
from pbm.robots.alphabeta import DECIDED
from pbm.robots.levels import Level
from pbm.robots.move_choice import SearchLimit, choose_move, evaluate

LATE = 40
"""The ply from which a robot offers draws, and accepts a draw unless it is ahead.

Before this ply, it accepts a draw only if it is lost.
"""
OFFER_EVERY = 20
"""Number of plies between two draw offers of a robot."""
EVEN, HOPELESS = 0.5, 0.02
"""Estimates of a game that is even, and of one that is lost."""
PROPOSE = "propose"


class Proofs(Protocol):
    """Proved moves and results of positions."""

    def __call__(self, game: AnyGame, position: Any, seconds: float) -> Sequence[Any]:
        """Returns the moves that keep a position's proved value, or nothing if it isn't proved."""
        ...

    def result(self, game: AnyGame, position: Any) -> Literal["", "won", "lost", "drawn"]:
        """Returns the result for the player to move if a table has it, or an empty string."""
        ...


@dataclass(frozen=True, slots=True)
class SearchTask:
    """The data about a board that a robot needs to move."""

    game: str
    number: int
    options: tuple[str, ...]
    log: tuple[str, ...]
    """The texts of the log's events, without the moves that were taken back."""
    epoch: int
    seat: int
    level: Level
    offer: str = ""
    """The offer to answer, `draw` or `undo`. Empty if the robot should move."""
    rated: bool = True


def run_search(task: SearchTask, limit: SearchLimit, proofs: Proofs | None = None) -> str:
    """Returns the robot's move, or `accept` or `reject` if there is an offer.

    If the robot offers a draw with its move, the second line is `propose`.
    """
    match = _replay(task)
    if task.offer == "undo":
        return "reject" if task.rated else "accept"
    if task.offer:
        return "accept" if _takes_draw(task, match, limit, proofs) else "reject"
    position = match.state.position
    chosen = choose_move(
        match.game,
        position,
        task.level,
        _seed(task, match.ply),
        proofs,
        limit=limit,
        seen={earlier.position for earlier in match.state.backwards()},
    )
    move = match.game.write(position, chosen)
    after = match.game.play(position, chosen)
    offers = proofs is not None and _offers_draw(task, match, after, proofs)
    return f"{move}\n{PROPOSE}" if offers else move


def _replay(task: SearchTask) -> Match:
    game = games.find(task.game)
    options = game.read_options(task.options)
    return Match.replay_texts(game, options, task.log)


def _offers_draw(task: SearchTask, match: Match, after: Any, proofs: Proofs) -> bool:
    """Whether to offer a draw now.

    That happens every OFFER_EVERY plies late in a game, if a table shows that neither side can win.
    """
    is_due = match.ply >= LATE and match.ply % OFFER_EVERY < len(match.game.seats)
    can = task.level.proofs and match.game.drawn_by_agreement
    return can and is_due and proofs.result(match.game, after) == "drawn"


def _takes_draw(task: SearchTask, match: Match, limit: SearchLimit, proofs: Proofs | None) -> bool:
    """Whether to accept a draw.

    A robot accepts if a table shows a draw. One whose level uses proofs declines if it has a proved
    win.
    """
    proved = proofs.result(match.game, match.state.position) if proofs else ""
    if proved == "drawn":
        return True
    if proved and task.level.proofs:
        return proved == ("lost" if match.to_move == task.seat else "won")
    estimate = _estimated(task, match, limit)
    if estimate is not None:
        return estimate <= (EVEN if match.ply >= LATE else HOPELESS)
    value = evaluate(match.game, match.state.position, task.seat, task.level, limit)
    return value <= (0 if match.ply >= LATE else -DECIDED)


def _estimated(task: SearchTask, match: Match, limit: SearchLimit) -> float | None:
    """Returns the game's own estimate for the robot, from 0 to 1, or None if there is none."""
    game, position = match.game, match.state.position
    effort = limit.effort(game, task.level, _seed(task, match.ply))
    estimates = game.estimate(position, [*game.moves(position)], effort)
    if estimates is None or len(game.seats) > 2:
        return None
    return max(estimates) if match.to_move == task.seat else 1 - max(estimates)


def _seed(task: SearchTask, ply: int) -> Any:
    """Returns a seed that is always the same for the same turn of the same board."""
    return next(numbers(f"{task.game} {task.number} {task.epoch} {ply}"))
