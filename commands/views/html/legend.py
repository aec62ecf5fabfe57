"""The meaning of a board's signs, for those that are on it."""

from collections.abc import Sequence
from dataclasses import replace

from commands.views.ascii_diagram import GAP
from commands.views.board_parts import DOT, signs_of
from commands.views.html.links import Link
from commands.views.html.picture import Picture
from pbm.diagram import Diagram

# Moves to a higher level of a board.

HIGHER = "\N{BLACK UP-POINTING TRIANGLE}"
MoveGroups = Sequence[tuple[str, list[Link]]]
"""Links of moves by the squares of their pieces."""


def with_levels(moves: MoveGroups, diagram: Diagram) -> MoveGroups:
    """Returns the links with the level beside each square that isn't on the lowest."""
    levels = _levels(diagram)
    return [(square, [_with_level(link, levels) for link in some]) for square, some in moves]


def _with_level(link: Link, levels: dict[str, int]) -> Link:
    level = levels.get(link.words, 0)
    if not level:
        return link
    words = f"{link.words} {HIGHER}{level + 1}"
    return replace(link, words=words, name=f"{words} (level {level + 1})")


def _levels(diagram: Diagram) -> dict[str, int]:
    """Returns the layers, counted from 0, of the squares on which a piece could stand."""
    return {
        cell.square: number
        for number, layer in enumerate(diagram.layers)
        for row in layer.cells
        for cell in row
        if cell and not cell.words and "unsupported" not in cell.marks
    }


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
