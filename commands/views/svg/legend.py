"""The meaning of the signs on a drawing, in the words of the mails."""

from commands.views.board_parts import signs_of
from commands.views.html.levels import HIGHER
from commands.views.svg.frame import Frame
from commands.views.svg.highlights import Highlights
from commands.views.svg.stack import is_stacked
from pbm.diagram import Diagram


def legend(diagram: Diagram, highlights: Highlights) -> str:
    """Returns sentences on the signs that are on a drawing; empty if there are none."""
    signs = signs_of(
        diagram,
        last=bool(highlights.last),
        dotted=bool(highlights.last and not highlights.trails),
        trapped=bool(highlights.trapped),
    )
    known = {
        "Green squares: the player to move can go there.": bool(highlights.targets),
        f"{HIGHER} and a number: on that level, on top of four pieces.": is_stacked(diagram),
        "Frames: the parts that are shown again, enlarged.": _has_parts(diagram, highlights),
    }
    return " ".join([*signs, *(text for text, applies in known.items() if applies)])


def _has_parts(diagram: Diagram, highlights: Highlights) -> bool:
    """Returns True if parts of the board are drawn again."""
    frames = [Frame.of(layer) for layer in diagram.layers]
    return not is_stacked(diagram) and any(
        frame.vast or (frame.crowded and highlights.last) for frame in frames
    )
