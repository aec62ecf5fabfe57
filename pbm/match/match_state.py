"""The states of a match, and the events that lead from one to the next.

Raises UserError for events that the rules don't allow.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice, takewhile
from typing import Any

from pbm.errors import IllegalError, ParseError
from pbm.game import Outcome
from pbm.games import AnyGame
from pbm.match.decisions import adjudicated, closed, rollback_ply
from pbm.wording import counted

REPETITIONS = 3
"""How often a position must have occurred before a player can claim a draw, in games that may never
end.
"""
MAX_PLIES = 1000
"""Number of moves after which a game that may never end can be declared a draw."""


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class State:
    """The state after an event, linked to the state before it.

    States share the links to earlier states, so an event costs the same time and memory at any ply.
    """

    position: Any
    outcome: Outcome | None
    before: "State | None" = None
    """The state before the event. None for the first state and for a checkpoint. A checkpoint is a
    stored state from which a match is loaded without the earlier states.
    """
    event: str = ""
    """The text of the event that led here. Empty for the first state."""
    ply: int = 0
    """Number of moves played."""
    round: int = 0
    """Number of rounds begun."""
    mover: int | None = None
    """The seat that made the last move."""
    epoch: int = 0
    """Number of undos and rollbacks. Each of them invalidates earlier references to a ply."""

    def __eq__(self, other: object) -> bool:
        """Whether both states have the same position, outcome, ply, epoch and effective events.

        It doesn't recurse into earlier states, because the recursion would be too deep.
        """
        return isinstance(other, State) and self._values == other._values

    __hash__ = None  # type: ignore[assignment]

    @property
    def _values(self) -> tuple[object, ...]:
        return self.position, self.outcome, self.ply, self.epoch, self.effective

    @property
    def is_move(self) -> bool:
        return self.event.startswith("move ")

    @property
    def move(self) -> str:
        """The move that led here, in canonical notation. Empty after other events."""
        return self.event.removeprefix("move ") if self.is_move else ""

    def backwards(self) -> Iterator["State"]:
        """Yields this state and all earlier ones, the latest first."""
        state: State | None = self
        while state is not None:
            yield state
            state = state.before

    @property
    def first(self) -> "State":
        """The first state, or the checkpoint from which the match was loaded."""
        *_, first = self.backwards()
        return first

    @property
    def played(self) -> "list[State]":
        """The states directly after each move since the checkpoint, if there is one, in order."""
        return [state for state in self.backwards() if state.is_move][::-1]

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves since the checkpoint, if there is one, in canonical notation."""
        return tuple(state.move for state in self.played)

    @property
    def movers(self) -> tuple[int, ...]:
        """The seats that made the moves in `moves`."""
        return tuple(state.mover for state in self.played if state.mover is not None)

    @property
    def effective(self) -> tuple[str, ...]:
        """The texts of the events since the checkpoint that no undo or rollback has canceled."""
        return self.effective_since(None)

    def effective_since(self, earlier: "State | None") -> tuple[str, ...]:
        """Returns the texts of the events since an earlier state. If it is None, returns all."""
        since = takewhile(lambda state: state is not earlier, self.backwards())
        return tuple(state.event for state in since if state.event)[::-1]

    def at(self, ply: int) -> "State":
        """Returns the last state after this number of moves."""
        return next(state for state in self.backwards() if state.ply <= ply)


def first_state(game: AnyGame, options: Any) -> State:
    position = game.start(options)
    return State(position, game.outcome(position))


def next_state(game: AnyGame, state: State, text: str) -> State:
    """Returns the state after an event. Raises UserError if the event isn't possible."""
    kind, _, rest = text.partition(" ")
    if kind == "undo":
        return _undo(state)
    if kind == "rollback":
        return _roll_back(state, rest)
    if state.outcome:
        raise IllegalError("The game is already over.")
    if kind == "move":
        return _move(game, state, rest)
    after = replace(state, before=state, event=text)
    if kind == "leave":
        return _leave(game, after, rest)
    if kind == "draw" and (game.drawn_by_agreement or rest == "length"):
        return replace(after, outcome=_drawn(game, state, rest))
    if kind == "adjudicate":
        return replace(after, outcome=adjudicated(len(game.seats), rest))
    if kind == "close":
        return replace(after, outcome=closed(len(game.seats), rest))
    raise ParseError(f'"{text}" isn\'t a valid event in a match of {game.title}.')


def _move(game: AnyGame, state: State, text: str) -> State:
    seat = game.to_move(state.position)
    if seat is None:
        raise IllegalError(f"{text} isn't possible, because it's nobody's turn.")
    position = game.play(state.position, game.read(state.position, text))
    begins_round = state.mover is None or seat <= state.mover
    return State(
        position,
        game.outcome(position),
        before=state,
        event=f"move {text}",
        ply=state.ply + 1,
        round=state.round + begins_round,
        mover=seat,
        epoch=state.epoch,
    )


def _leave(game: AnyGame, after: State, rest: str) -> State:
    seat, _, why = rest.partition(" ")
    position = game.leave(after.position, int(seat))
    outcome = game.outcome(position)
    if outcome:
        outcome = replace(outcome, reason=f"{game.seats[int(seat)].name} {why}")
    return replace(after, position=position, outcome=outcome)


def repetitions(game: AnyGame, state: State) -> int:
    """Returns how often the position has occurred among the last MAX_PLIES + 1 states."""
    latest = islice(state.backwards(), MAX_PLIES + 1)
    same = game.compute(lambda: [past for past in latest if past.position == state.position])
    return sum(past.is_move or not past.event for past in same)


def _drawn(game: AnyGame, state: State, why: str) -> Outcome:
    """Returns the outcome of a draw. `why`: empty for an agreement, `repetition` or `length`."""
    if not why:
        reason = "the players agreed on a draw"
    elif why == "repetition" and repetitions(game, state) >= REPETITIONS:
        reason = "the position occurred three times"
    elif why == "length" and state.ply >= MAX_PLIES:
        reason = f"the game reached {MAX_PLIES} moves"
    else:
        raise IllegalError(f'The game isn\'t drawn by "{why}".')
    return Outcome((1,) * len(game.seats), reason)


def _undo(state: State) -> State:
    """Returns the state before the last move, in the next epoch."""
    undone = next((earlier for earlier in state.backwards() if earlier.is_move), None)
    if undone is None or undone.before is None:
        raise IllegalError("There is no move to take back.")
    return replace(undone.before, epoch=state.epoch + 1)


def _roll_back(state: State, decision: str) -> State:
    """Returns the state directly after the move that reached the ply, in the next epoch.

    Seats that left after that move are back, and later decisions no longer apply.
    """
    ply = rollback_ply(decision)
    if ply > state.ply:
        raise IllegalError(
            f"The game hasn't reached move {ply}. It has {counted(state.ply, 'move')} so far."
        )
    earlier = next(
        candidate
        for candidate in state.backwards()
        if candidate.ply == ply and (candidate.is_move or candidate.before is None)
    )
    if earlier is state:
        raise IllegalError(f"Nothing happened after move {ply}, so there is nothing to take back.")
    return replace(earlier, epoch=state.epoch + 1)
