"""Check the values that methods of other packages' games return.

The checks cover everything that could damage stored data, or fill the memory and emails. `pbm
check-game` finds other mistakes. Iterators are read to their end, so that all of the game's code
runs within the guarded call. Texts are made safe to show.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import Any

from pbm.diagram import Cell, Diagram, Hand, Layer
from pbm.game import Outcome, are_places
from pbm.look import Shape, Style
from pbm.packages.safe_text import safe
from pbm.standard_records.imported_game import RecordedGame

MAX_MOVES = 100_000
"""Maximum number of moves in a position."""
MAX_NOTATION = 100
"""Maximum number of characters of a move."""
MAX_TEXT = 1000
"""Maximum number of characters of a text."""
MAX_RECORD = 200_000
"""Maximum number of characters of a record in a standard format."""
MAX_TEXTS = 100
"""Maximum number of texts that a method returns."""
MAX_STORED_POSITION = 10_000
"""Maximum number of characters of a position in JSON."""
MAX_CELL_TEXT = 100
"""Maximum number of characters of each text of a square."""
MAX_CELLS = 10_000
"""Maximum number of squares of a diagram."""

Check = Callable[[Any, Any], Any]
"""Takes a game and the value that it returned. Returns the value, or raises an error if it is
wrong.
"""


def check_text(_game: Any, value: Any) -> str:
    """Returns a text of at most MAX_TEXT characters."""
    if not is_text(value):
        raise _wrong(value, f"must be text of at most {MAX_TEXT} characters")
    return str(safe(value))


def _record(_game: Any, value: Any) -> Any:
    if not is_text(value, MAX_RECORD):
        raise _wrong(value, f"must be text of at most {MAX_RECORD} characters")
    return value


def _recorded_game(game: Any, value: Any) -> Any:
    if value is None:
        return None
    if not isinstance(value, RecordedGame) or not isinstance(value.options, game.options):
        raise _wrong(value, "must be None, or a RecordedGame whose options belong to the game")
    for texts, most in ((value.moves, MAX_MOVES), (value.players, len(game.seats))):
        if not isinstance(texts, tuple) or len(texts) > most or not all(map(is_text, texts)):
            raise _wrong(texts, f"must be a tuple of at most {most} strings")
    return safe(value)


def is_text(value: object, most: int = MAX_TEXT) -> bool:
    """Whether the value is a text of at most this many characters."""
    return isinstance(value, str) and len(value) <= most


def are_texts(value: object, most: int = MAX_TEXT) -> bool:
    """Whether the value is a tuple of at most MAX_TEXTS texts."""
    if not isinstance(value, tuple) or len(value) > MAX_TEXTS:
        return False
    return all(is_text(text, most) for text in value)


def _wrong(value: object, requirement: str) -> TypeError:
    return TypeError(f"the game returned {repr(value)[:80]}, but the value {requirement}")


def _texts(_game: Any, value: Any) -> Any:
    if not are_texts(value):
        raise _wrong(
            value,
            f"must be a tuple of at most {MAX_TEXTS} strings of at most {MAX_TEXT} characters each",
        )
    return safe(value)


def _estimates(_game: Any, value: Any) -> Any:
    """Returns None, or numbers from 0 to 1."""
    if value is None:
        return None
    estimates = tuple(islice(value, MAX_MOVES + 1))
    is_right = all(isinstance(each, int | float) and 0 <= each <= 1 for each in estimates)
    if not is_right or len(estimates) > MAX_MOVES:
        raise _wrong(value, "must be None, or numbers from 0 to 1")
    return estimates


def _sentences(game: Any, value: Any) -> Iterator[str]:
    return iter(_texts(game, tuple(islice(value, MAX_TEXTS))))


def _moves(_game: Any, value: Any) -> Iterator[Any]:
    if not isinstance(value, Iterable):
        raise _wrong(value, "must be an iterator of moves")
    moves = tuple(islice(value, MAX_MOVES + 1))
    if len(moves) > MAX_MOVES:
        raise TimeoutError(f"the game yielded more than {MAX_MOVES} moves, which is the maximum")
    return iter(moves)


def _written_moves(game: Any, value: Any) -> Iterator[Any]:
    moves = _moves(game, value)
    return iter([(check_text(game, square), _notation(game, move)) for square, move in moves])


def _json_value(_game: Any, value: Any) -> Any:
    json.dumps(value)
    return value


def _stored_position(_game: Any, value: Any) -> Any:
    """Returns a JSON value, or None if it is too long to be stored with each email."""
    return value if len(json.dumps(value)) <= MAX_STORED_POSITION else None


def _notation(_game: Any, value: Any) -> Any:
    is_word = is_text(value, MAX_NOTATION) and value.isprintable() and value.split() == [value]
    if not is_word:
        raise _wrong(value, f"must be a word of at most {MAX_NOTATION} characters")
    return value


def _options(game: Any, value: Any) -> Any:
    if not isinstance(value, game.options):
        raise _wrong(value, f"must be of type {game.options.__name__}")
    return value


def _is_seat(game: Any, value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(game.seats)


def _seat(game: Any, value: Any) -> Any:
    if value is not None and not _is_seat(game, value):
        raise _wrong(value, "must be a seat number or None")
    return value


def _seats(game: Any, value: Any) -> Any:
    if not isinstance(value, tuple) or not all(_is_seat(game, seat) for seat in value):
        raise _wrong(value, "must be a tuple of seat numbers")
    return value


def _outcome(game: Any, value: Any) -> Any:
    if value is None:
        return None
    if not isinstance(value, Outcome) or not is_text(value.reason):
        raise _wrong(value, "must be an Outcome or None")
    places = value.places
    if not isinstance(places, tuple) or len(places) != len(game.seats):
        raise _wrong(places, "must have a place for each seat")
    if not are_places(places):
        raise _wrong(places, "must be a tuple of places, of which the best is 1")
    return safe(value)


def _diagram(_game: Any, value: Any) -> Any:
    is_diagram = isinstance(value, Diagram) and value.layers
    if not is_diagram or not (are_texts(value.notes) and are_texts(value.text_notes)):
        raise _wrong(value, "must be a Diagram with at least one layer")
    layers = tuple(map(_checked_layer, value.layers))
    hands = tuple(map(_checked_hand, value.hands))
    if sum(len(layer.rows) * len(layer.columns) for layer in layers) > MAX_CELLS:
        raise _wrong(value, f"must be a Diagram of at most {MAX_CELLS} squares")
    notes, text_notes = safe(value.notes), safe(value.text_notes)
    return replace(value, layers=layers, notes=notes, hands=hands, text_notes=text_notes)


def _movement(_game: Any, value: Any) -> Any:
    return safe(value)


def _checked_layer(layer: Any) -> Layer:
    is_layer = isinstance(layer, Layer) and len(layer.cells) == len(layer.rows)
    if not is_layer or any(len(row) != len(layer.columns) for row in layer.cells):
        raise _wrong(layer, "must be a Layer with a cell for each row and column")
    if not isinstance(layer.style, Style) or len(layer.sides) not in (0, 4):
        raise _wrong(layer, "must have a Style, and either no sides or four")
    for text in (layer.title, *layer.rows, *layer.columns, *layer.sides):
        _check_cell_text(text)
    cells = tuple(
        tuple(None if cell is None else _checked_cell(cell) for cell in row) for row in layer.cells
    )
    labels = {name: safe(getattr(layer, name)) for name in ("columns", "rows", "title", "sides")}
    checked: Layer = replace(layer, cells=cells, **labels)
    return checked


def _checked_hand(hand: Any) -> Hand:
    if not isinstance(hand, Hand) or len(hand.pieces) > MAX_TEXTS:
        raise _wrong(hand, f"must be a Hand of at most {MAX_TEXTS} kinds of pieces")
    _check_cell_text(hand.title)
    if not all(isinstance(count, int) for _, count in hand.pieces):
        raise _wrong(hand, "must give the number of pieces of each kind")
    pieces = tuple((_checked_cell(cell), count) for cell, count in hand.pieces)
    return replace(hand, title=safe(hand.title), pieces=pieces)


@lru_cache(maxsize=8192)
def _checked_cell(cell: Any) -> Cell:
    """Returns a safe cell. Cached because the diagrams of a game have the same cells repeatedly."""
    if not isinstance(cell, Cell) or not isinstance(cell.shape, Shape):
        raise _wrong(cell, "must be a Cell with a Shape")
    for text in (cell.square, cell.text, cell.words, cell.sign):
        _check_cell_text(text)
    checked: Cell = safe(cell)
    return checked


def _check_cell_text(value: object) -> None:
    if not is_text(value, MAX_CELL_TEXT):
        raise _wrong(value, f"must be text of at most {MAX_CELL_TEXT} characters")


CHECKS: Mapping[str, Check] = {
    "resolve": _options,
    "without_seed": _options,
    "read_options": _options,
    "aim": check_text,
    "describe_options": _texts,
    "to_move": _seat,
    "remaining": _seats,
    "moves": _moves,
    "written_moves": _written_moves,
    "outcome": _outcome,
    "write": _notation,
    "diagram": _diagram,
    "movement": _movement,
    "mover_square": check_text,
    "describe_move": check_text,
    "describe_seat": check_text,
    "trapped": _texts,
    "write_position": _stored_position,
    "likeness": _json_value,
    "origins": _moves,
    "estimate": _estimates,
    "facts": _sentences,
    "standard_record": _record,
    "read_standard_record": _recorded_game,
    "ending": check_text,
}
"""The checks by the name of the game's method."""
OWN_CHECKS: Mapping[str, Check] = dict.fromkeys(
    ("moves", "written_moves", "origins", "facts"), _moves
)
"""The checks of games whose code is pbm's own, but whose rules are another package's. They only
read iterators to their end.
"""
