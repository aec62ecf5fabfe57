"""The legal moves with their effects, for games whose pieces only the server can move.

Readers choose a move by its steps: the square of the piece, if the game names one, and the squares
in the notation. Words in front of the first square, such as `N@` or `pass`, are a step of their
own.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any, NamedTuple

from markupsafe import Markup

from commands.server.site import paths
from commands.server.site.boards.trial_data import Tried, trial_picture
from commands.views.highlights import Highlights
from commands.views.legend import UNCOLOURED
from commands.views.svg.drawing import hand_line
from commands.views.svg.flat import ground_of
from commands.views.svg.frame import Frame
from commands.views.svg.hexagons import OUTLINE, TALL
from commands.views.svg.large_boards.overview import piece_factor
from commands.views.svg.layer import framed
from commands.views.svg.panel import HALF, UNIT, number
from commands.views.svg.pieces import classes_of, shape_of
from commands.views.svg.raised_layers import is_stacked, stack_frames
from commands.views.svg.trails import trail_lines
from pbm.diagram import Cell, Diagram, Hand
from pbm.match.match import Match

MAX_MOVES = 3000
"""Maximum number of moves that a page contains. In Amazons, up to 2,176 moves are usual."""

Look = tuple[str, ...]
"""How a square looks: the classes and the shape of its piece, or the class of its ground. Empty for
an empty square.
"""


def tried_moves(match: Match, names: Sequence[str]) -> Tried | None:
    """Returns the legal moves. Returns None if there are none, or too many."""
    game, position = match.game, match.state.position
    moves = [*islice(game.moves(position), MAX_MOVES + 1)]
    if not 0 < len(moves) <= MAX_MOVES:
        return None
    table = _Table(match, names)
    for move in moves:
        table.add(move)
    return Tried(
        table=table.data(),
        picture=Markup("").join(_pictures(match, table.diagram, table.frames)),
        script=paths.MOVES_SCRIPT,
        hands=[
            [hand_line(hand) if hand else Markup() for hand in each]
            for each in table.hands.variants
        ],
        examples=table.examples,
    )


class _Numbers(dict[Any, int]):
    """Numbers for values, in the order in which they first occur."""

    def of(self, value: Any) -> int:
        return self.setdefault(value, len(self))


class _Form(NamedTuple):
    """The properties of a move except its squares. Many moves share them."""

    words: str
    """The words that are the first step. Empty if it is a square."""
    text: tuple[int | str, ...]
    """The notation: literal texts, and numbers of squares among the steps."""
    looks: tuple[int, ...]
    """How the squares among the steps look after the move."""
    told: int
    """The sentence about the position after the move."""
    hands: tuple[tuple[str, int], ...]
    """The titles of the hands that differ after the move, with the numbers of their variants."""


class _Hands:
    """Collects the hands of the players after moves. A diagram doesn't have to show empty ones."""

    def __init__(self, hands: Sequence[Hand]) -> None:
        self._now = {hand.title: hand for hand in hands}
        self._titles = tuple(self._now)
        self._variants: dict[str, _Numbers] = {}

    def add(self, hands: Sequence[Hand]) -> tuple[tuple[str, int], ...]:
        """Adds the hands after a move. Returns the numbers of the changed hands, by title."""
        after = {hand.title: hand for hand in hands}
        self._titles = max(self._titles, tuple(after), key=len)
        numbers = {}
        for title in sorted({*self._now, *after}):
            now = self._now.get(title)
            known = self._variants.setdefault(title, _Numbers({now: 0}))
            numbers[title] = known.of(after.get(title))
        return tuple((title, number) for title, number in numbers.items() if number)

    @property
    def variants(self) -> list[list[Hand | None]]:
        """For each player, the hand as it is now, and the other ones. None is an empty hand."""
        return [[*self._variants[title]] for title in self._order()]

    def numbers(self, changed: Iterable[tuple[str, int]]) -> list[int]:
        """Returns the number of each player's hand."""
        numbers = dict(changed)
        return [numbers.get(title, 0) for title in self._order()]

    def _order(self) -> list[str]:
        return [*dict.fromkeys((*self._titles, *sorted(self._variants)))]


class _Table:
    """Collects the moves of a position by their forms."""

    def __init__(self, match: Match, names: Sequence[str]) -> None:
        self._match, self._names = match, names
        self.diagram: Diagram = match.diagram
        self.frames = _frames(self.diagram)
        self._cells = [*self.diagram.cells()]
        self._index = {cell.square: at for at, cell in reversed([*enumerate(self._cells)])}
        self._lengths = sorted({*map(len, self._index)} - {0}, reverse=True)
        self._looks, self._told = _Numbers({(): 0}), _Numbers()
        self._now = [self._looks.of(_look(cell)) for cell in self._cells]
        self.hands = _Hands(self.diagram.hands)
        self._shapes = {*map(shape_of, self.diagram.pieces())}
        self.examples: list[Diagram] = []
        self._forms: dict[_Form, list[list[int]]] = {}

    def add(self, move: Any) -> None:
        """Adds a legal move."""
        game, position = self._match.game, self._match.state.position
        after = game.play(position, move)
        diagram = game.diagram(after)
        changes = self._changes(diagram)
        parts = self._parts(game.write(position, move))
        steps = [part for part in parts if isinstance(part, int)]
        origin, words = self._index.get(game.mover_square(position, move)), ""
        if origin is not None:
            steps = steps if steps[:1] == [origin] else [origin, *steps]
        elif not steps or isinstance(parts[0], str):
            words = str(parts[0])
        first = len(steps) - sum(isinstance(part, int) for part in parts)
        if origin is not None and len(steps) == 1:
            steps += self._arrival(origin, changes)
        numbers = iter(range(first, len(parts) + 1))
        looks = {at: self._looks.of(_look(cell)) for at, cell in changes.items()}
        form = _Form(
            words,
            tuple(next(numbers) if isinstance(part, int) else part for part in parts),
            tuple(looks.get(step, self._now[step]) for step in steps),
            self._told.of(self._sentence(after)),
            self.hands.add(diagram.hands),
        )
        others = chain.from_iterable(pair for pair in looks.items() if pair[0] not in steps)
        self._forms.setdefault(form, []).append([*steps, *others])
        self._add_example(diagram, changes)

    def data(self) -> dict[str, Any]:
        """Returns the position and its moves, in the format of the script."""
        frame = self.frames[0]
        height, width = frame.size
        return {
            "squares": [cell.square for cell in self._cells],
            "places": [*self._places()],
            "size": (width * UNIT, height * UNIT),
            "cell": f"m0-{number(TALL)}{OUTLINE}" if frame.hexagons else "",
            "coloured": frame.style not in UNCOLOURED,
            "factor": piece_factor(frame) if frame.vast else 1,
            "looks": [*self._looks],
            "now": self._now,
            "forms": [
                {**form._asdict(), "hands": self.hands.numbers(form.hands), "moves": moves}
                for form, moves in self._forms.items()
            ],
            "told": [*self._told],
            "mover": self._names[self._match.to_move or 0],
            "ply": self._match.ply,
        }

    def _changes(self, after: Diagram) -> dict[int, Cell]:
        """Returns the squares that differ after a move, by number."""
        pairs = zip(self._cells, after.cells(), strict=True)
        return {at: new for at, (old, new) in enumerate(pairs) if new is not old and new != old}

    def _parts(self, notation: str) -> list[int | str]:
        """Returns a notation as literal texts and numbers of squares."""
        parts: list[int | str] = []
        literal, at = "", 0
        while at < len(notation):
            names = (notation[at : at + length] for length in self._lengths)
            name = next(filter(self._index.__contains__, names), "")
            if name:
                parts += [literal, self._index[name]]
            literal = "" if name else literal + notation[at]
            at += len(name) or 1
        return [part for part in (*parts, literal) if part != ""]

    def _arrival(self, origin: int, changes: Mapping[int, Cell]) -> list[int]:
        """Returns the square to which a piece moves if the notation names none, as in castling."""
        seat = self._match.to_move
        own = [at for at, cell in changes.items() if cell.piece and cell.seat == seat]
        same = [at for at in own if _look(changes[at]) == _look(self._cells[origin])]
        return [at for at in (same or own) if at != origin][:1]

    def _sentence(self, after: Any) -> str:
        game = self._match.game
        if outcome := game.outcome(after):
            return f"This ends the game: {outcome.reason}."
        seat = game.to_move(after)
        return "This ends the game." if seat is None else f"{self._names[seat]} to move."

    def _add_example(self, diagram: Diagram, changes: Mapping[int, Cell]) -> None:
        """Keeps a diagram if it has a new kind of piece."""
        shapes = {shape_of(cell) for cell in changes.values() if cell.piece}
        if not shapes <= self._shapes:
            self.examples.append(diagram)
            self._shapes |= shapes

    def _places(self) -> Iterator[tuple[float, ...]]:
        """Yields the middle of each square, and its layer unless it is the lowest."""
        for level, (layer, frame) in enumerate(zip(self.diagram.layers, self.frames, strict=True)):
            middle = UNIT if frame.raised else HALF
            for place, _ in layer.squares():
                x, y = (round(at + middle, 2) for at in frame.corner(place))
                yield (x, y, level) if level else (x, y)


def _look(cell: Cell) -> Look:
    if cell.piece:
        return classes_of(cell), shape_of(cell)
    ground = ground_of(cell)
    return (ground,) if ground else ()


def _frames(diagram: Diagram) -> list[Frame]:
    if is_stacked(diagram):
        return stack_frames(diagram)[1:]
    return [Frame.of(layer) for layer in diagram.layers]


def _pictures(match: Match, diagram: Diagram, frames: Sequence[Frame]) -> Iterator[Markup]:
    """Yields the empty board of each layer."""
    highlights = Highlights(trails=match.paths)
    for layer, frame in zip(diagram.layers, frames, strict=True):
        trails = trail_lines(layer, highlights)
        groups = f'<g class="below-tried"></g>{trails}<g class="tried"></g>'
        yield trial_picture(framed(frame, groups, layer.title))
