"""The position and the movement of its pieces, with which readers can try lines of moves."""

from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from commands.server.site import paths
from commands.server.site.boards.trial_data import Tried, trial_picture
from commands.views.highlights import Highlights
from commands.views.svg.flat import Marks
from commands.views.svg.frame import Frame
from commands.views.svg.large_boards.overview import piece_factor
from commands.views.svg.layer import framed, square_marks
from commands.views.svg.pieces import classes_of, shape_of
from commands.views.svg.trails import trail_lines
from pbm.diagram import Cell, Diagram, Layer
from pbm.game import Movement
from pbm.match.match import Match


def tried_lines(match: Match, movement: Movement, names: Sequence[str]) -> Tried:
    """Returns the position and the movement of the pieces."""
    diagram = match.diagram
    return Tried(
        table=_table(match, diagram, movement, names),
        picture=_picture(match, diagram),
        script=paths.LINES_SCRIPT,
        is_line=True,
    )


def _table(
    match: Match, diagram: Diagram, movement: Movement, names: Sequence[str]
) -> dict[str, Any]:
    """Returns the position and the movement of the pieces, in the format of the script."""
    lowest = diagram.layers[0]
    frame = Frame.of(lowest)
    places = {cell.square: index for index, cell in enumerate(_cells(lowest))}
    return {
        "columns": movement.columns or lowest.columns,
        "rows": movement.rows or lowest.rows,
        "size": (len(lowest.rows), len(lowest.columns), movement.levels),
        "square": movement.square,
        "leaps": movement.leaps,
        "takes": movement.takes,
        "closes": movement.closes,
        "goals": [places[goal] for goal in movement.goals],
        "anyStuck": movement.any_stuck,
        "trails": match.game.leaves_trails,
        "byPiece": [*match.legal_by_piece] != [""],
        "pieces": [
            (level, *place, cell.seat, cell.square not in movement.still, *_look(cell))
            for level, layer in enumerate(diagram.layers)
            for place, cell in layer.squares()
            if cell.piece
        ],
        "closed": [
            index for index, cell in enumerate(_cells(lowest)) if cell.words and not cell.piece
        ],
        "turn": match.to_move,
        "out": sorted({*range(len(names))} - {*match.game.remaining(match.state.position)}),
        "names": names,
        "ply": match.ply,
        "factor": piece_factor(frame) if frame.vast else 1,
    }


def _look(cell: Cell) -> tuple[str, str]:
    """Returns the shape of a piece and the CSS class of its colours when it can move."""
    return shape_of(cell), classes_of(cell).removesuffix(" pale")


def _cells(layer: Layer) -> list[Cell]:
    """Returns the squares of a layer that has one in each row and column."""
    return [cell for _, cell in layer.squares()]


def _picture(match: Match, diagram: Diagram) -> Markup:
    """Returns the empty board. The script adds the pieces and the marks above it."""
    lowest = diagram.layers[0]
    frame, highlights = Frame.of(lowest), Highlights(trails=match.paths)
    squares = square_marks(Marks.of(lowest, 0, Highlights()), frame)
    trails = trail_lines(lowest, highlights)
    drawn = framed(frame, f'{squares}<g class="below-tried"></g>{trails}<g class="tried"></g>')
    return trial_picture(drawn)
