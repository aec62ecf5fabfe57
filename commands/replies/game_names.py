"""Patterns of the names and titles by which texts mention games."""

import re
from collections.abc import Mapping
from typing import Any

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


def spellings(game: Game[Any, Any, Any]) -> tuple[str, str]:
    """Returns patterns of a game's name and title, with any punctuation between the words."""
    return re.escape(game.name), r"[\W_]*".join(_WORD.findall(game.title))
