"""Choose the games that are served among the ones that packages offer.

pbm's own games and other packages' are chosen, loaded and checked in the same way. Games that
several packages offer under one name are left out.
"""

import os
import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache

from pbm.errors import GameFailedError
from pbm.packages.game_checks import checked
from pbm.packages.guard import LOADING, Guard, guarded
from pbm.packages.offers import PBM, AnyGame, Offer, Package
from pbm.packages.stuck_games import Key

VARIABLE = "PBM_GAMES"
"""The variable with the choice of games, from which child processes have it, too."""
Loaded = dict[str, tuple[AnyGame, Package]]


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


@lru_cache(1000)
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


def chosen_games() -> str:
    """Returns the choice of games: `PBM_GAMES`."""
    return os.environ.get(VARIABLE, "")
