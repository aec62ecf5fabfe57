"""The part of a running board's page where readers play out lines of moves."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from commands.server.site.boards.facts import BoardFacts
from commands.server.site.templating import render
from commands.views.highlights import Highlights
from commands.views.html.links import mailto
from commands.views.reply_target import ReplyTarget
from commands.views.svg.flat import Marks
from commands.views.svg.frame import Frame
from commands.views.svg.large_boards.overview import piece_factor
from commands.views.svg.layer import framed, square_marks
from commands.views.svg.pieces import classes_of, shape_of
from commands.views.svg.trails import trail_lines
from pbm.diagram import Cell, Diagram, Layer
from pbm.game import Movement
from pbm.match.match import Match

MOVE = "{move}"
"""Placeholder in a command for the move that the reader chooses."""


def trial(facts: BoardFacts, script: str) -> Markup:
    """Returns the part of the page where moves are tried. It is empty if none can be.

    `script`: the link to the script that plays the moves. Without it, nothing is visible.
    """
    match, names = facts.board.match, facts.names
    movement = match.game.movement(match.state.position)
    if movement is None or match.to_move is None:
        return Markup("")
    diagram = match.diagram
    return render(
        "trial",
        table=_table(match, diagram, movement, names),
        picture=_picture(match, diagram),
        mail=_mail(facts, match.to_move),
        script=script,
    )


@dataclass(frozen=True, slots=True)
class _Mail:
    """An email that makes a move of the player to move."""

    player: str
    address: str
    line: str
    href: str


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
    label = 'role="img" aria-label="The board of your line"'
    return Markup(drawn.markup(label))  # noqa: S704 - drawings escape their texts


def _mail(facts: BoardFacts, seat: int) -> _Mail | None:
    """Returns the email that makes the move. Returns None if a robot is to move."""
    board, address = facts.board, facts.site.address
    player = board.players[seat]
    if player.robot:
        return None
    move = f"{MOVE}#{board.match.ply + 1}"  # the ply prevents a move from an outdated page
    line = f"{board.game.name} move {board.number} {player.userid} - {move}"
    return _Mail(player.userid, address, line, mailto(ReplyTarget(address), line, ""))
