"""The meaning of a board's signs, for those that are on it."""

from commands.views.ascii_diagram import GAP
from commands.views.board_parts import DOT, signs_of
from commands.views.html.levels import HIGHER, MoveGroups
from commands.views.html.picture import Picture
from pbm.diagram import Diagram


def legend(
    diagram: Diagram,
    shown: Picture,
    moves: MoveGroups,
    *,
    preview: bool = False,
) -> list[str]:
    """Returns a line on the signs, none if they say what they are by themselves.

    `moves`: those that are links below the board.
    """
    dotted = any(square.text == DOT for layer in shown.layers for square in layer.squares())
    known = {
        f"{HIGHER} and a number: on that level, on top of four pieces.": any(
            HIGHER in link.words for _, links in moves for link in links
        ),
        f"{GAP} stands for rows and columns that are left out.": any(
            layer.cropped for layer in shown.layers
        ),
    }
    signs = signs_of(
        diagram,
        last=bool(shown.highlights.last),
        dotted=dotted,
        trapped=bool(shown.highlights.trapped),
        preview=preview,
    )
    line = " ".join([*signs, *(text for text, applies in known.items() if applies)])
    return [line] if line else []
