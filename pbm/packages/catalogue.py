"""Choose the games to serve among all games that installed packages offer.

pbm's own games and those of other packages are chosen, loaded and checked in the same way. Of the
games that share a name, pbm serves only its own.
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
"""Environment variable with the choice of games. Child processes inherit it."""
Loaded = dict[str, tuple[AnyGame, Package]]


@dataclass(frozen=True, slots=True)
class Conflict:
    """A name that several packages give to their games."""

    names: frozenset[str]
    """Names of the games that aren't served because of the conflict. The shared name may be one of
    their titles or aliases.
    """
    text: str
    """Sentences that describe the conflict and suggest a solution."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The games that are served, and the reasons why other games aren't."""

    games: Mapping[str, AnyGame]
    """Games by name, pbm's own first. The first one is the example in texts for newcomers."""
    packages: Mapping[str, Package]
    """Packages by the name of the game."""
    off: Mapping[str, Package]
    """Packages of games that are switched off, by the name of the game."""
    stuck: Mapping[str, Package]
    """Packages of games that are disabled because they ended processes, by the name of the game."""
    failed: Mapping[str, tuple[Package, str]]
    """Packages of games that can't be loaded, with the reasons, by the name of the game."""
    conflicts: Sequence[Conflict]
    missing: Sequence[str]
    """Names in the choice for which there is no game or package."""


@lru_cache(1000)
def plain(name: str) -> str:
    """Returns a game's name in lower case, without spaces, hyphens, underscores and apostrophes."""
    return re.sub(r"[\s'_-]+", "", name).lower()


def make_catalogue(
    offers: Sequence[Offer], choice: str, stuck: AbstractSet[Key] = frozenset()
) -> Catalogue:
    """Returns the chosen games among these offers.

    `choice`: the value of `PBM_GAMES`.
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
    names = {name for offer in offers for name in (offer.name, offer.package.name.lower())}
    disabled = [offer for offer in chosen if (offer.name, str(offer.package)) in stuck]
    loaded, failed = _load_all([offer for offer in chosen if offer not in disabled])
    unique, conflicts = _without_conflicts(loaded, chosen)
    own_first = sorted(unique.items(), key=lambda entry: (entry[1][1] != PBM, entry[0]))
    games = {name: game for name, (game, _) in own_first}
    return Catalogue(
        games,
        {name: package for name, (_, package) in unique.items()},
        {offer.name: offer.package for offer in offers if offer not in chosen},
        {offer.name: offer.package for offer in disabled},
        failed,
        conflicts,
        sorted((on | out) - names),
    )


def _load_all(offers: Sequence[Offer]) -> tuple[Loaded, dict[str, tuple[Package, str]]]:
    """Returns the games that could be loaded, and the reasons why other games couldn't.

    Skips games of other packages that have the same name as another offer.
    """
    loaded: Loaded = {}
    failed: dict[str, tuple[Package, str]] = {}
    for offer in offers:
        rivals = [rival for rival in offers if rival.name == offer.name]
        if len(rivals) > 1 and offer.package != PBM:
            continue
        try:
            loaded[offer.name] = _load(offer), offer.package
        except GameFailedError as error:
            failed[offer.name] = offer.package, error.cause
    return loaded, failed


def _without_conflicts(loaded: Loaded, offers: Sequence[Offer]) -> tuple[Loaded, list[Conflict]]:
    """Returns the games to serve, and the conflicts between games that share a name.

    A game of pbm is served even if it shares a name. Other games are served only if all of their
    names are unique.
    """
    owners: dict[str, set[tuple[str, Package]]] = {}
    for offer in offers:
        owners.setdefault(offer.name, set()).add((offer.name, offer.package))
    for name, (game, package) in loaded.items():
        for called in _names(game):
            owners.setdefault(called, set()).add((name, package))
    shared = {called: several for called, several in owners.items() if len(several) > 1}
    rivals = {rival for several in shared.values() for rival in several if rival[1] != PBM}
    unique = {name: each for name, each in loaded.items() if (name, each[1]) not in rivals}
    return unique, [
        _conflict(called, sorted(shared[called], key=lambda owner: str(owner[1])))
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
        f'Several packages have a game called "{called}": {owners}. Uninstall one of them, or '
        f"set {VARIABLE}=-{off.name} to exclude all games that {off.name} provides.",
    )


def _load(offer: Offer) -> AnyGame:
    """Returns a game. Raises GameFailedError if it can't be loaded, or if it isn't a valid game."""
    if offer.package == PBM:
        return offer.load()  # type: ignore[no-any-return]
    guard = Guard(offer.name, str(offer.package), has_own_code=offer.has_own_code)

    def load() -> AnyGame:
        return guarded(checked(offer.load(), offer.name), guard)()

    return guard.call(LOADING, load)  # type: ignore[no-any-return]


def chosen_games() -> str:
    """Returns the value of `PBM_GAMES`."""
    return os.environ.get(VARIABLE, "")
