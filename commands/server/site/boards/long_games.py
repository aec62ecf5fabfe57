"""Divide the positions of a long game into pages of limited size."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from markupsafe import Markup

from commands.server.site import paths
from pbm.diagram import Diagram

PART_BYTES = 180_000
"""Maximum size of a part in bytes. Its page, with the list of moves, then stays below 300 kB."""


@dataclass(frozen=True, slots=True)
class Fragment:
    """A position as HTML, without the links to other positions."""

    ply: int
    above: Markup
    """The heading, which appears above the links."""
    below: Markup
    """The picture and the texts about the position, which appear below the links."""
    kinds: frozenset[object]
    """The kinds of boards and pieces in the picture."""

    @property
    def size(self) -> int:
        """Size in bytes."""
        return len(self.above.encode()) + len(self.below.encode())


@dataclass(slots=True)
class Part:
    """Successive positions on one page."""

    size: int = 0
    texts: list[tuple[int, Markup, Markup]] = field(default_factory=list)
    """The ply of each position, and its HTML above and below the links."""
    examples: list[int] = field(default_factory=list)
    """Plies of positions whose pictures together contain all kinds of boards and pieces."""
    _kinds: set[object] = field(default_factory=set)

    def add(self, fragment: Fragment) -> None:
        self.size += fragment.size
        self.texts.append((fragment.ply, fragment.above, fragment.below))
        if not fragment.kinds <= self._kinds:
            self.examples.append(fragment.ply)
            self._kinds |= fragment.kinds

    @property
    def first(self) -> int:
        """Ply of the first position."""
        return self.texts[0][0]

    @property
    def last(self) -> int:
        """Ply of the last position."""
        return self.texts[-1][0]


@dataclass(frozen=True, slots=True)
class Division:
    """The pages that show the positions of a game."""

    game: str
    number: int
    parts: Sequence[Part]
    """All parts. The last one is on the board's main page, which changes with each move."""

    def path(self, part: int) -> str:
        """Returns the path of the page with a part, counted from 1."""
        return paths.board(self.game, self.number, 0 if part == len(self.parts) else part)

    def part_of(self, ply: int) -> int:
        """Returns the number of the part that contains a position."""
        return sum(part.first <= ply for part in self.parts)

    def href(self, ply: int, part: int) -> str:
        """Returns the link to a position from the page with a part."""
        target, anchor = self.part_of(ply), anchor_of(ply)
        if target == part:
            return f"#{anchor}"
        return paths.link(self.path(target), self.path(part), anchor)

    def page_href(self, target: int, part: int) -> str:
        """Returns the link to the page with part `target` from the page with another part."""
        return paths.link(self.path(target), self.path(part))


def divide(fragments: Iterable[Fragment]) -> list[Part]:
    """Returns the parts. Later fragments never change a part that is full."""
    parts = [Part()]
    for fragment in fragments:
        if parts[-1].texts and parts[-1].size + fragment.size > PART_BYTES:
            parts.append(Part())
        parts[-1].add(fragment)
    return parts


def anchor_of(ply: int) -> str:
    """Returns the anchor of the position after this number of moves."""
    return f"move-{ply}"


def picture_kinds(diagram: Diagram) -> frozenset[object]:
    """Returns the kinds in a picture: one value for its boards, and one for each kind of piece."""
    pieces = {(cell.words, cell.text, cell.seat) for cell in diagram.pieces()}
    layers = tuple((layer.columns, layer.rows, layer.raised) for layer in diagram.layers)
    return _shared(frozenset({layers, *pieces}))


@lru_cache(maxsize=1000)
def _shared(kinds: frozenset[object]) -> frozenset[object]:
    """Returns an equal, shared object. Most positions of a game contain the same kinds."""
    return kinds
