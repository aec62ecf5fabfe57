"""The properties of squares that the diagram doesn't tell."""

from dataclasses import dataclass

from commands.views.board_view import Spot, last_squares, played_moves
from pbm.match.match import Match


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


def highlights_of(match: Match, *, targets: frozenset[str] = frozenset()) -> Highlights:
    """Returns the last move, the trails, and the trapped pieces of a match as it is now."""
    diagram = match.game.diagram(match.state.position)
    latest = played_moves(match, 1)
    return Highlights(
        last=last_squares(latest[-1].before, diagram) if latest else frozenset(),
        trails=match.paths,
        trapped=frozenset(match.game.trapped(match.state.position)),
        targets=targets,
    )


def targets_of(match: Match, piece: str = "") -> frozenset[str]:
    """Returns the squares to which the player to move can go.

    `piece`: the square of the piece, in games in which a player has several.
    """
    moves = match.legal_by_piece.get(piece, ())
    return frozenset(move.removeprefix(f"{piece}-") for move in moves)
