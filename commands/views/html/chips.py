"""The players of a board as chips: piece, name, seat, rating, and clock."""

from collections.abc import Mapping
from dataclasses import dataclass

from commands.messages.content import BoardSnapshot
from commands.views.clocks import MINUTE, duration
from commands.views.html.colours import PieceColours, piece_colours
from commands.views.html.grid import SIGNS
from pbm.diagram import Diagram
from pbm.match import Match


@dataclass(frozen=True, slots=True)
class Chip:
    """A player as the template shows one."""

    sign: str
    colours: PieceColours
    name: str
    remark: str
    """`you` or `robot`, or both empty."""
    facts: str
    """Seat, rating and clock."""
    to_move: bool


def chips(content: BoardSnapshot, match: Match, diagram: Diagram) -> list[Chip]:
    """Returns a chip for each player, by seat."""
    pieces = {cell.seat: cell.words for cell in diagram.pieces() if "king" not in cell.words}
    return [_chip(content, match, seat, pieces) for seat in range(len(content.players))]


def _chip(
    content: BoardSnapshot, match: Match, seat: int, pieces: Mapping[int | None, str]
) -> Chip:
    name, side = content.players[seat], match.game.seats[seat]
    piece = pieces.get(seat, "").replace(",", "")
    departed = seat not in match.game.remaining(match.state.position)
    facts = (
        *([side.name] if side.name != name else []),
        *_rating(content, seat),
        *_clock(content, seat),
    )
    return Chip(
        sign=next((SIGNS[word] for word in piece.split() if word in SIGNS), side.sign[-1:]),
        colours=piece_colours(piece or side.name, seat),
        name=name,
        remark="you" if name == content.to else "robot" if name in content.robots else "",
        facts=" \N{MIDDLE DOT} ".join([*facts, *(["out"] if departed else [])]),
        to_move=seat == match.to_move,
    )


def _rating(content: BoardSnapshot, seat: int) -> list[str]:
    if content.ratings:
        return [str(content.ratings[seat].after.points)]
    points = content.strengths[seat] if content.strengths else None
    return [] if points is None else [str(points)]


def _clock(content: BoardSnapshot, seat: int) -> list[str]:
    if content.times is None or content.ply is not None:
        return []
    used, total = content.times.used[seat], content.times.total
    if total:
        return [f"{duration(used)} of {total:g} d used"]
    return [f"{duration(used)} used"] if used >= MINUTE else []
