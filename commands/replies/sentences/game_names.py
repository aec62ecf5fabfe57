"""Finds the games that texts mention, by their names, titles and words of other languages."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from commands.replies.vocabulary.named_boards.game_words import GAME_WORDS
from commands.replies.vocabulary.sentence_words import plain_words
from pbm import games
from pbm.game import Game

_WORD = re.compile(r"\d+|[^\W\d_]+")


@games.cached_per_catalogue
def game_patterns() -> Mapping[str, re.Pattern[str]]:
    """Returns a pattern of each game's name and title, by its name."""
    return {
        name: re.compile(rf"(?i)(?<![^\W_])(?:{'|'.join(spellings(game))})(?![^\W_])")
        for name, game in games.games().items()
    }


def games_in_other_words(text: str) -> list[str]:
    """Returns the names of the games that a text names by a word of another language."""
    words, served = plain_words(text), games.games()
    found = (name for name in GAME_WORDS if any(map(_game_words(name).fullmatch, words)))
    return [name for name in found if name in served]


@cache
def _game_words(name: str) -> re.Pattern[str]:
    return re.compile("|".join(GAME_WORDS[name].split()).replace("*", r"\w*"))


def spellings(game: Game[Any, Any, Any]) -> tuple[str, str]:
    """Returns patterns of a game's name and title, with any punctuation between the words."""
    return re.escape(game.name), r"[\W_]*".join(_WORD.findall(game.title))
