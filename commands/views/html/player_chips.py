"""The players of a board as chips that show piece, name, seat, rating and clock."""

from collections.abc import Mapping
from dataclasses import dataclass

from commands.content.messages import BoardSnapshot
from commands.views.html.boards.piece_characters import piece_sign
from commands.views.html.colours import PieceColours, body_colours
from commands.views.text.clocks import duration
from pbm.clock import MINUTE
from pbm.diagram import Cell, Diagram
from pbm.look import Shape, Style
from pbm.match.match import Match


@dataclass(frozen=True, slots=True)
class Chip:
    """One player, with the values that the template shows."""

    sign: str
    colours: PieceColours
    name: str
    remark: str
    """`you`, `robot` or empty."""
    facts: tuple[str, ...]
    """Seat, rating, clock and state."""
    to_move: bool


def chips(content: BoardSnapshot, match: Match, diagram: Diagram) -> list[Chip]:
    """Returns a chip for each player, by seat."""
    pieces = seat_pieces(match, diagram)
    return [_chip(content, match, seat, pieces[seat]) for seat in range(len(content.players))]


def seat_pieces(match: Match, diagram: Diagram) -> list[Cell]:
    """Returns one example piece for each seat."""
    pieces = {cell.seat: cell for cell in diagram.pieces() if "king" not in cell.words}
    # A captured piece isn't on the board, so its description is derived from the other pieces.
    return [
        pieces.get(seat)
        or Cell(
            "",
            side.sign,
            _guessed(side.name, pieces),
            seat,
            piece=True,
            shape=_guessed_shape(diagram, pieces),
        )
        for seat, side in enumerate(match.game.seats)
    ]


def _chip(content: BoardSnapshot, match: Match, seat: int, piece: Cell) -> Chip:
    name, side = content.players[seat], match.game.seats[seat]
    to_move = seat == match.to_move and not content.preview
    departed = seat not in match.game.remaining(match.state.position)
    states = ["to move"] if to_move else ["out"] if departed else []
    facts = (
        *([side.name] if side.name != name else []),
        *_rating(content, seat),
        *_clock(content, seat),
    )
    return Chip(
        sign=piece_sign(piece),
        colours=body_colours(piece),
        name=name,
        remark="you" if name == content.to else "robot" if name in content.robots else "",
        facts=(*facts, *states),
        to_move=to_move,
    )


def _guessed(side: str, pieces: Mapping[int | None, Cell]) -> str:
    kind = next((cell.words.split()[-1] for cell in pieces.values()), "")
    return f"{side.lower()} {kind}"


def _guessed_shape(diagram: Diagram, pieces: Mapping[int | None, Cell]) -> Shape:
    style = diagram.layers[0].style
    unknown = Shape.DISC if style in (Style.CHECKERED, Style.SQUARES) else Shape.STONE
    return next((cell.shape for cell in pieces.values()), unknown)


def _rating(content: BoardSnapshot, seat: int) -> list[str]:
    if content.ratings:
        return [str(content.ratings[seat].after.points)]
    points = content.rating_points[seat] if content.rating_points else None
    return [] if points is None else [str(points)]


def _clock(content: BoardSnapshot, seat: int) -> list[str]:
    if content.times is None or content.ply is not None:
        return []
    used, total = content.times.used[seat], content.times.total
    if total:
        return [f"{duration(used)} of {total:g} d used"]
    return [f"{duration(used)} used"] if used >= MINUTE else []
