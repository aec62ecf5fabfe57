"""The highlights of a board: its last moves, the squares that they changed, and trails."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, islice

from pbm.diagram import Diagram, Layer, Place
from pbm.match.match import Match

Spot = tuple[int, str]
"""A layer, counted from 0, and a square on it."""


@dataclass(frozen=True, slots=True)
class Highlights:
    """The properties of squares that the diagram doesn't tell."""

    last: frozenset[Spot] = frozenset()
    """The squares of the last move."""
    trails: tuple[tuple[str, ...], ...] = ()
    """The squares on which each seat's piece has stood, in games whose pieces leave trails."""
    trapped: frozenset[str] = frozenset()
    """The squares of the pieces that ended the game."""
    targets: frozenset[str] = frozenset()
    """The squares to which a piece can move."""

    def trail_runs(self, layer: Layer) -> Iterator[tuple[int, list[tuple[str, Place]]]]:
        """Yields the parts of trails that lie on a layer: the seat, and squares with places."""
        places = {cell.square: place for place, cell in layer.squares()} if self.trails else {}
        for seat, trail in enumerate(self.trails):
            for is_there, run in groupby(trail, places.__contains__):
                if is_there:
                    yield seat, [(square, places[square]) for square in run]


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move that was played, and the match before it."""

    before: Match
    move: str
    seat: int


def played_moves(match: Match, count: int) -> list[PlayedMove]:
    """Returns the last moves, at most `count`."""
    states = islice((state for state in match.state.backwards() if state.is_move), count)
    return [
        PlayedMove(Match(match.game, match.options, state.before), state.move, state.mover or 0)
        for state in states
        if state.before
    ][::-1]


def changed_squares(before: Diagram, after: Diagram) -> frozenset[Spot]:
    """Returns the squares whose piece differs between two diagrams of a board.

    So the squares of a move are found without the game's help.
    """
    return frozenset({spot for spot, _ in _current_squares(before) ^ _current_squares(after)})


def _current_squares(diagram: Diagram) -> set[tuple[Spot, int | None]]:
    """Returns the squares with pieces, and the pieces' seats."""
    return {
        ((number, cell.square), cell.seat)
        for number, cell in diagram.numbered_cells()
        if cell.piece
    }
