"""Divide a long game's positions into pages of a bounded size."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from markupsafe import Markup

from commands.server.site import paths
from pbm.diagram import Diagram

PART_BYTES = 180_000
"""The size of a part: its page, with the list of moves, stays below 300 kB."""


@dataclass(frozen=True, slots=True)
class Fragment:
    """A position as HTML, without the links to other positions."""

    ply: int
    above: Markup
    """The heading, which stands above the links."""
    below: Markup
    """The picture, and what is told of the position."""
    kinds: frozenset[object]
    """The kinds of boards and pieces in its picture."""

    @property
    def size(self) -> int:
        """The size in bytes."""
        return len(self.above.encode()) + len(self.below.encode())


@dataclass(slots=True)
class Part:
    """Successive positions on one page."""

    size: int = 0
    texts: list[tuple[int, Markup, Markup]] = field(default_factory=list)
    """The ply of each position, and what stands above and below its links."""
    examples: list[int] = field(default_factory=list)
    """The plies of some positions whose pictures have all boards and pieces of the part."""
    _kinds: set[object] = field(default_factory=set)

    def add(self, fragment: Fragment) -> None:
        """Adds the next position."""
        self.size += fragment.size
        self.texts.append((fragment.ply, fragment.above, fragment.below))
        if not fragment.kinds <= self._kinds:
            self.examples.append(fragment.ply)
            self._kinds |= fragment.kinds

    @property
    def first(self) -> int:
        """The ply of its first position."""
        return self.texts[0][0]

    @property
    def last(self) -> int:
        """The ply of its last position."""
        return self.texts[-1][0]


@dataclass(frozen=True, slots=True)
class Division:
    """The pages on which the positions of a game are."""

    game: str
    number: int
    parts: Sequence[Part]
    """The last one is on the page of the board itself, which changes with each move."""

    def path(self, part: int) -> str:
        """Returns the path of the page of a part, counted from 1."""
        return paths.board(self.game, self.number, 0 if part == len(self.parts) else part)

    def part_of(self, ply: int) -> int:
        """Returns the part with a position."""
        return sum(part.first <= ply for part in self.parts)

    def href(self, ply: int, part: int) -> str:
        """Returns the link to a position, as it stands on the page of a part."""
        target, anchor = self.part_of(ply), anchor_of(ply)
        if target == part:
            return f"#{anchor}"
        return paths.link(self.path(target), self.path(part), anchor)

    def page_href(self, target: int, part: int) -> str:
        """Returns the link to the page of part `target`, as it stands on another part's page."""
        return paths.link(self.path(target), self.path(part))


def divide(fragments: Iterable[Fragment]) -> list[Part]:
    """Returns the parts; what comes later never changes one that is full."""
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
    """Returns a value for the boards, and one for each kind of piece, that a picture refers to."""
    pieces = {(cell.words, cell.text, cell.seat) for cell in diagram.pieces()}
    layers = tuple((layer.columns, layer.rows, layer.raised) for layer in diagram.layers)
    return _shared(frozenset({layers, *pieces}))


@lru_cache(maxsize=1000)
def _shared(kinds: frozenset[object]) -> frozenset[object]:
    """Returns kinds that are equal to these: most positions of a game have the same ones."""
    return kinds
