"""The registry of games: every module of this folder that defines a Game."""

import importlib
import pkgutil
import re
from functools import cache, lru_cache
from typing import Any

from pbm.errors import NotFoundError
from pbm.game import Game
from pbm.suggestions import did_you_mean

AnyGame = Game[Any, Any, Any]


@cache
def games() -> dict[str, AnyGame]:
    """Returns every game by name, sorted."""
    found = (
        importlib.import_module(f"{__name__}.{module.name}")
        for module in pkgutil.iter_modules(__path__)
    )
    served = [kind() for module in found for kind in _kinds(module)]
    return {game.name: game for game in sorted(served, key=lambda game: game.name)}


@cache
def names() -> dict[str, AnyGame]:
    """Returns every name and alias, normalized by `plain`, with its game."""
    return {
        plain(name): game
        for game in games().values()
        for name in (game.name, game.title, *game.aliases)
    }


@lru_cache(1000)
def plain(name: str) -> str:
    """Returns a game's name without capitals, spaces, hyphens and apostrophes."""
    return re.sub(r"[\s'_-]+", "", name).lower()


def find(name: str) -> AnyGame:
    """Returns the game of this name or alias; raises NotFoundError."""
    found = names().get(plain(name))
    if found is None:
        served = ", ".join(games())
        raise NotFoundError(
            f'There is no game "{name}".{did_you_mean(plain(name), names())} Served: {served}.'
        )
    return found


def _kinds(module: Any) -> list[type[AnyGame]]:
    return [
        value
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, Game)
        and value.__module__ == module.__name__
    ]
