"""A board as HTML."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from markupsafe import Markup

from commands.messages.content import BoardSnapshot, Comment
from commands.views import clocks
from commands.views.board_parts import closing, heading, last_moves, ratings, replayed, status_lines
from commands.views.html.grid import CROPPED, Grid, grids
from commands.views.html.links import Links
from commands.views.html.page import render
from commands.views.last_move import last_squares
from commands.views.proofs import proved_moves_text
from commands.views.spoken import spoken_lines
from pbm.diagram import Diagram
from pbm.match import Match

OMITTED = "[The comment is too long for this page: it is in the plain text of this mail.]"


class Detail(NamedTuple):
    """The amount of detail of a version."""

    max_size: int
    """The most rows, and the most columns, of a layer."""
    linked: bool = False
    """True if pieces are links where there are too many moves."""
    comment: bool = False
    """True if comments are shown in full."""


DETAILS = (Detail(26, True, True), Detail(26, False, True), Detail(20, False, True), Detail(20))
"""From the longest version to the shortest."""


def board(content: BoardSnapshot, reply_to: str) -> Iterator[Markup]:
    """Yields the board, then shorter versions, each made only when it is asked for."""
    match = replayed(content)
    links = Links(content, match, reply_to)
    diagram = match.game.diagram(match.state.position)
    last = last_squares(match, diagram)
    for detail in DETAILS:
        layers = grids(diagram, last, links.pieces if detail.linked else {}, detail.max_size)
        comments = content.written if detail.comment else _omitted_comments(content)
        values = _values(content, match, diagram, layers)
        yield render("board", **values, links=links, comments=comments)


def _omitted_comments(content: BoardSnapshot) -> list[Comment]:
    return [Comment(writer=comment.writer, text=OMITTED) for comment in content.written]


def _once(news: str, offer: str) -> list[str]:
    """Returns news and offer; the offer only once, as it is part of the news when it is made."""
    return [text for text in (news, "" if offer in news else offer) if text]


def _values(
    content: BoardSnapshot, match: Match, diagram: Diagram, layers: list[Grid]
) -> dict[str, Any]:
    head, rounds = last_moves(content, match)
    cropped = any(layer.cropped for layer in layers)
    return {
        "content": content,
        "opening": clocks.nag(content, match.to_move),
        "heading": heading(content, match.game.title),
        "spoken": spoken_lines(match, content.players) if content.form == "spoken" else [],
        "status": [*status_lines(content, match), *_once(content.news, content.offer)],
        "layers": layers,
        "notes": [*diagram.notes, *([CROPPED] if cropped else [])],
        "head": head,
        "rounds": rounds,
        "ending": [
            *ratings(content, match),
            *proved_moves_text(content, match),
            *closing(content, match),
        ],
    }
