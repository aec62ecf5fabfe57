"""A robot's task on a board, as a value that can be sent to a worker process.

The result is the text that a person would type as a move.
"""

from dataclasses import dataclass
from typing import Any

from pbm import games
from pbm.match import Match
from pbm.options import read_options
from pbm.randomness import numbers
from pbm.robots import ProvedMoves, SearchLimit, choose_move, evaluate
from pbm.robots.alphabeta import DECIDED

LATE = 40
"""The ply from which a robot accepts a draw unless it stands better; before, only a lost game."""


@dataclass(frozen=True, slots=True)
class SearchTask:
    """The data of a board that a robot needs."""

    game: str
    number: int
    options: tuple[str, ...]
    log: tuple[str, ...]
    """The texts of the events that count."""
    epoch: int
    seat: int
    level: int
    offer: str = ""
    """The open offer, `draw` or `undo`, if it is to be answered."""
    rated: bool = True


def run_search(
    task: SearchTask, limit: SearchLimit, proved_moves: ProvedMoves | None = None
) -> str:
    """Returns a move in canonical notation; `accept` or `reject` if there is an offer."""
    match = _replay(task)
    if task.offer == "undo":
        return "reject" if task.rated else "accept"
    if task.offer:
        return "accept" if _takes_draw(task, match, limit) else "reject"
    position = match.state.position
    chosen = choose_move(
        match.game,
        position,
        task.level,
        _seed(task, match.ply),
        proved_moves,
        limit=limit,
        seen={earlier.position for earlier in match.state.backwards()},
    )
    return match.game.write(position, chosen)


def _replay(task: SearchTask) -> Match:
    game = games.find(task.game)
    options = read_options(game.options, task.options, game.title)
    return Match.replay_texts(game, options, task.log)


def _takes_draw(task: SearchTask, match: Match, limit: SearchLimit) -> bool:
    value = evaluate(match.game, match.state.position, task.seat, task.level, limit)
    return value <= (0 if match.ply >= LATE else -DECIDED)


def _seed(task: SearchTask, ply: int) -> Any:
    """Returns the seed, which is the same for the same turn of the same board."""
    return next(numbers(f"{task.game} {task.number} {task.epoch} {ply}"))
