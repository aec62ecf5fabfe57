"""Games of packages: what is installed, and what of it is served.

A package offers games by entry points of the group `pbm.games`, each with the game's name, and
naming a `Game`. The games of pbm itself are the modules of `pbm/games`: entry points are written
when a package is installed, and a working copy has games of which its installation knows nothing.
From there on all are alike: chosen, loaded and checked in the same way.
"""

import importlib
import os
import pkgutil
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, fields, is_dataclass
from functools import cache, partial
from types import ModuleType
from typing import Any

from pbm import __version__
from pbm.errors import GameFailedError
from pbm.game import Game, Seat
from pbm.options import Kind
from pbm.packages.guard import LOADING, Guard, guarded
from pbm.packages.result_checks import MAX_NOTATION, MAX_TEXT, are_texts, is_text
from pbm.packages.stuck_games import Key

AnyGame = Game[Any, Any, Any]

GROUP = "pbm.games"
VARIABLE = "PBM_GAMES"
"""The variable with the choice of games, from which child processes have it, too."""
NAME = re.compile(r"[a-z][a-z0-9]{1,31}")
MAX_NAME = 40
"""Maximum characters of names and signs."""
MAX_RULES = 50_000
"""Maximum characters of the rules."""
MAX_EXAMPLE = 1000
"""Maximum moves of the example."""
MAX_SEATS = 20
TITLE = re.compile(r"[^\W_](?:[\w' -]{0,38}[\w])?")


@dataclass(frozen=True, slots=True)
class Package:
    """A package that offers games."""

    name: str
    version: str

    def __str__(self) -> str:
        return f"{self.name} {self.version}".strip()


PBM = Package("pbm", __version__)


@dataclass(frozen=True, slots=True)
class Offer:
    """A game that a package offers, not loaded yet."""

    name: str
    package: Package
    load: Callable[[], Any]
    """Returns the game's class; for a game of pbm, the game itself, which is always the same."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """A name that several packages give to games."""

    names: frozenset[str]
    """The names of these games; a title or alias may be all that they share."""
    text: str
    """Sentences on the packages, and on what to do."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The games that are served, and what is wrong with others."""

    games: Mapping[str, AnyGame]
    """By name, pbm's own first: the first is the example in texts for newcomers."""
    packages: Mapping[str, Package]
    """By the name of the game."""
    off: Mapping[str, Package]
    """The packages of games that are switched off, by the name of the game."""
    stuck: Mapping[str, Package]
    """The packages of games that are disabled because they ended processes."""
    failed: Mapping[str, tuple[Package, str]]
    """The packages of games that can't be loaded, and the reasons, by the name of the game."""
    conflicts: Sequence[Conflict]
    """The names that several packages give to games."""
    missing: Sequence[str]
    """The words of the choice that no game and no package is called."""


def plain(name: str) -> str:
    """Returns a game's name without capitals, spaces, hyphens and apostrophes."""
    return re.sub(r"[\s'_-]+", "", name).lower()


def make_catalogue(
    offers: Sequence[Offer], choice: str, stuck: AbstractSet[Key] = frozenset()
) -> Catalogue:
    """Returns the games of these offers that are chosen: `PBM_GAMES`, as typed.

    `stuck`: games that aren't loaded.
    """
    words = [word.strip().lower() for word in choice.split(",") if word.strip()]
    on = {word for word in words if not word.startswith("-")}
    out = {word[1:] for word in words if word not in on}
    chosen = [
        offer
        for offer in offers
        if not {offer.name, offer.package.name.lower()} & out
        and (not on or {offer.name, offer.package.name.lower()} & on)
    ]
    known = {name for offer in offers for name in (offer.name, offer.package.name.lower())}
    disabled = [each for each in chosen if (each.name, str(each.package)) in stuck]
    loaded, failed = _load_all([each for each in chosen if each not in disabled])
    kept, conflicts = _without_conflicts(loaded, chosen)
    own_first = sorted(kept.items(), key=lambda each: (each[1][1] != PBM, each[0]))
    games = {name: game for name, (game, _) in own_first}
    return Catalogue(
        games,
        {name: package for name, (_, package) in kept.items()},
        {offer.name: offer.package for offer in offers if offer not in chosen},
        {offer.name: offer.package for offer in disabled},
        failed,
        conflicts,
        sorted((on | out) - known),
    )


Loaded = dict[str, tuple[AnyGame, Package]]


def _load_all(offers: Sequence[Offer]) -> tuple[Loaded, dict[str, tuple[Package, str]]]:
    """Returns the games that no other offer has the name of, and why others can't be loaded."""
    loaded: Loaded = {}
    failed: dict[str, tuple[Package, str]] = {}
    for offer in offers:
        rivals = [each for each in offers if each.name == offer.name]
        if len(rivals) > 1 and offer.package != PBM:
            continue
        try:
            loaded[offer.name] = _load(offer), offer.package
        except GameFailedError as error:
            failed[offer.name] = offer.package, error.cause
    return loaded, failed


def _without_conflicts(loaded: Loaded, offers: Sequence[Offer]) -> tuple[Loaded, list[Conflict]]:
    """Returns the games whose names are theirs alone, and what the others share.

    A game of pbm stays what its name means; of others that share one, none is served.
    """
    owners: dict[str, set[tuple[str, Package]]] = {}
    for offer in offers:
        owners.setdefault(offer.name, set()).add((offer.name, offer.package))
    for name, (game, package) in loaded.items():
        for called in _names(game):
            owners.setdefault(called, set()).add((name, package))
    shared = {called: several for called, several in owners.items() if len(several) > 1}
    rivals = {rival for several in shared.values() for rival in several if rival[1] != PBM}
    kept = {name: each for name, each in loaded.items() if (name, each[1]) not in rivals}
    return kept, [
        _conflict(called, sorted(shared[called], key=lambda each: str(each[1])))
        for called in sorted(shared)
    ]


def _names(game: AnyGame) -> set[str]:
    return {plain(name) for name in (game.name, game.title, *game.aliases)}


def _conflict(called: str, several: Sequence[tuple[str, Package]]) -> Conflict:
    owners = " and ".join(f"{package}" for _, package in several)
    off = next(package for _, package in reversed(several) if package != PBM)
    names = frozenset(name for name, package in several if package != PBM)
    return Conflict(
        names,
        f'Several games are called "{called}": {owners} offer one each. Uninstall one of the '
        f"packages, or switch one off: {VARIABLE}=-{off.name}.",
    )


def _load(offer: Offer) -> AnyGame:
    """Returns a game; raises GameFailedError if it can't be loaded, or isn't one."""
    if offer.package == PBM:
        return offer.load()  # type: ignore[no-any-return]
    guard = Guard(offer.name, str(offer.package))

    def load() -> AnyGame:
        return guarded(checked(offer.load(), offer.name), guard)()

    return guard.call(LOADING, load)  # type: ignore[no-any-return]


def checked(kind: Any, name: str) -> type[AnyGame]:
    """Returns a game's class; raises TypeError if it lacks what the registry needs."""
    if not (isinstance(kind, type) and issubclass(kind, Game)):
        raise TypeError(f"{kind!r} isn't a subclass of pbm.game.Game")
    lacking = [*getattr(kind, "__abstractmethods__", ())]
    lacking += [each for each in _FACTS if not hasattr(kind, each)]
    if lacking:
        raise TypeError(f"{kind.__name__} lacks {', '.join(sorted(lacking))}")
    for fact, (is_right, wanted) in _FACTS.items():
        if not is_right(getattr(kind, fact)):
            raise TypeError(f"{kind.__name__}.{fact} isn't {wanted}")
    if kind.name != name:
        raise TypeError(f'{kind.__name__}.name is "{kind.name}", its entry point "{name}"')
    return kind


def _is_text(value: object, most: int = MAX_TEXT) -> bool:
    return is_text(value, most) and bool(str(value).strip())


def _are_options(value: object) -> bool:
    if not isinstance(value, type) or not is_dataclass(value):
        return False
    kinds = [(each.name, each.metadata.get("option")) for each in fields(value)]
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
    "example": (_is_example, "a text of options, and a tuple of moves"),
    "seats": (_are_seats, "a tuple of two or more seats"),
    "options": (_are_options, "a frozen dataclass, whose fields are made by pbm.options"),
    "version": (lambda value: isinstance(value, int), "a whole number"),
}
"""The attributes that a game must have, each with a test and the name of what passes it."""


def installed_offers(folder: Sequence[str], package: str) -> list[Offer]:
    """Returns what is installed: the modules of pbm's own folder of games, and entry points."""
    return [*_own_offers(folder, package), *_foreign_offers()]


def _own_offers(folder: Sequence[str], package: str) -> Iterator[Offer]:
    for module in pkgutil.iter_modules(folder):
        yield Offer(module.name, PBM, partial(_game_of, f"{package}.{module.name}"))


@cache
def _game_of(module_name: str) -> AnyGame:
    """Returns the game that a module defines."""
    return games_in(importlib.import_module(module_name))[0]()


def games_in(module: ModuleType) -> list[type[AnyGame]]:
    """Returns the classes of games that a module defines."""
    kinds = [each for each in vars(module).values() if isinstance(each, type)]
    return [each for each in kinds if issubclass(each, Game) and each.__module__ == module.__name__]


def _foreign_offers() -> Iterator[Offer]:
    from importlib.metadata import entry_points  # noqa: PLC0415 - slow to load

    for entry in sorted(entry_points(group=GROUP), key=lambda each: (each.name, each.value)):
        package = Package(entry.dist.name, entry.dist.version) if entry.dist else Package("?", "?")
        yield Offer(entry.name, package, entry.load)


def chosen_games() -> str:
    """Returns the choice of games: `PBM_GAMES`."""
    return os.environ.get(VARIABLE, "")
