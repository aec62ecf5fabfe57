"""Finds a game by its name, or in a module that isn't installed."""

import importlib
import sys
from pathlib import Path

from commands.cli.games.served_games import conflicts
from pbm import games
from pbm.errors import NotFoundError
from pbm.games import AnyGame
from pbm.packages.offers import Offer, Package, games_in


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
        raise NotFoundError(f"{name} of {failure[0]} can't be loaded: {failure[1]}")
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
            f'There is no game and no module "{module_name}" here: {error}. '
            f"Games: {', '.join(games.games())}."
        ) from error
    kinds = [kind for kind in games_in(module) if kind_name in ("", kind.__name__)]
    if len(kinds) != 1:
        names = ", ".join(kind.__name__ for kind in kinds) or "none"
        raise NotFoundError(f"One game is needed; {module_name} has {names}. Name it MODULE:CLASS.")
    package = Package(module.__name__, "")
    return Offer(str(getattr(kinds[0], "name", "")), package, lambda: kinds[0])
