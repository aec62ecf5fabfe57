"""Finds the games that a line names before a number, or by initials: "TB 101", "KP: a1-c5"."""

import re
from collections.abc import Collection
from typing import Any

from commands.replies.sentences.game_names import games_in_other_words, spellings
from pbm import games
from pbm.game import Game

MIN_LETTERS, MAX_LETTERS = 2, 4
"""Minimum and maximum number of letters of an abbreviation."""
MAX_NAME = 40
"""Maximum number of characters before a number that are searched for a game's name."""
NUMBERED = re.compile(r"(?<=[^\W\d_])[\s#.:-]{0,3}(?<![.,:-])(\d{2,9})(?![\w%]|[.,:/-]\d)")
"""A number behind a word."""
LABEL = re.compile(
    rf"\W{{0,3}}([^\W\d_]{{{MIN_LETTERS},{MAX_LETTERS}}})(?=\s*(?:[:=>]|-+>?\s)\s*\S)"
)
"""A word before a colon."""
_BEFORE = re.compile(r"^(?:\W|\d[.)] )+")
_LAST_WORD = re.compile(r"[^\W\d_]+$")
_WORD = re.compile(r"\d+|[^\W\d_]+")


def games_before(text: str) -> dict[str, int]:
    """Returns the games that the last words of a text may name, with the start of each name."""
    text = text.rstrip(" #.:-")
    last = _LAST_WORD.search(text[-MAX_NAME:])
    if last is None:
        return {}
    start = len(text) - len(last[0])
    found = dict.fromkeys((*abbreviated(last[0]), *games_in_other_words(last[0])), start)
    offset = max(0, len(text) - MAX_NAME)
    for name, pattern in _endings().items():
        if named := pattern.search(text, offset):
            found[name] = named.start()
    return found


def begins_with_game(text: str, name: str) -> bool:
    """Whether a text before a number is only the name or title of a game: "Trailblazer"."""
    return (
        len(text) <= MAX_NAME
        and bool(_BEFORE.sub("", text))
        and bool(_endings()[name].fullmatch(_BEFORE.sub("", text).rstrip(" #.:-")))
    )


def abbreviated(word: str) -> Collection[str]:
    """Returns the names of the games that a word may abbreviate."""
    if not MIN_LETTERS <= len(word) <= MAX_LETTERS:
        return ()
    return [name for name, game in games.games().items() if _abbreviates(word.lower(), game)]


def _abbreviates(word: str, game: Game[Any, Any, Any]) -> bool:
    """Whether a word has the initials of a title, or some letters of a title of one word."""
    parts = _WORD.findall(game.title.lower())
    if len(parts) > 1:
        return word == "".join(part[0] for part in parts)
    letters = iter(parts[0])
    return word[0] == parts[0][0] and all(letter in letters for letter in word)


@games.cached_per_catalogue
def _endings() -> dict[str, re.Pattern[str]]:
    """Returns a pattern of each game's name and title at the end of a text."""
    return {
        name: re.compile(rf"(?i)(?<![^\W_])(?:{'|'.join(spellings(game))})$")
        for name, game in games.games().items()
    }
