"""Renders a board as HTML, in several versions of decreasing length."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any, NamedTuple

from markupsafe import Markup

from commands.content.messages import BoardSnapshot, Comment
from commands.views.board_paragraphs import (
    aim,
    board_title,
    declining,
    deputies,
    draws_ahead,
    options_in_words,
    proof_note,
)
from commands.views.board_view import BoardView, board_view
from commands.views.html.boards.picture import NO_PICTURE, Picture, picture
from commands.views.html.headline import headline, mistake, other_news, rating_line
from commands.views.html.links import Links
from commands.views.html.move_links import MoveGroups, move_links
from commands.views.html.page import render
from commands.views.html.player_chips import chips
from commands.views.html.review import review_rows
from commands.views.legend import DOT, HIGHER, legend
from commands.views.reply_target import ReplyTarget
from commands.views.text import clocks
from commands.views.text.spoken import spoken_diagram
from pbm.diagram import Diagram
from pbm.match.match import Match
from pbm.wording import listing

OMITTED = "[This comment is too long to show here. See the plain-text version of this email.]"
OMITTED_NOTE = "[It is too long to show here. See the plain-text version of this email.]"
MAX_CELLS = 14
"""Maximum number of rows and of columns of a layer."""


class Detail(NamedTuple):
    """How much detail a version of the board has."""

    linked: bool = False
    """Whether pieces are links if there are too many moves to link each one."""
    comment: bool = False
    """Whether comments are shown in full."""
    max_cells: int = MAX_CELLS


DETAILS = (Detail(True, True), Detail(False, True), Detail(), Detail(max_cells=10))
"""From the longest version to the shortest."""


def board(
    content: BoardSnapshot, reply_to: ReplyTarget, at: datetime, level: int = 1
) -> Iterator[Markup]:
    """Yields the board, then shorter versions. Each version is rendered only when requested.

    `at`: the time of the email.
    `level`: the level of the heading.
    """
    view = board_view(content)
    match, diagram = view.match, view.diagram
    links = Links(content, view, reply_to)
    reviewed = [each for each in content.reviewed if each.after]
    values = _values(content, view) | {
        "about": _about(content, match),
        "level": level,
        "headline": headline(content, view, at),
        "links": links,
        "chips": chips(content, match, diagram),
        "proved": reviewed
        and review_rows(content.game, content.players, reviewed, content.decisive_ply),
    }
    for detail in DETAILS:
        drawing = NO_PICTURE
        if content.form != "spoken":
            drawing = picture(view, links, detail.max_cells, linked=detail.linked)
        moves = move_links(links, drawing.layers, diagram)
        comments = content.all_comments if detail.comment else _omitted_comments(content)
        yield render(
            "board",
            **values,
            **moves,
            picture=drawing.html,
            notes=_notes(content, diagram, drawing, moves["moves"]) if drawing.html else [],
            comments=comments,
            note=content.own_note if detail.comment or not content.own_note else OMITTED_NOTE,
        )


def _about(content: BoardSnapshot, match: Match) -> str:
    """Returns the line with the game, board number and options."""
    if not content.number:
        return f"From the example: {', '.join(match.game.describe_options(match.options))}"
    title = board_title(match.game.title, content.number)
    return f"{title}: {options_in_words(content, match)}"


def _values(content: BoardSnapshot, view: BoardView) -> dict[str, Any]:
    match = view.match
    news = "" if content.preview else other_news(content, view.latest)
    news = news.replace(content.offer, "").strip() if content.offer else news
    in_headline = (
        content.preview or match.to_move is None or content.to == content.players[match.to_move]
    )
    offer = "" if in_headline or content.offer in news else content.offer
    return {
        "content": content,
        "spoken": [*spoken_diagram(view.diagram)] if content.form == "spoken" else [],
        "news": [
            text
            for text in (
                mistake(content),
                rating_line(content),
                news,
                offer,
                draws_ahead(content, match),
                aim(content, match),
            )
            if text
        ],
        "rounds": view.rounds,
        "ending": [
            *declining(content, match),
            *clocks.unreachable(content),
            *deputies(content, match),
            *([f"Watched by {listing(content.watchers)}."] if content.watchers else []),
            *([note] if (note := proof_note(content)) else []),
        ],
    }


def _notes(
    content: BoardSnapshot, diagram: Diagram, drawing: Picture, moves: MoveGroups
) -> list[str]:
    """Returns the diagram's notes, and a line that explains the symbols and colors of the board.

    The line is left out if they need no explanation.

    `moves`: the moves that are links below the board.
    """
    line = legend(
        diagram,
        drawing.highlights,
        # A star point is a dot, too, but has no title.
        dotted=any(
            square.text == DOT and square.title
            for layer in drawing.layers
            for square in layer.squares()
        ),
        preview=content.preview,
        higher=any(HIGHER in link.words for _, links in moves for link in links),
        cropped=any(layer.cropped for layer in drawing.layers),
    )
    return [*diagram.notes, *([line] if line else [])]


def _omitted_comments(content: BoardSnapshot) -> list[Comment]:
    return [Comment(writer=comment.writer, text=OMITTED) for comment in content.all_comments]
