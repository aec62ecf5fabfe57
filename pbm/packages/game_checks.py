"""Check that a package's class is a game with everything that the registry needs.

Raises TypeError.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from pbm.game import Game, Seat
from pbm.options import Kind
from pbm.packages.offers import AnyGame
from pbm.packages.result_checks import MAX_NOTATION, MAX_TEXT, are_texts, is_text

NAME = re.compile(r"[a-z][a-z0-9]{1,31}")
MAX_NAME = 40
"""Maximum length, in characters, of a game's names and of the symbols of its seats."""
MAX_RULES = 50_000
"""Maximum number of characters of the rules, and of the notes."""
MAX_EXAMPLE = 1000
"""Maximum number of moves of the example."""
MAX_SEATS = 20
TITLE = re.compile(r"[^\W_](?:[\w' -]{0,38}[\w])?")


def checked(kind: Any, name: str) -> type[AnyGame]:
    """Returns a game's class. Raises TypeError if it lacks something that the registry needs."""
    if not (isinstance(kind, type) and issubclass(kind, Game)):
        raise TypeError(f"{kind!r} isn't a subclass of pbm.game.Game")
    lacking = [*getattr(kind, "__abstractmethods__", ())]
    lacking += [fact for fact in _FACTS if not hasattr(kind, fact)]
    if lacking:
        raise TypeError(f"{kind.__name__} lacks {', '.join(sorted(lacking))}")
    for fact, (is_right, expectation) in _FACTS.items():
        if not is_right(getattr(kind, fact)):
            raise TypeError(f"{kind.__name__}.{fact} isn't {expectation}")
    if kind.name != name:
        raise TypeError(f'{kind.__name__}.name is "{kind.name}", its entry point "{name}"')
    return kind


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


_FACTS: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "name": (
        lambda value: isinstance(value, str) and bool(NAME.fullmatch(value)),
        "a lower-case word",
    ),
    "title": (
        lambda value: isinstance(value, str) and bool(TITLE.fullmatch(value)),
        "a short name",
    ),
    "aliases": (
        lambda value: are_texts(value, MAX_NAME) and all(map(_is_text, value)),
        "a tuple of names",
    ),
    "summary": (_is_text, "a sentence"),
    "rules": (
        lambda value: _is_text(value, MAX_RULES),
        f"a text of at most {MAX_RULES} characters",
    ),
    "notes": (
        lambda value: value == "" or _is_text(value, MAX_RULES),
        f"a text of at most {MAX_RULES} characters",
    ),
    "example": (_is_example, "a text of options, and a tuple of moves"),
    "seats": (_are_seats, "a tuple of two or more seats"),
    "options": (_are_options, "a frozen dataclass, whose fields are made by pbm.options"),
    "version": (lambda value: isinstance(value, int), "a whole number"),
}
"""The attributes that a game must have, each with a check and a description of valid values."""
