"""The position and the moves of "Try a move" on the page of a board."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from commands.views.svg.panel import Panel
from pbm.diagram import Diagram

ATTRIBUTES = 'role="img" aria-label="The board after the moves that you\'ve tried"'


@dataclass(frozen=True, slots=True)
class Tried:
    """A position and the moves that readers can try, for a script in the page."""

    table: dict[str, Any]
    """The data, in the format of the script."""
    picture: Markup
    """The empty board. The script adds the pieces and the marks."""
    script: str
    """The path of the script."""
    is_line: bool = False
    """Whether readers can try several moves, one after another."""
    hands: Sequence[Sequence[Markup]] = ()
    """For each player with a hand, the hand as it is now, followed by the hands after moves."""
    examples: Sequence[Diagram] = ()
    """Diagrams with the kinds of pieces that only moves put on the board."""


def trial_picture(panel: Panel) -> Markup:
    """Returns the picture of an empty board."""
    return Markup(panel.markup(ATTRIBUTES))  # noqa: S704 - drawings escape their texts
