"""The registry of all games: the modules of this folder, and games of installed packages.

It finds games by name or alias, decides which are served, and keeps track of games that have boards
in the database but aren't installed.
"""

import importlib
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import Any, TypeVar

from pbm.errors import NotFoundError, UsageError
from pbm.game import OTHER
from pbm.packages.absent_game import AbsentGame, KnownGame, make_absent
from pbm.packages.catalogue import VARIABLE, Catalogue, chosen_games, make_catalogue, plain
from pbm.packages.offers import PBM, AnyGame, Offer, Package, installed_offers
from pbm.packages.stuck_games import Key, read_stuck_games
from pbm.packages.watchdog import WATCHDOG
from pbm.suggestions import did_you_mean
from pbm.wording import listing

__all__ = ["AbsentGame", "AnyGame", "KnownGame", "Package", "plain"]
Result = TypeVar("Result")
_learnt: dict[str, KnownGame] = {}
"""Games that have boards in the database, by name."""
_dependents: list[Any] = []
"""The cached functions of other modules whose results depend on the served games."""
tried: list[Offer] = []
"""Games that `pbm check-game` and `pbm demo` load from a file or package that isn't installed."""


@cache
def catalogue() -> Catalogue:
    """Returns the catalogue of the games that are installed."""
    names_tried = {offer.name for offer in tried}
    installed = installed_offers(__path__, __name__)
    offers = [each for each in installed if each.package == PBM or each.name not in names_tried]
    offers += tried
    return make_catalogue(offers, chosen_games(), _stuck())


def _stuck() -> frozenset[Key]:
    return read_stuck_games(WATCHDOG.data) if WATCHDOG.data else frozenset()


def games() -> Mapping[str, AnyGame]:
    """Returns all games that are served, by name: pbm's own games and games of other packages."""
    return catalogue().games


@cache
def absent() -> Mapping[str, AbsentGame]:
    """Returns the games that have boards here but aren't served, by name."""
    return {name: _absent(known) for name, known in sorted(_learnt.items()) if name not in games()}


def _absent(known: KnownGame) -> AbsentGame:
    found, package = catalogue(), f"{known.package} {known.version}".strip()
    if known.name in found.off or known.name in found.stuck:
        why = "it is turned off"
    elif known.name in found.failed:
        why = f"its package, {found.failed[known.name][0]}, fails to load"
    elif any(known.name in conflict.names for conflict in found.conflicts):
        why = "several packages have a game with this name"
    else:
        why = f"its package, {package}, isn't installed" if package else "it isn't installed"
    return make_absent(known, why)


def families() -> Mapping[str, Sequence[AnyGame]]:
    """Returns the games that are served, by family. See `by_family`."""
    return by_family(games().values())


def by_family(
    grouped: Iterable[AnyGame], counts: Mapping[str, tuple[int, int]] = MappingProxyType({})
) -> Mapping[str, Sequence[AnyGame]]:
    """Returns games by family. Games that declare no family come last.

    `counts`: numbers of running and finished boards by game. Families and games with the most
    boards come first. Equal ones are in alphabetical order.
    """
    kinds = sorted(grouped, key=lambda game: (game.family, -_boards(game, counts), game.title))
    families = {name: [*members] for name, members in groupby(kinds, lambda game: game.family)}

    def rank(family: str) -> tuple[bool, int]:
        return family == OTHER, -sum(_boards(game, counts) for game in families[family])

    return {family: families[family] for family in sorted(families, key=rank)}


def _boards(game: AnyGame, counts: Mapping[str, tuple[int, int]]) -> int:
    return sum(counts.get(game.name, ()))


def known() -> list[AnyGame]:
    """Returns the games that are served, and games that only have boards here."""
    return [*games().values(), *absent().values()]


@cache
def names() -> Mapping[str, AnyGame]:
    """Returns every name and alias, normalized by `plain`, with its game.

    Absent games are included.
    """
    return {
        plain(name): game
        for game in (*absent().values(), *games().values())
        for name in (game.name, game.title, *game.aliases)
    }


def find(name: str) -> AnyGame:
    """Returns the game with this name or alias. Raises NotFoundError if there is none."""
    found = names().get(plain(name))
    if found is None:
        guess, served = did_you_mean(plain(name), names()), listing(list(games()))
        raise NotFoundError(f'There is no game called "{name}".{guess} The games are {served}.')
    return found


def stored(name: str) -> AnyGame:
    """Returns the game that the database names so, whether it is served or not."""
    found = games().get(name) or absent().get(name)
    return found or _absent(_learnt.get(name, KnownGame(name, name, "", "")))


@lru_cache(4096)
def describe_options(name: str, words: tuple[str, ...]) -> str:
    """Returns stored options of a game as phrases, such as `4x4, flat`.

    If the game isn't served, returns the options as they are stored.
    """
    game = stored(name)
    if isinstance(game, AbsentGame):
        return ", ".join(words)
    return ", ".join(game.describe_options(game.read_options(words)))


def package_of(game: AnyGame) -> Package:
    return catalogue().packages[game.name]


def is_own(game: AnyGame) -> bool:
    """Whether the game belongs to pbm itself, not to another package."""
    return catalogue().packages.get(game.name) == PBM


def learn(stored_games: Iterable[KnownGame]) -> None:
    """Records which games have boards in the database that this process uses."""
    found = {each.name: each for each in stored_games}
    if found != _learnt:
        _learnt.clear()
        _learnt.update(found)
        absent.cache_clear()
        names.cache_clear()
        describe_options.cache_clear()


def try_out(offer: Offer) -> None:
    """Serves a game that isn't installed, in this process only.

    It replaces an installed game of the same name.
    """
    tried.append(offer)
    forget()


def choose(choice: str) -> None:
    """Serves only these games from now on, in this process and its children.

    Raises UsageError if the choice names no game.
    """
    if choice != chosen_games():
        os.environ[VARIABLE] = choice
        forget()
    if choice and not games():
        raise UsageError(
            f"{VARIABLE}={choice} leaves no games available. Name at least one available game."
        )


def watch(data: Path) -> None:
    """Records calls of other packages' games in this data folder from now on.

    Disables the games that, by these records, have ended processes.
    """
    folder = data.absolute()
    if folder != WATCHDOG.data:
        WATCHDOG.data = folder
        forget()


def disable_stuck() -> list[str]:
    """Disables the games that have ended processes since the last call. Returns their names."""
    if not catalogue.cache_info().currsize:
        return []
    stuck, packages = _stuck(), catalogue().packages
    names = [name for name, package in packages.items() if (name, str(package)) in stuck]
    if names:
        forget()
    return names


def cached_per_catalogue(function: Callable[[], Result]) -> Callable[[], Result]:
    """Caches the result of a function until other games may be served."""
    cached = cache(function)
    _dependents.append(cached)
    return cached


def forget() -> None:
    """Discards the list of served games, so that the next request searches for games again."""
    for cached in (catalogue, absent, names, describe_options, *_dependents):
        cached.cache_clear()


def module_of(folder: str, game: AnyGame) -> ModuleType | None:
    """Returns the module in `folder` that is named after a game of pbm's own, or None.

    `folder`: a package with one module per game, such as `pbm.proofs`.
    """
    name = f"{folder}.{game.name}"
    return importlib.import_module(name) if is_own(game) and find_spec(name) else None
