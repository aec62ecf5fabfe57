"""A board as HTML."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from markupsafe import Markup

from commands.messages.content import BoardSaid, Remark
from commands.views import clocks
from commands.views.board_parts import closing, heading, last_moves, ratings, replayed, standing
from commands.views.html.grid import CROPPED, Grid, grids
from commands.views.html.links import Links
from commands.views.html.page import render
from commands.views.last_move import last_squares
from commands.views.proofs import truths
from commands.views.spoken import tellings
from pbm.diagram import Diagram
from pbm.match import Match

ELSEWHERE = "[The comment is too long for this page: it is in the plain text of this mail.]"


class Detail(NamedTuple):
    """How much is shown."""

    most: int
    """Rows and columns of a layer."""
    linked: bool = False
    """Whether pieces are links, where there are too many moves."""
    comment: bool = False


DETAILS = (Detail(26, True, True), Detail(26, False, True), Detail(20, False, True), Detail(20))
"""From the whole to the shortest."""


def board(said: BoardSaid, reply_to: str) -> Iterator[Markup]:
    """The board, then shorter versions of it, each made only when it is asked for."""
    match = replayed(said)
    links = Links(said, match, reply_to)
    diagram = match.game.diagram(match.state.position)
    last = last_squares(match, diagram)
    for detail in DETAILS:
        layers = grids(diagram, last, links.pieces if detail.linked else {}, detail.most)
        remarks = said.written if detail.comment else _elsewhere(said)
        values = _values(said, match, diagram, layers)
        yield render("board", **values, links=links, remarks=remarks)


def _elsewhere(said: BoardSaid) -> list[Remark]:
    return [Remark(writer=remark.writer, text=ELSEWHERE) for remark in said.written]


def _once(news: str, offer: str) -> list[str]:
    """An offer is news when it is made."""
    return [text for text in (news, "" if offer in news else offer) if text]


def _values(said: BoardSaid, match: Match, diagram: Diagram, layers: list[Grid]) -> dict[str, Any]:
    head, rounds = last_moves(said, match)
    cropped = any(layer.cropped for layer in layers)
    return {
        "said": said,
        "opening": clocks.nag(said, match.to_move),
        "heading": heading(said, match.game.title),
        "spoken": tellings(match, said.players) if said.form == "spoken" else [],
        "standing": [*standing(said, match), *_once(said.news, said.offer)],
        "layers": layers,
        "notes": [*diagram.notes, *([CROPPED] if cropped else [])],
        "head": head,
        "rounds": rounds,
        "ending": [*ratings(said, match), *truths(said, match), *closing(said, match)],
    }
