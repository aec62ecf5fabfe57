"""Find the games that installed packages offer, without loading them.

A package offers games by entry points of the group `pbm.games`. Each has the name of the game, and
refers to a subclass of `Game`. pbm's own games are the modules in `pbm/games` instead, because
entry points are only written during installation: a working copy may have games that its
installation doesn't know. The classic games are modules, too. OpenSpiel is their package, because
they are offered only if it is installed, and its errors should disable only them.
"""

import importlib
import pkgutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from pbm import __version__
from pbm.game import Game

AnyGame = Game[Any, Any, Any]
GROUP = "pbm.games"
CLASSICS = "pbm.classics.games"
"""The folder of games that need OpenSpiel."""
OPENSPIEL, OPENSPIEL_MODULE = "open-spiel", "pyspiel"


@dataclass(frozen=True, slots=True)
class Package:
    """A package that offers games."""

    name: str
    version: str

    def __str__(self) -> str:
        return f"{self.name} {self.version}".strip()


@dataclass(frozen=True, slots=True)
class Offer:
    """A game that a package offers. It isn't loaded yet."""

    name: str
    package: Package
    load: Callable[[], Any]
    """Returns the game's class. For pbm's own games, it returns the game itself, always the same
    object.
    """
    has_own_code: bool = False
    """Whether the game's code is pbm's own, although the package is another one."""


def installed_offers(folder: Sequence[str], package: str) -> list[Offer]:
    """Returns all offers: the modules in pbm's folders of games, and the entry points."""
    return [*_own_offers(folder, package), *_classic_offers(), *_foreign_offers()]


def _own_offers(folder: Sequence[str], package: str) -> Iterator[Offer]:
    for module in pkgutil.iter_modules(folder):
        yield Offer(module.name, PBM, partial(_game_of, f"{package}.{module.name}"))


@cache
def _game_of(module_name: str) -> AnyGame:
    """Returns the game that a module defines."""
    return games_in(importlib.import_module(module_name))[0]()


def games_in(module: ModuleType) -> list[type[AnyGame]]:
    """Returns the classes of games that a module defines."""
    kinds = [member for member in vars(module).values() if isinstance(member, type)]
    return [kind for kind in kinds if issubclass(kind, Game) and kind.__module__ == module.__name__]


def _classic_offers() -> Iterator[Offer]:
    """Yields the games that need OpenSpiel, if it is installed."""
    if find_spec(OPENSPIEL_MODULE) is None:
        return
    from importlib.metadata import version  # noqa: PLC0415 - slow to load

    package = Package(OPENSPIEL, version(OPENSPIEL))
    folder = Path(__file__).parents[1] / "classics" / "games"
    for module in pkgutil.iter_modules([str(folder)]):
        load = partial(_class_in, f"{CLASSICS}.{module.name}")
        yield Offer(module.name, package, load, has_own_code=True)


def _class_in(module_name: str) -> type[AnyGame]:
    """Returns the class of the game that a module defines."""
    return games_in(importlib.import_module(module_name))[0]


def _foreign_offers() -> Iterator[Offer]:
    from importlib.metadata import entry_points  # noqa: PLC0415 - slow to load

    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value)):
        package = Package(entry.dist.name, entry.dist.version) if entry.dist else Package("?", "?")
        yield Offer(entry.name, package, entry.load)


PBM = Package("pbm", __version__)
