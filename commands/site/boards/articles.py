"""Positions of a game as parts of a page."""

from collections.abc import Iterable, Iterator

from commands.site.boards.facts import BoardFacts
from commands.site.boards.parts import Fragment, anchor_of, picture_kinds
from commands.site.boards.positions import ShownPosition
from commands.site.boards.recent_fragments import RecentFragments
from commands.site.templating import render
from commands.views.spoken import spoken_diagram
from commands.views.svg.drawing import Drawing
from commands.views.svg.legend import legend

_recent = RecentFragments()


def fragments(facts: BoardFacts, positions: Iterable[ShownPosition]) -> Iterator[Fragment]:
    """Yields the positions as HTML."""
    for position in positions:
        key = position.key
        fragment = _recent.get(key)
        if fragment is None:
            fragment = _fragment(facts, position)
            _recent.put(key, fragment)
        yield fragment


def _fragment(facts: BoardFacts, position: ShownPosition) -> Fragment:
    diagram, highlights = position.diagram, position.highlights
    values = {
        "anchor": anchor_of(position.ply),
        "position": position,
        "mover": "" if position.state.mover is None else facts.names[position.state.mover],
        "names": facts.names,
        "legend": legend(diagram, highlights),
    }
    picture = Drawing.picture(
        diagram,
        highlights,
        key=anchor_of(position.ply),
        title=f"The board after move {position.ply}" if position.ply else "The board",
        description=" ".join(spoken_diagram(diagram)),
    )
    return Fragment(
        position.ply,
        render("board_heading", **values),
        render("board_picture", **values, picture=picture),
        picture_kinds(diagram),
    )
