"""Check that a package's class is a game with everything that the registry needs.

Raises TypeError.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from inspect import get_annotations
from typing import Any

from pbm.game import Game, Seat
from pbm.options import Kind
from pbm.packages.offers import AnyGame
from pbm.packages.result_checks import MAX_NOTATION, MAX_TEXT, are_texts, is_text

FORM = re.compile("[a-z]{2,10}|")
NAME = re.compile(r"[a-z][a-z0-9]{1,31}")
MAX_NAME = 40
"""Maximum length, in characters, of a game's names and family, and of the symbols of its seats."""
MAX_RULES = 50_000
"""Maximum number of characters of the rules, and of the notes."""
MAX_EXAMPLE = 1000
"""Maximum number of moves of the example."""
MAX_SEATS = 20
MAX_PIECES = 100
"""Maximum number of kinds of pieces."""
TITLE = re.compile(r"[^\W_](?:[\w' -]{0,38}[\w])?")


def checked(kind: Any, name: str) -> type[AnyGame]:
    """Returns a game's class. Raises TypeError if it lacks something that the registry needs."""
    if not (isinstance(kind, type) and issubclass(kind, Game)):
        raise TypeError(f"{kind!r} must be a subclass of pbm.game.Game")
    if missing := kind.__abstractmethods__ | _undefined_attributes(kind):
        raise TypeError(f"{kind.__name__} must define {', '.join(sorted(missing))}")
    for fact, (is_right, requirement) in _FACTS.items():
        if not is_right(getattr(kind, fact)):
            raise TypeError(f"{kind.__name__}.{fact} {requirement}")
    if kind.name != name:
        raise TypeError(f'{kind.__name__}.name is "{kind.name}", but its entry point is "{name}"')
    return kind


def _undefined_attributes(kind: type[AnyGame]) -> set[str]:
    """Returns the attributes that pbm's base classes declare without a value, and `kind` lacks."""
    bases = (base for base in kind.__mro__ if base.__module__.partition(".")[0] == "pbm")
    return {name for base in bases for name in get_annotations(base) if not hasattr(kind, name)}


def _is_text(value: object, most: int = MAX_TEXT) -> bool:
    return is_text(value, most) and bool(str(value).strip())


def _are_options(value: object) -> bool:
    if not isinstance(value, type) or not is_dataclass(value):
        return False
    kinds = [(field.name, field.metadata.get("option")) for field in fields(value)]
    declared = all(isinstance(kind, Kind) for _, kind in kinds)
    helps = [kind.words(name).items() for name, kind in kinds if isinstance(kind, Kind)]
    words = tuple(text for items in helps for item in items for text in item)
    return declared and are_texts(words) and value.__hash__ is not None


def _is_example(value: object) -> bool:
    match value:
        case (text, tuple(moves)):
            are_short = all(is_text(move, MAX_NOTATION) for move in moves)
            return is_text(text) and len(moves) <= MAX_EXAMPLE and are_short
    return False


def _are_seats(value: object) -> bool:
    return (
        isinstance(value, tuple)
        and 1 < len(value) <= MAX_SEATS
        and all(isinstance(seat, Seat) and _is_text(seat.name, MAX_NAME) for seat in value)
        and all(_is_text(seat.sign, MAX_NAME) for seat in value)
    )


def _are_piece_words(value: object) -> bool:
    """Whether the value maps each piece's letter to its words."""
    if not isinstance(value, Mapping) or len(value) > MAX_PIECES:
        return False
    letters = all(is_text(letter, MAX_NAME) for letter in value)
    return letters and all(is_text(words) for words in value.values())


_FACTS: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "name": (
        lambda value: isinstance(value, str) and bool(NAME.fullmatch(value)),
        "must be 2 to 32 lower-case letters and digits, and begin with a letter",
    ),
    "title": (
        lambda value: isinstance(value, str) and bool(TITLE.fullmatch(value)),
        "must be a name of at most 40 letters, digits, spaces, apostrophes and hyphens",
    ),
    "family": (
        lambda value: _is_text(value, MAX_NAME),
        f"must be a heading of at most {MAX_NAME} characters",
    ),
    "aliases": (
        lambda value: are_texts(value, MAX_NAME) and all(map(_is_text, value)),
        "must be a tuple of names",
    ),
    "summary": (_is_text, "must be a sentence"),
    "rules": (
        lambda value: _is_text(value, MAX_RULES),
        f"must be text of at most {MAX_RULES} characters",
    ),
    "notes": (
        lambda value: value == "" or _is_text(value, MAX_RULES),
        f"must be empty, or text of at most {MAX_RULES} characters",
    ),
    "example": (_is_example, "must be a pair: the options as text, and a tuple of moves"),
    "seats": (_are_seats, "must be a tuple of two or more seats"),
    "options": (_are_options, "must be a frozen dataclass with fields from pbm.options"),
    "piece_words": (
        _are_piece_words,
        f"must map letters to words, with at most {MAX_TEXT} characters each",
    ),
    "record_form": (
        lambda value: isinstance(value, str) and bool(FORM.fullmatch(value)),
        "must be empty, or a word of 2 to 10 lower-case letters, such as pgn",
    ),
    "version": (lambda value: isinstance(value, int), "must be a whole number"),
}
"""The attributes that a game must have, each with a check and a requirement for error messages."""
