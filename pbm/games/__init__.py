"""The registry of games: the modules of this folder, and games of other packages."""

import importlib
import os
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from pbm.errors import NotFoundError, UsageError
from pbm.packages.absent_game import AbsentGame, KnownGame, make_absent
from pbm.packages.catalogue import VARIABLE, Catalogue, chosen_games, make_catalogue, plain
from pbm.packages.offers import PBM, AnyGame, Offer, Package, installed_offers
from pbm.packages.stuck_games import Key, read_stuck_games
from pbm.packages.watchdog import WATCHDOG
from pbm.suggestions import did_you_mean

__all__ = ["AbsentGame", "AnyGame", "KnownGame", "Package", "plain"]
_learnt: dict[str, KnownGame] = {}
"""The games that have boards in the database, by name."""
tried: list[Offer] = []
"""Games that aren't installed, and tried out in this process."""


@cache
def catalogue() -> Catalogue:
    """Returns all that is known of the games that are installed."""
    names_tried = {offer.name for offer in tried}
    installed = installed_offers(__path__, __name__)
    offers = [each for each in installed if each.package == PBM or each.name not in names_tried]
    offers += tried
    return make_catalogue(offers, chosen_games(), _stuck())


def _stuck() -> frozenset[Key]:
    return read_stuck_games(WATCHDOG.data) if WATCHDOG.data else frozenset()


def games() -> Mapping[str, AnyGame]:
    """Returns every game that is served, by name: pbm's own, and other packages'."""
    return catalogue().games


@cache
def absent() -> Mapping[str, AbsentGame]:
    """Returns the games that have boards here, and aren't served, by name."""
    return {name: _absent(known) for name, known in sorted(_learnt.items()) if name not in games()}


def _absent(known: KnownGame) -> AbsentGame:
    found, package = catalogue(), f"{known.package} {known.version}".strip()
    if known.name in found.off or known.name in found.stuck:
        why = "it is switched off"
    elif known.name in found.failed:
        why = f"its package, {found.failed[known.name][0]}, fails to load"
    elif any(known.name in conflict.names for conflict in found.conflicts):
        why = "several packages offer a game of this name"
    else:
        why = f"its package, {package}, isn't installed" if package else "it isn't installed"
    return make_absent(known, why)


def known() -> list[AnyGame]:
    """Returns the games that are served, and games that only have boards here."""
    return [*games().values(), *absent().values()]


@cache
def names() -> Mapping[str, AnyGame]:
    """Returns every name and alias, normalized by `plain`, with its game, also of absent ones."""
    return {
        plain(name): game
        for game in (*absent().values(), *games().values())
        for name in (game.name, game.title, *game.aliases)
    }


def find(name: str) -> AnyGame:
    """Returns the game of this name or alias; raises NotFoundError."""
    found = names().get(plain(name))
    if found is None:
        served = ", ".join(games())
        raise NotFoundError(
            f'There is no game "{name}".{did_you_mean(plain(name), names())} Served: {served}.'
        )
    return found


def stored(name: str) -> AnyGame:
    """Returns the game that is stored under this name, served or not."""
    found = games().get(name) or absent().get(name)
    return found or _absent(_learnt.get(name, KnownGame(name, name, "", "")))


@lru_cache(4096)
def describe_options(name: str, words: tuple[str, ...]) -> str:
    """Returns stored options of a game as phrases, such as `4x4, flat`.

    They stay as they are if the game isn't served.
    """
    game = stored(name)
    if isinstance(game, AbsentGame):
        return ", ".join(words)
    return ", ".join(game.describe_options(game.read_options(words)))


def package_of(game: AnyGame) -> Package:
    """Returns the package of a game that is served."""
    return catalogue().packages[game.name]


def is_own(game: AnyGame) -> bool:
    """Returns True for a game of pbm itself."""
    return catalogue().packages.get(game.name) == PBM


def learn(stored_games: Iterable[KnownGame]) -> None:
    """Takes note of the games that have boards in the database that is used from now on."""
    found = {each.name: each for each in stored_games}
    if found != _learnt:
        _learnt.clear()
        _learnt.update(found)
        absent.cache_clear()
        names.cache_clear()
        describe_options.cache_clear()


def try_out(offer: Offer) -> None:
    """Serves a game in this process that isn't installed, in place of an installed one."""
    tried.append(offer)
    forget()


def choose(choice: str) -> None:
    """Serves these games from now on, here and in child processes; raises UsageError for none."""
    if choice != chosen_games():
        os.environ[VARIABLE] = choice
        forget()
    if choice and not games():
        raise UsageError(f"{VARIABLE} leaves no game: {choice}.")


def watch(data: Path) -> None:
    """Notes calls of other packages' games in this data folder from now on.

    Games that ended processes, as the notes there show, are disabled.
    """
    folder = data.absolute()
    if folder != WATCHDOG.data:
        WATCHDOG.data = folder
        forget()


def disable_stuck() -> list[str]:
    """Disables games that have ended processes meanwhile. Returns their names."""
    if not catalogue.cache_info().currsize:
        return []
    stuck, packages = _stuck(), catalogue().packages
    names = [name for name, package in packages.items() if (name, str(package)) in stuck]
    if names:
        forget()
    return names


def forget() -> None:
    """Lets the games be looked for again when they are next asked for."""
    catalogue.cache_clear()
    absent.cache_clear()
    names.cache_clear()
    describe_options.cache_clear()


def module_of(folder: str, game: AnyGame) -> ModuleType | None:
    """Returns the module of a folder with what pbm knows of a game of its own, if there is one.

    `folder`: a package such as `pbm.proofs`, whose modules bear names of games.
    """
    name = f"{folder}.{game.name}"
    return importlib.import_module(name) if is_own(game) and find_spec(name) else None
