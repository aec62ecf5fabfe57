"""The positions of a game, with the texts about each of them."""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from commands.server.site.boards.board_facts import BoardFacts
from commands.views.analysis.proofs import value_words
from commands.views.board_view import targets_of
from commands.views.highlights import Highlights, changed_squares
from pbm.diagram import Diagram
from pbm.match.match import Match
from pbm.match.match_state import State
from pbm.options import write_options
from storage.boards.public.published_boards import PublishedComment

Paths = tuple[tuple[str, ...], ...]
"""The squares that each piece has visited, by seat, in games whose pieces leave trails."""


@dataclass(frozen=True, slots=True)
class ShownPosition:
    """The position after a move, or the start. Its diagram is only made when it is needed."""

    match: Match
    """The match up to this position."""
    before: State
    """The state before the move. At the start, the same state."""
    paths: Paths
    value: str
    """A sentence about the proved value, or an empty string if none is known."""
    mistake: bool
    """Whether the move to this position decided the game."""
    comments: Sequence[PublishedComment]
    is_last: bool
    mover: str
    """The player who moved, or the deputy and the player. Empty at the start."""
    history: bytes
    """A digest of all events that led to this position."""
    draw: Callable[[Any], Diagram]
    """Returns the diagram of a position."""

    @property
    def state(self) -> State:
        """The state after the move."""
        return self.match.state

    @property
    def ply(self) -> int:
        """Number of moves played."""
        return self.match.ply

    @property
    def diagram(self) -> Diagram:
        """The position as a diagram."""
        return self.draw(self.state.position)

    @property
    def highlights(self) -> Highlights:
        """The marks in the picture, such as the last move."""
        return Highlights(
            last=changed_squares(self.draw(self.before.position), self.diagram),
            trails=self.paths,
            trapped=frozenset(self.match.game.trapped(self.state.position)),
            targets=targets_of(self.match) if self.is_last else frozenset(),
        )

    @property
    def key(self) -> bytes:
        """A digest of everything that the page shows about this position."""
        facts = self.history, self.mover, self.value, self.mistake, self.is_last, *self.comments
        return hashlib.sha256(repr(facts).encode()).digest()


def shown_positions(facts: BoardFacts) -> Iterator[ShownPosition]:
    """Yields the positions of the game, beginning with the start."""
    match, comments = facts.board.match, facts.comments_by_ply()
    states, draw = last_states(match.state), lru_cache(maxsize=2)(match.game.diagram)
    history = hashlib.sha256(repr(_beginning(facts)).encode())
    before = states[0]
    for state, paths in zip(states, _paths(match, states), strict=True):
        history.update(repr(state.effective_since(before)).encode())
        yield ShownPosition(
            match=Match(match.game, match.options, state),
            before=before,
            paths=paths,
            value=_value(facts, state),
            mistake=facts.review.mistake == state.ply - 1,
            comments=comments.get(state.ply, ()),
            is_last=state is match.state,
            mover="" if state.mover is None else facts.mover_words(state.ply, state.mover),
            history=history.digest(),
            draw=draw,
        )
        before = state


def last_states(state: State) -> list[State]:
    """Returns the last state with each number of moves, beginning with the start.

    If a player left the game after a move, this is the state after that.
    """
    latest = {each.ply: each for each in reversed([*state.backwards()])}
    return [latest[ply] for ply in sorted(latest)]


def _beginning(facts: BoardFacts) -> tuple[object, ...]:
    match = facts.board.match
    return match.game.name, match.game.version, write_options(match.options), facts.names


def _paths(match: Match, states: Sequence[State]) -> Iterator[Paths]:
    """Yields the paths of the pieces up to each state."""
    paths = match.at(0).paths
    start = match.game.diagram(states[0].position)
    seats = [piece.seat for piece in start.pieces()] if paths else []
    for state in states:
        if state.ply:
            paths = tuple(
                (*path, state.move) if seat == state.mover else path
                for seat, path in zip(seats, paths, strict=True)
            )
        yield paths


def _value(facts: BoardFacts, state: State) -> str:
    """Returns a sentence about the proved value for the player to move, or an empty string."""
    values = facts.review.values
    value = values[state.ply] if state.ply < len(values) else None
    seat = facts.board.game.to_move(state.position)
    if value is None or seat is None:
        return ""
    words = value_words(value, state.ply)
    name = facts.names[seat]
    return f"It's {name}'s turn. It has been proven that, with best play, {name} {words}."
