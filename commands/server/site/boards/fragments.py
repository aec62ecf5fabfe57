"""Render the positions of a game as parts of its page.

They are cached, because each move adds only one position to a long game.
"""

from collections import OrderedDict
from collections.abc import Iterable, Iterator

from commands.server.site.boards.board_facts import BoardFacts
from commands.server.site.boards.long_games import Fragment, anchor_of, picture_kinds
from commands.server.site.boards.positions import ShownPosition
from commands.server.site.templating import render
from commands.views.svg.drawing import Drawing, legend
from commands.views.text.spoken import spoken_diagram

MAX_BYTES = 8 * 1024 * 1024
"""Maximum size of the cached text in bytes: about 4000 positions."""


class RecentFragments:
    """A cache of recently used fragments. Its keys are digests of everything they show."""

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        self._max_bytes = max_bytes
        self._bytes = 0
        self._fragments: OrderedDict[bytes, Fragment] = OrderedDict()

    def get(self, key: bytes) -> Fragment | None:
        """Returns a fragment, or None if it isn't cached."""
        if fragment := self._fragments.get(key):
            self._fragments.move_to_end(key)
        return fragment

    def put(self, key: bytes, fragment: Fragment) -> None:
        """Adds a fragment, and removes the least recently used ones if the cache is full."""
        before = self._fragments.pop(key, None)
        self._fragments[key] = fragment
        self._bytes += fragment.size - (before.size if before else 0)
        while self._bytes > self._max_bytes:
            self._bytes -= self._fragments.popitem(last=False)[1].size


recent_fragments = RecentFragments()


def fragments(facts: BoardFacts, positions: Iterable[ShownPosition]) -> Iterator[Fragment]:
    """Yields each position as HTML."""
    for position in positions:
        key = position.key
        fragment = recent_fragments.get(key)
        if fragment is None:
            fragment = _fragment(facts, position)
            recent_fragments.put(key, fragment)
        yield fragment


def _fragment(facts: BoardFacts, position: ShownPosition) -> Fragment:
    diagram, highlights = position.diagram, position.highlights
    values = {
        "anchor": anchor_of(position.ply),
        "position": position,
        "mover": position.mover,
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
