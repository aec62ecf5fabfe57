"""A board as HTML."""

from collections.abc import Iterator
from typing import Any

from markupsafe import Markup

from commands.said import BoardSaid
from commands.views import clocks
from commands.views.html.grid import CROPPED, Grid, grids
from commands.views.html.links import Links
from commands.views.html.page import render
from commands.views.marks import last_squares
from commands.views.parts import closing, heading, last_moves, ratings, replayed, standing
from commands.views.spoken import sentences
from pbm.diagram import Diagram
from pbm.match import Match

SIZES = ((26, True), (26, False), (20, False), (14, False))
"""Most rows and columns shown, and whether pieces are links: from the whole to the shortest."""


def board(said: BoardSaid, reply_to: str) -> Iterator[Markup]:
    """The board, then shorter versions of it, each made only when it is asked for."""
    match = replayed(said)
    links = Links(said, match, reply_to)
    diagram = match.game.diagram(match.state.position)
    last = last_squares(match, diagram)
    for most, linked in SIZES:
        squares = links.pieces if linked else {}
        layers = grids(diagram, last, squares, most)
        yield render("board", **_values(said, match, diagram, layers), links=links)


def _values(said: BoardSaid, match: Match, diagram: Diagram, layers: list[Grid]) -> dict[str, Any]:
    head, rounds = last_moves(said, match)
    cropped = any(layer.cropped for layer in layers)
    return {
        "said": said,
        "opening": clocks.nag(said, match.to_move),
        "heading": heading(said, match.game.title),
        "spoken": sentences(match, said.players) if said.form == "spoken" else "",
        "standing": [*standing(said, match), *([said.news] if said.news else [])],
        "layers": layers,
        "notes": [*diagram.notes, *([CROPPED] if cropped else [])],
        "head": head,
        "rounds": rounds,
        "ending": [
            *ratings(said, match),
            *([said.offer] if said.offer else []),
            *closing(said, match),
        ],
    }
