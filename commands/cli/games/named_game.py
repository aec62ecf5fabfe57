"""Finds a game by its name, or in a module that isn't installed."""

import importlib
import sys
from pathlib import Path

from commands.cli.games.served_games import conflicts
from pbm import games
from pbm.errors import NotFoundError
from pbm.games import AnyGame
from pbm.packages.offers import Offer, Package, games_in
from pbm.wording import listing


def named_game(name: str) -> AnyGame:
    """Returns the game with this name, or the one in the module with this name.

    Raises UserError if there is no such game or it can't be loaded.
    """
    module_name, _, kind_name = name.partition(":")
    if games.plain(name) not in games.names() and name not in games.catalogue().failed:
        offer = _offer(module_name, kind_name)
        games.try_out(offer)
        name = offer.name
    if failure := games.catalogue().failed.get(name):
        raise NotFoundError(f"{name} from {failure[0]} can't be loaded: {failure[1]}")
    if name not in games.games() and (problems := conflicts()):
        raise NotFoundError("\n".join(problems))
    return games.find(name)


def _offer(module_name: str, kind_name: str) -> Offer:
    """Returns the only game that a module defines."""
    sys.path.insert(0, str(Path.cwd()))
    try:
        module = importlib.import_module(module_name.removesuffix(".py"))
    except ImportError as error:
        raise NotFoundError(
            f"\"{module_name}\" isn't a game, and pbm can't load it as a module: {error}. "
            f"The games are {listing(list(games.games()))}."
        ) from error
    kinds = [kind for kind in games_in(module) if kind_name in ("", kind.__name__)]
    if len(kinds) != 1:
        names = ", ".join(kind.__name__ for kind in kinds) or "none"
        raise NotFoundError(
            f"{module_name} must contain exactly one game, but contains {names}. To choose "
            "one, use MODULE:CLASS."
        )
    package = Package(module.__name__, "")
    return Offer(str(getattr(kinds[0], "name", "")), package, lambda: kinds[0])
