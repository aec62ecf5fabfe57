"""The highlights of a board: the squares of the last move, trails, trapped pieces and targets."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, islice

from pbm.diagram import Diagram, Layer, Place
from pbm.match.match import Match

Spot = tuple[int, str]
"""A layer number, counted from 0, and a square on that layer."""


@dataclass(frozen=True, slots=True)
class Highlights:
    """Properties of squares that the diagram itself doesn't contain."""

    last: frozenset[Spot] = frozenset()
    """The squares that the last move changed."""
    trails: tuple[tuple[str, ...], ...] = ()
    """The squares that each seat's piece has occupied, in games whose pieces leave trails."""
    trapped: frozenset[str] = frozenset()
    """The squares of the pieces that can't move and so ended the game."""
    targets: frozenset[str] = frozenset()
    """The squares that a piece can move to."""

    def trail_runs(self, layer: Layer) -> Iterator[tuple[int, list[tuple[str, Place]]]]:
        """Yields the stretches of trails on a layer: the seat, and squares with their places."""
        places = {cell.square: place for place, cell in layer.squares()} if self.trails else {}
        for seat, trail in enumerate(self.trails):
            for is_there, run in groupby(trail, places.__contains__):
                if is_there:
                    yield seat, [(square, places[square]) for square in run]


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move that was played, with the match before it."""

    before: Match
    move: str
    seat: int


def played_moves(match: Match, count: int) -> list[PlayedMove]:
    """Returns the last moves of a match, oldest first.

    `count`: the maximum number of moves.
    """
    states = islice((state for state in match.state.backwards() if state.is_move), count)
    return [
        PlayedMove(Match(match.game, match.options, state.before), state.move, state.mover or 0)
        for state in states
        if state.before
    ][::-1]


def changed_squares(before: Diagram, after: Diagram) -> frozenset[Spot]:
    """Returns the squares whose piece differs between two diagrams.

    This finds the squares of a move in every game, without support by the game's code.
    """
    return frozenset({spot for spot, _ in _current_squares(before) ^ _current_squares(after)})


def _current_squares(diagram: Diagram) -> set[tuple[Spot, int | None]]:
    """Returns the occupied squares with the seats of their pieces."""
    return {
        ((number, cell.square), cell.seat)
        for number, cell in diagram.numbered_cells()
        if cell.piece
    }
